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
package dev.streak.keyvalue;

import java.util.ArrayList;
import java.util.List;

/**
 * A table and the segments whose keys are in it, one after the other. Segments are added, by one
 * thread at a time, and never leave; a reader knows which of them it has.
 */
final class KeyRanges {

  /** The keys of a segment: the one with ordinal {@code o} is {@code first + o} in the table. */
  record Range(Object segment, int first, int count) {}

  private final KeySlots slots;
  private final List<Range> ranges = new ArrayList<>();

  KeyRanges(int expectedKeys) {
    slots = new KeySlots(expectedKeys);
  }

  KeySlots slots() {
    return slots;
  }

  List<Range> ranges() {
    return ranges;
  }

  /**
   * Says whose the last keys are.
   *
   * @param first ordinal of the first of them, which is the number of keys that there were
   */
  void add(Object segment, int first) {
    ranges.add(new Range(segment, first, slots.keys() - first));
  }
}
