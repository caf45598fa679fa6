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
package dev.streak.coldreads;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What is announced is what is read for a value, and nothing before or behind all values. */
public class TestValuePlaces extends LuceneTestCase {

  private static List<List<Long>> announced(ValuePlaces places, int... docs) throws IOException {
    List<List<Long>> announced = new ArrayList<>();
    places.forEach(null, docs, docs.length, (from, to) -> announced.add(List.of(from, to)));
    return announced;
  }

  public void testValuesOfEachWidth() throws IOException {
    int docs = 100;
    for (int bits = 1; bits < 400; bits++) {
      long start = random().nextLong(1L << 40);
      long length = (docs * bits + 7) / 8;
      ValuePlaces places = ValuePlaces.ofSame(start, length, bits);
      for (int doc = 0; doc < docs; doc++) {
        long from = start + doc * bits / 8;
        long to = start + ((doc + 1) * bits - 1) / 8 + 1;
        // Numbers are read as longs, but for those at the end.
        long read = Math.min(start + length, Math.max(to, from + Long.BYTES));
        assertEquals("bits=" + bits, List.of(List.of(from, read)), announced(places, doc));
      }
      assertEquals(2, announced(places, 0, docs - 1).size());
      assertEquals(List.of(), announced(places, docs + 8, Integer.MAX_VALUE));
    }
  }

  /** As of a field whose values are all empty, and as damage makes them. */
  public void testNoBytes() throws IOException {
    assertEquals(List.of(), announced(ValuePlaces.ofSame(100, 0, 0), 0, 1, 2));
    assertEquals(List.of(), announced(ValuePlaces.ofSame(100, 50, -16), 1, 2));
  }
}
