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
package dev.streak.termsindex;

import java.util.Arrays;
import org.apache.lucene.util.BytesRef;

/** Which blocks a field has and with which keys they begin. */
final class FieldBlocks {
  private static final byte[] NO_KEY_BYTES = {};
  private static final int[] NO_KEYS = {};

  private final int firstBlock;

  /** The first keys of all blocks but the first, one behind the other. */
  private final byte[] keyBytes;

  /** Where each of them ends. */
  private final int[] keyEnds;

  FieldBlocks(int firstBlock, byte[] keyBytes, int[] keyEnds) {
    this.firstBlock = firstBlock;
    this.keyBytes = keyEnds.length == 0 ? NO_KEY_BYTES : keyBytes;
    this.keyEnds = keyEnds.length == 0 ? NO_KEYS : keyEnds;
  }

  int firstBlock() {
    return firstBlock;
  }

  int blockCount() {
    return keyEnds.length + 1;
  }

  /** Returns the block whose first key is the greatest not above the term, or the first. */
  int blockOf(BytesRef term) {
    int low = 0;
    int high = keyEnds.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int start = middle == 0 ? 0 : keyEnds[middle - 1];
      int comparison =
          Arrays.compareUnsigned(
              keyBytes, start, keyEnds[middle], term.bytes, term.offset, term.offset + term.length);
      if (comparison <= 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return firstBlock + low;
  }
}
