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
package dev.streak.terms;

import dev.streak.field.TermEntry;
import dev.streak.termblock.RestCoder;
import dev.streak.termblock.TermBlockCheck;
import dev.streak.termblock.TermBlockEncoder;
import dev.streak.termblock.TermBlockLayout;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/** When entries follow each other, and what a damaged block of such says. */
public class TestFollowingEntries extends LuceneTestCase {

  private static final int TERMS = 16;

  /** Where the word of the leaders is, counted from the end of a block with two entries. */
  private static final int LEADERS_FROM_END = TermBlockLayout.CHECKSUM_BYTES + 5 + Long.BYTES;

  /** Sixteen terms whose documents are added in groups, the last group first. */
  private static byte[] block(int group, int length) throws IOException {
    TermBlockEncoder encoder = new TermBlockEncoder(new RestCoder());
    for (int i = 0; i < TERMS; i++) {
      int start = 1_600_000 - i / group * 100_000 + i % group * length;
      encoder.add(new BytesRef("t" + (char) ('a' + i)), TermEntry.ofRun(start, length));
    }
    ByteBuffersDataOutput out = new ByteBuffersDataOutput();
    encoder.finish(out);
    return out.toArrayCopy();
  }

  private static boolean follow(byte[] block) {
    return TermBlockLayout.follow((long) BitUtil.VH_LE_LONG.get(block, 0));
  }

  private static String problem(byte[] block, int maxDoc) {
    int length = block.length - TermBlockLayout.CHECKSUM_BYTES;
    return TermBlockCheck.problem(
        Arrays.copyOf(block, block.length + Long.BYTES), length, TERMS, maxDoc);
  }

  private static void assertProblem(String expected, byte[] block, int maxDoc) {
    String problem = problem(block, maxDoc);
    assertTrue(problem, problem != null && problem.contains(expected));
  }

  public void testEntriesFollowWhereThatSavesBytes() throws IOException {
    byte[] groups = block(8, 3);
    assertTrue(follow(groups));
    assertNull(problem(groups, IndexWriter.MAX_DOCS));
    byte[] pairs = block(2, 1);
    assertFalse(follow(pairs));
    assertNull(problem(pairs, IndexWriter.MAX_DOCS));
    assertEquals("42 bytes of entries less 8 and 5", 29, block(1, 1).length - groups.length);
  }

  public void testDocumentsBehindTheLastAreDamage() throws IOException {
    byte[] block = block(8, 3);
    assertNull(problem(block, 1_600_024));
    assertProblem("documents of term 7 are 3 from 1600021 of 1600023", block, 1_600_023);
  }

  public void testFirstTermMustHaveAnEntry() throws IOException {
    byte[] block = block(8, 1);
    int leaders = block.length - LEADERS_FROM_END;
    assertEquals(1, block[leaders]);
    block[leaders] = 2;
    assertProblem("of 16 terms these have entries: 102", block, IndexWriter.MAX_DOCS);
  }

  public void testNoTermBehindTheLastMayHaveAnEntry() throws IOException {
    byte[] block = block(8, 1);
    block[block.length - LEADERS_FROM_END + 2] = 1;
    assertProblem("of 16 terms these have entries: 10101", block, IndexWriter.MAX_DOCS);
  }

  public void testEntriesMustEndWithTheBlock() throws IOException {
    byte[] block = block(8, 1);
    block[block.length - LEADERS_FROM_END] = 7;
    assertProblem("length is", block, IndexWriter.MAX_DOCS);
  }

  public void testOnlyRunsOfOneLengthFollow() throws IOException {
    byte[] block = block(8, 1);
    block[2] = 1;
    assertProblem("with lengths of 1 bits follow", block, IndexWriter.MAX_DOCS);
    block[2] = 0;
    block[0] |= 0x80;
    assertProblem("head is", block, IndexWriter.MAX_DOCS);
  }
}
