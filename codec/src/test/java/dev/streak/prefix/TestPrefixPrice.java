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
package dev.streak.prefix;

import dev.streak.docset.DocUnion;
import dev.streak.docset.MatchingDocs;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** What is not encoded could not have been chosen. */
public class TestPrefixPrice extends LuceneTestCase {
  private static final int MAX_DOC = 1 << 20;

  /** {@code terms} terms, of a document each; the list takes as many bytes. */
  private static PrefixCandidate candidate(int number, int terms, int bytes) {
    BytesRef prefix = new BytesRef(String.format(java.util.Locale.ROOT, "%06d", number));
    return new PrefixCandidate(prefix, terms, terms, true, 0, 0, bytes);
  }

  /** Documents with several terms each may have more of them than there are documents. */
  public void testMoreTermsThanFitIntoAnInt() {
    BytesRef prefix = new BytesRef("many");
    PrefixCandidate most = new PrefixCandidate(prefix, 1L << 32, MAX_DOC, true, 0, 0, 81);
    PrefixSelection selection = new PrefixSelection(List.of(candidate(0, 1000, 81), most), 120);
    assertFalse(selection.isStored(0));
    assertTrue(selection.isStored(1));
  }

  private static MatchingDocs scattered(int count) {
    DocUnion union = new DocUnion(MAX_DOC, count);
    for (int i = 0; i < count; i++) {
      union.run(i * (MAX_DOC / count), i * (MAX_DOC / count) + 1);
    }
    return union.build();
  }

  private static MatchingDocs oneRun(int count) {
    DocUnion union = new DocUnion(MAX_DOC, 1);
    union.run(17, 17 + count);
    return union.build();
  }

  public void testNothingIsOutOfReachWhileThereIsRoom() {
    PrefixPrice price = new PrefixPrice(MAX_DOC);
    List<PrefixCandidate> candidates = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      candidates.add(candidate(i, 100, 200));
      price.update(candidates, 1_000_000);
      assertFalse(price.isOutOfReach(16, scattered(16)));
    }
  }

  public void testWhatSavesLittleIsOutOfReachOnceTheBudgetIsUsedUp() {
    PrefixPrice price = new PrefixPrice(MAX_DOC);
    List<PrefixCandidate> candidates = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      // Ten terms for a byte, beside the record of the prefix.
      candidates.add(candidate(i, 1000, 81));
      price.update(candidates, 20 * 100);
    }
    // One term a document: about two bytes for each.
    assertTrue(price.isOutOfReach(100, scattered(100)));
    assertFalse("many terms to a document", price.isOutOfReach(2000, scattered(100)));
    assertFalse("a run", price.isOutOfReach(100, oneRun(100)));
  }

  public void testThePriceFallsWhenTheBudgetGrows() {
    PrefixPrice price = new PrefixPrice(MAX_DOC);
    List<PrefixCandidate> candidates = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      candidates.add(candidate(i, 1000, 81));
      price.update(candidates, 10 * 100);
    }
    assertTrue(price.isOutOfReach(100, scattered(100)));
    for (int i = 64; i < 200; i++) {
      BytesRef prefix = new BytesRef("x" + i);
      candidates.add(new PrefixCandidate(prefix, 100, 100, false, 0, 0, 0));
      price.update(candidates, 100_000);
    }
    assertFalse(price.isOutOfReach(100, scattered(100)));
  }
}
