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

import org.apache.lucene.index.TermState;

/** Where a term's documents are: its entry, and nothing of the dictionary. */
final class HashedTermState extends TermState {

  private long entry;

  HashedTermState(long entry) {
    this.entry = entry;
  }

  long entry() {
    return entry;
  }

  @Override
  public void copyFrom(TermState other) {
    if (other instanceof HashedTermState hashed) {
      entry = hashed.entry;
    } else {
      throw new IllegalArgumentException("can not copy from " + other);
    }
  }

  @Override
  public String toString() {
    return "HashedTermState(entry=" + entry + ")";
  }
}
