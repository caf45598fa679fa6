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
package dev.streak.field;

import java.io.IOException;

/**
 * The entries of a range of terms, or of those that an automaton accepts, in the order of the
 * terms, many at a time. For one thread.
 */
@FunctionalInterface
public interface EntryRange {

  /** For so many entries there must be room. */
  int LEAST_ROOM = 64;

  /**
   * Puts the entries of the next terms to the beginning of {@code entries}. Returns how many these
   * are; 0 at the end. Once it has failed, it fails again.
   */
  int next(long[] entries) throws IOException;
}
