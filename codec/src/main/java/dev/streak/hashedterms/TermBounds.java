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
package dev.streak.hashedterms;

import dev.streak.columns.TermWords;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.Terms;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;

/**
 * Tells by the least and the greatest term of a field that others are not in it: keys that ascend
 * with time are asked for in segments that are older than they. Those two are read once some were
 * asked for in vain. Safe for use by several threads.
 */
final class TermBounds {

  /** To read two terms may wait for storage twice. */
  private static final int ABSENT_BEFORE_READING = 16;

  /** How many were absent; not exact where several threads count. */
  private int absent;

  /** Null until it is worth while. */
  private Bounds bounds;

  /**
   * What terms between two have: a beginning, and behind it eight bytes that are between those of
   * the two, as unsigned numbers.
   */
  private record Bounds(BytesRef beginning, long least, long greatest) {

    static Bounds of(BytesRef least, BytesRef greatest) {
      int common = Math.min(least.length, greatest.length);
      int different =
          Arrays.mismatch(
              least.bytes,
              least.offset,
              least.offset + common,
              greatest.bytes,
              greatest.offset,
              greatest.offset + common);
      int from = different < 0 ? common : different;
      BytesRef beginning = BytesRef.deepCopyOf(new BytesRef(least.bytes, least.offset, from));
      return new Bounds(beginning, head(least, from), head(greatest, from));
    }

    boolean excludes(BytesRef term) {
      long head = head(term, beginning.length);
      return Long.compareUnsigned(head, least) < 0
          || Long.compareUnsigned(head, greatest) > 0
          || StringHelper.startsWith(term, beginning) == false;
    }

    /** Eight bytes from a place on; zeros follow the end of the term. */
    private static long head(BytesRef term, int from) {
      int left = Math.clamp(term.length - from, 0, Long.BYTES);
      return TermWords.load(term.bytes, term.offset + from, left);
    }
  }

  /** Whether a term is certainly not in the field. */
  boolean exclude(BytesRef term) {
    Bounds known = bounds;
    return known != null && known.excludes(term);
  }

  /** Notes that a term was looked for in vain. */
  void noteAbsent(Terms field) throws IOException {
    if (bounds == null && ++absent >= ABSENT_BEFORE_READING) {
      bounds = Bounds.of(field.getMin(), field.getMax());
    }
  }
}
