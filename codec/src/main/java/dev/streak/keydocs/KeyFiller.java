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

import org.apache.lucene.util.BytesRef;

/** Adds keys to a table, some at a time: what waits for memory waits together. */
final class KeyFiller {

  private static final int GROUP = 64;

  private final KeySlots slots;
  private final long[] hashes = new long[GROUP];
  private final int[] homes = new int[GROUP];
  private int size;

  /** Written so that touching is not optimised away. */
  @SuppressWarnings("unused")
  private long touched;

  KeyFiller(KeySlots slots) {
    this.slots = slots;
  }

  void add(BytesRef term) {
    hashes[size++] = KeyHash.of(term);
    if (size == GROUP) {
      flush();
    }
  }

  void flush() {
    for (int i = 0; i < size; i++) {
      homes[i] = slots.home(hashes[i]);
      touched += slots.touch(homes[i]);
    }
    for (int i = 0; i < size; i++) {
      slots.add(homes[i], hashes[i]);
    }
    size = 0;
  }
}
