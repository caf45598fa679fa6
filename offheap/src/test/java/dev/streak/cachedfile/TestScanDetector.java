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
package dev.streak.cachedfile;

import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What counts as a scan, and what does not. */
public class TestScanDetector extends LuceneTestCase {
  private final ScanDetector scans = new ScanDetector();

  private int scanned(int... blocks) {
    int scanned = 0;
    for (int block : blocks) {
      scanned += scans.isScan(block, false) ? 1 : 0;
    }
    return scanned;
  }

  public void testBlockAfterBlockIsAScan() {
    for (int block = 0; block < 100; block++) {
      assertEquals("block " + block, block > 7, scans.isScan(block, false));
    }
  }

  public void testWhoBeginsAtTheBeginningReadsAll() {
    assertTrue(scans.isScan(0, true));
    assertEquals(99, scanned(IntStream.range(1, 100).toArray()));
  }

  public void testWhoGoesBackToTheBeginningReadsAllAgain() {
    scanned(IntStream.range(500, 600).toArray());
    assertTrue(scans.isScan(0, true));
    assertEquals(99, scanned(IntStream.range(1, 100).toArray()));
  }

  public void testTreeIsScannedThoughItsInnerNodesLieBehindTheirLeaves() {
    // The root, then each subtree: its root, and back to its leaves; a higher level now and then.
    scans.isScan(1_000, false);
    int visits = 0;
    int scanned = 0;
    for (int subtree = 0; subtree < 300; subtree++) {
      if (subtree % 40 == 0) {
        visits++;
        scanned += scanned(3 * subtree + 120);
      }
      visits += 4;
      scanned += scanned(3 * subtree + 2, 3 * subtree, 3 * subtree + 1, 3 * subtree + 2);
    }
    assertTrue("scanned=" + scanned + " of " + visits, scanned > visits - 16);
  }

  public void testLookingUpHereAndThereIsNoScan() {
    int scanned = 0;
    for (int i = 0; i < 10_000; i++) {
      scanned += scanned(random().nextInt(1_000));
    }
    assertTrue("scanned=" + scanned, scanned < 20);
  }

  public void testSmallFileIsNotScanned() {
    for (int i = 0; i < 1_000; i++) {
      assertEquals(0, scanned(random().nextInt(8)));
    }
  }

  public void testOneWhoScannedMayLookUpAgain() {
    for (int block = 0; block < 100; block++) {
      scans.isScan(block, false);
    }
    assertEquals("one step aside is part of a scan", 2, scanned(500, 100));
    assertEquals("the first step away may be one", 1, scanned(700, 300, 900, 20));
  }
}
