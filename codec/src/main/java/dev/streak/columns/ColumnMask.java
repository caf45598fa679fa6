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
package dev.streak.columns;

/** Says of columns which vary: bit i of a word is 1 if column i does. */
public final class ColumnMask {

  /** A mask is a word. */
  public static final int MAX_COLUMNS = Long.SIZE;

  private ColumnMask() {}

  /** The mask in which all columns vary. */
  public static long allOf(int columns) {
    return columns == 0 ? 0 : -1L >>> -columns;
  }
}
