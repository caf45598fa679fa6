/*
 * Copyright 2026 The Streak Authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.streak.docset;

import java.io.IOException;
import java.util.BitSet;
import org.apache.lucene.tests.util.BaseDocIdSetTestCase;
import org.apache.lucene.tests.util.TestUtil;

public class TestDocUnion extends BaseDocIdSetTestCase<TestSparseRunSet.Set> {

  @Override
  public TestSparseRunSet.Set copyOf(BitSet bs, int length) throws IOException {
    DocUnion union = new DocUnion(length, random().nextInt(100));
    if (random().nextInt(4) == 0) {
      union.expectScattered(random().nextInt(10_000));
    }
    TestSparseRunSet.feed(bs, union);
    MatchingDocs docs = union.build();
    TestSparseRunSet.checkDocs(bs, docs);
    return new TestSparseRunSet.Set(docs);
  }

  public void testRunsStayRuns() throws IOException {
    DocUnion union = new DocUnion(1_000_000, 0);
    BitSet expected = new BitSet();
    for (int i = 0; i < 4000; i++) {
      int start = random().nextInt(990_000);
      int end = start + TestUtil.nextInt(random(), 1, 300);
      union.run(start, end);
      expected.set(start, end);
    }
    MatchingDocs docs = union.build();
    assertTrue(docs instanceof CoalescedRuns);
    TestSparseRunSet.checkDocs(expected, docs);
  }

  public void testTooManyRunsBecomeChunks() throws IOException {
    DocUnion union = new DocUnion(1_000_000, 0);
    BitSet expected = new BitSet();
    for (int i = 0; i < 20_000; i++) {
      int start = random().nextInt(990_000);
      union.run(start, start + 1);
      expected.set(start);
    }
    MatchingDocs docs = union.build();
    assertTrue(docs instanceof SparseRunSet);
    TestSparseRunSet.checkDocs(expected, docs);
  }
}
