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
package dev.streak.bench.workload.kv;

import java.io.Closeable;

/** Something that answers batches of keys. What it returns sums up all that was read. */
interface Store extends Closeable {

  /** Sum of the eight numbers of all keys of a batch that are there. */
  long numbers(int batch) throws Exception;

  /** Sum of some of the bytes of all keys of a batch that are there. */
  long blobs(int batch) throws Exception;

  /** What {@link #blobs} adds up for a value, which has to be read to its end. */
  static long checksum(byte[] bytes, int offset) {
    return bytes[offset] * 31L + bytes[offset + KeyValues.BLOB_BYTES - 1];
  }
}
