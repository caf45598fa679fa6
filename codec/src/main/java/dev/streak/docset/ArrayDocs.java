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

import dev.streak.field.DocSink;
import java.util.Arrays;
import org.apache.lucene.search.AbstractDocIdSetIterator;
import org.apache.lucene.search.DocIdSetIterator;

/** A few scattered documents of one chunk as an array of their low 16 bits. */
final class ArrayDocs extends MatchingDocs {

  private final int base;
  private final char[] lows;

  /** {@code lows}, ascending, are documents relative to {@code base}. */
  ArrayDocs(int base, char[] lows) {
    this.base = base;
    this.lows = lows;
  }

  @Override
  public int cardinality() {
    return lows.length;
  }

  @Override
  public DocIdSetIterator iterator() {
    return new ArrayIterator();
  }

  @Override
  public void collect(DocSink sink) {
    for (char low : lows) {
      sink.run(base + low, base + low + 1);
    }
  }

  private final class ArrayIterator extends AbstractDocIdSetIterator {
    private int index = -1;

    @Override
    public int nextDoc() {
      return toIndex(index + 1);
    }

    @Override
    public int advance(int target) {
      int low = target - base;
      if (low > Character.MAX_VALUE) {
        return toIndex(lows.length);
      }
      int from = index + 1;
      if (low <= 0 || from >= lows.length) {
        return toIndex(from);
      }
      int found = Arrays.binarySearch(lows, from, lows.length, (char) low);
      return toIndex(found >= 0 ? found : -1 - found);
    }

    private int toIndex(int newIndex) {
      index = newIndex;
      doc = newIndex >= lows.length ? NO_MORE_DOCS : base + lows[newIndex];
      return doc;
    }

    @Override
    public long cost() {
      return lows.length;
    }
  }
}
