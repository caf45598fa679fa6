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
package dev.streak.compression;

/** Constants of the stored fields' files; {@link ZstdStoredFieldsFormat} explains them. */
final class StoredFieldsDescriptor {
  static final String DATA_EXTENSION = "zsd";
  static final String INDEX_EXTENSION = "zsi";
  static final String META_EXTENSION = "zsm";

  static final String DATA_CODEC = "StreakStoredData";
  static final String INDEX_CODEC = "StreakStoredIndex";
  static final String META_CODEC = "StreakStoredMeta";

  static final int VERSION_START = 1;
  static final int VERSION_CURRENT = VERSION_START;

  /** Entries of the block index that share one line of its monotonic encoding, as a power of 2. */
  static final int INDEX_BLOCK_SHIFT = 10;

  /** In a block's token: several frames, each of {@link ZstdSettings#sliceBytes()} but the last. */
  static final int TOKEN_SLICED = 1;

  static final int TOKEN_DOCS_SHIFT = 1;

  /** Dictionaries of a segment; with the next, what all take prepared for reading is bounded. */
  static final int MAX_DICTIONARIES = 32;

  /** Bytes of all dictionaries of a segment. */
  static final int MAX_ALL_DICTIONARIES_BYTES = 1 << 24;

  /** A field is one number: its field number above its type. */
  static final int TYPE_BITS = 3;

  static final int TYPE_MASK = (1 << TYPE_BITS) - 1;
  static final int TYPE_STRING = 0;
  static final int TYPE_BYTES = 1;
  static final int TYPE_INT = 2;
  static final int TYPE_LONG = 3;
  static final int TYPE_FLOAT = 4;
  static final int TYPE_DOUBLE = 5;

  private StoredFieldsDescriptor() {}
}
