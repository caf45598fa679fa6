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

import dev.streak.termblock.RestCoder;
import dev.streak.termblock.TermBlockStarts;
import java.io.IOException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.packed.PackedInts;
import org.apache.lucene.util.packed.PackedLongValues;

/** Writes the terms of a field: blocks as they fill, their symbols and their index at the end. */
public final class FieldTermsWriter extends TermBlockSequenceWriter {

  /** Positions that are packed together: few, as most fields have few blocks. */
  private static final int PAGE = 64;

  private final IndexOutput out;
  private final PackedLongValues.Builder starts =
      PackedLongValues.monotonicBuilder(PAGE, PackedInts.COMPACT);

  private final RestCoder coder;

  public FieldTermsWriter(IndexOutput out) {
    this(out, new RestCoder());
  }

  private FieldTermsWriter(IndexOutput out, RestCoder coder) {
    super(coder);
    this.out = out;
    this.coder = coder;
  }

  @Override
  DataOutput startBlock() {
    starts.add(out.getFilePointer());
    return out;
  }

  /** Writes what is left, and says in {@code meta} where everything is. */
  public void finish(FieldInfo field, FieldTotals totals, IndexOutput index, IndexOutput meta)
      throws IOException {
    finish();
    meta.writeVInt(field.number);
    totals.write(meta);
    starts.add(out.getFilePointer());
    coder.writeTables(out);
    TermBlockStarts.write(starts.build(), meta, out);
    if (above() == null) {
      return;
    }
    PackedLongValues.Builder indexStarts =
        PackedLongValues.monotonicBuilder(PAGE, PackedInts.COMPACT);
    for (IndexLevelWriter level = above(); level != null; level = level.above()) {
      level.finish();
      level.copyTo(index, indexStarts);
    }
    indexStarts.add(index.getFilePointer());
    TermBlockStarts.write(indexStarts.build(), meta, index);
  }
}
