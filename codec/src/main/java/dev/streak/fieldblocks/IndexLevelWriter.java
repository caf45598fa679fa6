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
package dev.streak.fieldblocks;

import java.io.IOException;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.packed.PackedInts;
import org.apache.lucene.util.packed.PackedLongValues;

/**
 * A level of the index over a field's blocks. It stays in memory until the field is complete: some
 * ten bytes for 64 terms.
 */
final class IndexLevelWriter extends TermBlockSequenceWriter {

  private final ByteBuffersDataOutput bytes = new ByteBuffersDataOutput();
  private final PackedLongValues.Builder starts =
      PackedLongValues.monotonicBuilder(PackedInts.COMPACT);

  IndexLevelWriter() {
    super(null);
  }

  @Override
  DataOutput startBlock() {
    starts.add(bytes.size());
    return bytes;
  }

  /** Copies the blocks to a file, and where they begin there to {@code positions}. */
  void copyTo(IndexOutput out, PackedLongValues.Builder positions) throws IOException {
    long shift = out.getFilePointer();
    PackedLongValues.Iterator each = starts.build().iterator();
    while (each.hasNext()) {
      positions.add(shift + each.next());
    }
    bytes.copyTo(out);
  }
}
