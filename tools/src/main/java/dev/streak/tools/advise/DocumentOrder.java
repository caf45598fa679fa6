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
package dev.streak.tools.advise;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.IndexSorter;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;

/** Where each live document of a segment would be in another order. */
final class DocumentOrder {
  /** So many counters are always affordable. */
  private static final long FEW_KEYS = 1 << 16;

  /** The place of a document by its number among the live ones; null if all stay where they are. */
  private final int[] places;

  private DocumentOrder(int[] places) {
    this.places = places;
  }

  /** The order that the segment has. */
  static DocumentOrder asItIs() {
    return new DocumentOrder(null);
  }

  /** The order by doc values; documents that are equal stay in the order that they have. */
  static DocumentOrder of(CodecReader segment, Sort sort) throws IOException {
    LiveDocuments live = LiveDocuments.of(segment);
    int[] order = new int[live.count()];
    Arrays.setAll(order, i -> i);
    SortField[] fields = sort.getSort();
    for (int i = fields.length - 1; i >= 0; i--) {
      sortStably(order, keys(segment, live, fields[i]));
    }
    int[] places = new int[order.length];
    for (int place = 0; place < order.length; place++) {
      places[order[place]] = place;
    }
    return new DocumentOrder(places);
  }

  private static long[] keys(CodecReader segment, LiveDocuments live, SortField field)
      throws IOException {
    IndexSorter.ComparableProvider values =
        field.getIndexSorter().getComparableProviders(List.of(segment))[0];
    long[] keys = new long[live.count()];
    for (int doc = 0; doc < segment.maxDoc(); doc++) {
      if (!live.isLive(doc)) {
        continue;
      }
      long value = values.getAsComparableLong(doc);
      // The complement turns the order around and cannot overflow.
      keys[live.number(doc)] = field.getReverse() ? ~value : value;
    }
    return keys;
  }

  private static void sortStably(int[] order, long[] keys) {
    long min = Arrays.stream(keys).min().orElse(0);
    long range = Arrays.stream(keys).max().orElse(0) - min;
    if (range >= 0 && range < Math.max(FEW_KEYS, order.length)) {
      sortByCounting(order, keys, min, (int) range);
    } else {
      sortByComparing(order, keys);
    }
  }

  private static void sortByCounting(int[] order, long[] keys, long min, int range) {
    int[] starts = new int[range + 2];
    for (long key : keys) {
      starts[(int) (key - min) + 1]++;
    }
    for (int i = 1; i < starts.length; i++) {
      starts[i] += starts[i - 1];
    }
    int[] before = order.clone();
    for (int doc : before) {
      order[starts[(int) (keys[doc] - min)]++] = doc;
    }
  }

  private static void sortByComparing(int[] order, long[] keys) {
    long[] numbers = dense(keys, Long.SIZE - 1 - bits(order.length));
    int placeBits = bits(order.length);
    long[] packed = new long[order.length];
    for (int place = 0; place < order.length; place++) {
      packed[place] = numbers[order[place]] << placeBits | place;
    }
    Arrays.parallelSort(packed);
    int[] before = order.clone();
    long mask = (1L << placeBits) - 1;
    for (int place = 0; place < order.length; place++) {
      order[place] = before[(int) (packed[place] & mask)];
    }
  }

  private static int bits(long below) {
    return Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, below - 1));
  }

  /** Numbers from zero in the same order, of at most so many bits. */
  private static long[] dense(long[] keys, int bits) {
    long min = Arrays.stream(keys).min().orElse(0);
    long max = Arrays.stream(keys).max().orElse(0);
    long range = max - min;
    if (range >= 0 && bits(range + 1) <= bits) {
      return Arrays.stream(keys).map(key -> key - min).toArray();
    }
    long[] distinct = Arrays.stream(keys).parallel().sorted().distinct().toArray();
    return Arrays.stream(keys).parallel().map(key -> Arrays.binarySearch(distinct, key)).toArray();
  }

  /** Where documents would be, ascending. */
  int[] place(int[] docs) {
    if (places == null) {
      return docs;
    }
    int[] placed = new int[docs.length];
    for (int i = 0; i < docs.length; i++) {
      placed[i] = places[docs[i]];
    }
    Arrays.sort(placed);
    return placed;
  }
}
