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
package dev.streak.keydocs;

import dev.streak.digits.DecimalTerm;
import dev.streak.tables.HomeBuckets;
import dev.streak.termkeys.TermKeys;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;

/** Hashes of keys. A number has that of the term that spells it, and need not be spelt. */
final class KeyHash {

  /** Differs from JVM to JVM, so that nobody can choose keys that collide. */
  private static final long SEED = HomeBuckets.mix(StringHelper.GOOD_FAST_HASH_SEED);

  private KeyHash() {}

  static long of(BytesRef term) {
    long number = DecimalTerm.number(term);
    return number == DecimalTerm.NOT_DECIMAL ? TermKeys.hash(term, SEED) : ofNumber(number);
  }

  static long of(long number) {
    return number == DecimalTerm.NOT_DECIMAL ? ofSpelt(number) : ofNumber(number);
  }

  private static long ofNumber(long number) {
    return HomeBuckets.mix(number ^ SEED);
  }

  private static long ofSpelt(long number) {
    BytesRef term = new BytesRef(DecimalTerm.MAX_LENGTH);
    DecimalTerm.set(term, number);
    return of(term);
  }
}
