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
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.packed.DirectMonotonicReader;

/**
 * Where the values of a field lie, all documents of which have one.
 *
 * @param start where the first one begins
 * @param end where the last one ends
 * @param bits what each takes, if all take the same
 * @param ends how many bytes the values before each document take, otherwise; else null
 * @param endsAt where these numbers begin in the file
 * @param endsLength how many bytes they take
 */
record ValuePlaces(
    long start,
    long end,
    long bits,
    DirectMonotonicReader.Meta ends,
    long endsAt,
    long endsLength) {

  static ValuePlaces ofSame(long start, long length, long bits) {
    return new ValuePlaces(start, start + length, bits, null, 0, 0);
  }

  static ValuePlaces ofDifferent(
      long start, long length, DirectMonotonicReader.Meta ends, long endsAt, long endsLength) {
    return new ValuePlaces(start, start + length, 0, ends, endsAt, endsLength);
  }

  /** Takes the bytes that are read for the value of a document. */
  @FunctionalInterface
  interface Consumer {
    void accept(long from, long to) throws IOException;
  }

  /** Hands over where the values of some documents lie; {@code file} is for one thread. */
  void forEach(IndexInput file, int[] docs, int count, Consumer consumer) throws IOException {
    if (ends == null) {
      for (int i = 0; i < count; i++) {
        // A packed number is read as a long from the byte that it begins in.
        long from = start + ((docs[i] * bits) >>> 3);
        long to = start + (((docs[i] + 1L) * bits + 7) >>> 3);
        hand(from, Math.max(to, from + Long.BYTES), consumer);
      }
      return;
    }
    DirectMonotonicReader before =
        DirectMonotonicReader.getInstance(ends, file.randomAccessSlice(endsAt, endsLength));
    for (int i = 0; i < count; i++) {
      hand(start + before.get(docs[i]), start + before.get(docs[i] + 1L), consumer);
    }
  }

  private void hand(long from, long to, Consumer consumer) throws IOException {
    long last = Math.min(to, end);
    if (from >= start && from < last) {
      consumer.accept(from, last);
    }
  }
}
