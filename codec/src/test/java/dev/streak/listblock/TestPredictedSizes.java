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
package dev.streak.listblock;

import dev.streak.packing.BitPacking;
import java.io.IOException;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * What a list is said to take in each encoding is what it takes when written: the choice between
 * them goes by it.
 */
public class TestPredictedSizes extends LuceneTestCase {

  /** The first gap of a list is in its header, and predictions count it with the others. */
  private static final int FIRST_GAP = BitPacking.MAX_WIDTH / Byte.SIZE + 1;

  public void testRuns() throws IOException {
    for (int round = 0; round < 50; round++) {
      PendingRuns runs = randomRuns();
      long predicted = runs.runsBytes(runs.starts[0] - 1);
      long written = written(runs, ListDescriptor.KIND_RUNS);
      assertTrue(
          "predicted=" + predicted + " written=" + written,
          predicted >= written && predicted <= written + FIRST_GAP);
    }
  }

  public void testBitmaps() throws IOException {
    for (int round = 0; round < 50; round++) {
      PendingRuns runs = randomRuns();
      long predicted = runs.bitmapBytes();
      long written = written(runs, ListDescriptor.KIND_BITMAP);
      // Of a word gap one byte is counted, which is enough for 127 words of no document.
      assertEquals(written, predicted);
    }
  }

  public void testArrays() throws IOException {
    for (int round = 0; round < 50; round++) {
      PendingRuns runs = randomRuns();
      long predicted = runs.arrayBytes(runs.starts[0] - 1, Long.MAX_VALUE);
      long written = written(runs, ListDescriptor.KIND_PACKED);
      long blocks = runs.docCount / ListDescriptor.BLOCK_DOCS + 1;
      // Where a bitmap takes an array's place, the words of its gap are counted with its own.
      assertTrue(
          "predicted=" + predicted + " written=" + written,
          predicted >= written && predicted <= written + FIRST_GAP + blocks * 3L * Long.BYTES);
    }
  }

  public void testDenseShortRunsAreBits() {
    int documents = 10_000;
    for (int run = 1; run < 31; run++) {
      PendingRuns runs = new PendingRuns();
      for (int start = 0; start < documents; start += run + 1) {
        runs.add(start, start + run);
      }
      assertEquals("run=" + run, ListDescriptor.KIND_BITMAP, runs.kind(-1));
    }
    PendingRuns random = new PendingRuns();
    for (int start = 0; start < documents; start += 2 + random().nextInt(9)) {
      random.add(start, start + 1);
      start++;
    }
    assertEquals(ListDescriptor.KIND_PACKED, random.kind(-1));
  }

  public void testFewDocumentsTakeLeast() {
    PendingRuns runs = new PendingRuns();
    for (int start = 0; runs.docCount < ListDescriptor.BLOCK_DOCS - 4; start += 5) {
      runs.add(start, start + 4);
    }
    assertEquals(ListDescriptor.KIND_RUNS, runs.kind(-1));
  }

  public void testBitsTakeNoMoreThanTheyMay() {
    for (int round = 0; round < 500; round++) {
      assertBitsMayBe(randomRuns());
    }
    for (int run = 1; run < 9; run++) {
      for (int gap = 1; gap < 64; gap++) {
        PendingRuns runs = new PendingRuns();
        for (int start = 0; start < 20_000; start += run + gap) {
          runs.add(start, start + run);
        }
        assertBitsMayBe(runs);
      }
    }
  }

  private static void assertBitsMayBe(PendingRuns runs) {
    if (runs.kind(-1) == ListDescriptor.KIND_BITMAP) {
      long bits = runs.bitmapBytes();
      long array = runs.arrayBytes(-1, Long.MAX_VALUE);
      assertTrue(
          "bits=" + bits + " array=" + array + " docs=" + runs.docCount + " runs=" + runs.count,
          bits <= array + Math.max(array, runs.docCount) / 8);
    }
  }

  /** Runs of any length and distance, but for distances that would leave many words empty. */
  private static PendingRuns randomRuns() {
    PendingRuns runs = new PendingRuns();
    int count = 1 + random().nextInt(3000);
    int meanGap = 1 + random().nextInt(60);
    int meanLength = 1 + random().nextInt(random().nextBoolean() ? 5 : 300);
    int doc = random().nextInt(100_000);
    for (int i = 0; i < count; i++) {
      int end = doc + 1 + random().nextInt(2 * meanLength);
      runs.add(doc, end);
      doc = end + 1 + random().nextInt(2 * meanGap);
    }
    return runs;
  }

  /** Bytes of the blocks of a list. */
  private static long written(PendingRuns runs, int kind) throws IOException {
    try (Directory directory = new ByteBuffersDirectory();
        IndexOutput out = directory.createOutput("list", IOContext.DEFAULT)) {
      ListBlockEncoder blocks = new ListBlockEncoder();
      blocks.start();
      blocks.setFirstDoc(runs.starts[0]);
      blocks.add(runs, kind, out);
      blocks.finishLong(out);
      return out.getFilePointer();
    }
  }
}
