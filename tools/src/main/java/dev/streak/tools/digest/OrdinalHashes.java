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
package dev.streak.tools.digest;

import java.io.IOException;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/** The hashes of the values of sorted doc values, by ordinal. */
interface OrdinalHashes {
  /** With more values than this they are hashed when they come up, so that memory stays small. */
  int MOST_IN_MEMORY = 1 << 23;

  /** Looks a value up. */
  interface Lookup {
    BytesRef value(long ordinal) throws IOException;
  }

  /** Hash of the value with an ordinal. */
  long hash(long ordinal) throws IOException;

  static OrdinalHashes of(long seed, long count, TermsEnum values, Lookup lookup)
      throws IOException {
    return of(seed, count, values, lookup, MOST_IN_MEMORY);
  }

  static OrdinalHashes of(long seed, long count, TermsEnum values, Lookup lookup, int mostInMemory)
      throws IOException {
    if (count > mostInMemory) {
      return ordinal -> Mixing.then(seed, lookup.value(ordinal));
    }
    long[] hashes = new long[(int) count];
    int at = 0;
    for (BytesRef value = values.next(); value != null; value = values.next()) {
      hashes[at++] = Mixing.then(seed, value);
    }
    return ordinal -> hashes[(int) ordinal];
  }
}
