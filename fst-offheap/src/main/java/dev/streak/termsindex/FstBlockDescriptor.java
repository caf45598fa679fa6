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

import org.apache.lucene.util.fst.FST;

/**
 * Layout of an FST block, little endian.
 *
 * <pre>
 *  0        4        8        12       16                24
 *  +--------+--------+--------+--------+-----------------+---- - - ----+
 *  | crc32c |fstBytes|rootNode| flags  |   basePointer   |  FST bytes  |
 *  +--------+--------+--------+--------+-----------------+---- - - ----+
 * </pre>
 *
 * <p>The checksum covers everything behind it. The FST is Lucene's, format version {@value
 * #FST_VERSION}, one label to a byte of the key, outputs {@code PositiveIntOutputs}: the distance
 * of a key's pointer from {@code basePointer}.
 */
final class FstBlockDescriptor {
  static final int CRC_OFFSET = 0;
  static final int FST_BYTES_OFFSET = 4;
  static final int ROOT_NODE_OFFSET = 8;
  static final int FLAGS_OFFSET = 12;
  static final int BASE_POINTER_OFFSET = 16;
  static final int FST_OFFSET = 24;

  /** The block has the empty key, whose pointer is the base. */
  static final int FLAG_EMPTY_KEY = 1;

  static final int FST_VERSION = FST.VERSION_CONTINUOUS_ARCS;

  /** Where a block of the writer's choosing ends is a target; keys are at most 32 kB. */
  static final int MAX_BLOCK_BYTES = 1 << 28;

  private FstBlockDescriptor() {}
}
