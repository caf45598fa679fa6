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

/**
 * What became of a table that was written.
 *
 * @param shape how it is laid out
 * @param leftOut keys that are not in it
 * @param start where it begins
 * @param checksum CRC-32C of it
 */
record WrittenTable(TableShape shape, long leftOut, long start, int checksum) {

  /** Sets of keys that cannot be placed are tried again with another seed, so many times. */
  static final int MAX_ATTEMPTS = 4;
}
