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
package dev.streak.termhash;

import dev.streak.postings.TermListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/** Builds the tables of a segment while its terms are written. */
@SuppressWarnings("exports") // Applications have no use for this class, only the codec has.
public final class TermHashWriter implements TermListener {

  private final SegmentWriteState state;
  private final TermHashSettings settings;
  private final int maxPairsInMemory;
  private final int maxPartBuckets;
  private final long seed;
  private final List<TableDescription> tables = new ArrayList<>();
  private IndexOutput output;
  private FieldInfo fieldInfo;
  private FieldKeys keys;
  private byte[] record = new byte[64];
  private long recordsStart;
  private long recordsBytes;
  private final CRC32 recordsChecksum = new CRC32();
  private boolean finished;

  /** A writer that creates its file when the first field gets a table. */
  public TermHashWriter(SegmentWriteState state, TermHashSettings settings) {
    this(
        state,
        settings,
        KeySpool.DEFAULT_MAX_PAIRS_IN_MEMORY,
        TableWriter.DEFAULT_MAX_PART_BUCKETS);
  }

  TermHashWriter(
      SegmentWriteState state,
      TermHashSettings settings,
      int maxPairsInMemory,
      int maxPartBuckets) {
    this.state = state;
    this.settings = settings;
    this.maxPairsInMemory = maxPairsInMemory;
    this.maxPartBuckets = maxPartBuckets;
    // Random for each segment: see HomeBuckets.
    this.seed = (long) BitUtil.VH_LE_LONG.get(state.segmentInfo.getId(), 0);
  }

  @Override
  public void startField(FieldInfo field) {
    assert keys == null : "field " + fieldInfo.name + " has not ended";
    fieldInfo = field;
    fieldInfo.putAttribute(TermHashFile.ATTRIBUTE, TermHashFile.NO_TABLE);
    recordsBytes = 0;
    recordsChecksum.reset();
    if (settings.isAllowed(field)) {
      keys = new FieldKeys(this::newSpool, settings.isForced(field) ? this::addRecord : null);
    }
  }

  private KeySpool newSpool() {
    return new KeySpool(state.directory, state.context, state.segmentInfo.name, maxPairsInMemory);
  }

  @Override
  public void term(BytesRef term, long entry, int docFreq) throws IOException {
    if (keys != null) {
      keys.add(term, entry);
    }
  }

  private long addRecord(BytesRef term, long entry) throws IOException {
    if (recordsBytes == 0) {
      recordsStart = output().getFilePointer();
    }
    int length = TermHashFile.RECORD_TERM + term.length;
    if (record.length < length) {
      record = new byte[length + Long.BYTES];
    }
    BitUtil.VH_LE_SHORT.set(record, 0, (short) term.length);
    BitUtil.VH_LE_LONG.set(record, TermHashFile.RECORD_ENTRY, entry);
    System.arraycopy(term.bytes, term.offset, record, TermHashFile.RECORD_TERM, term.length);
    recordsChecksum.update(record, 0, length);
    output().writeBytes(record, 0, length);
    long position = recordsBytes;
    recordsBytes += length;
    return position;
  }

  @Override
  public void finishField() throws IOException {
    try (FieldKeys complete = keys) {
      keys = null;
      if (complete != null
          && complete.gaveUp() == false
          && complete.spool().size() >= settings.minTerms(fieldInfo)) {
        writeTable(complete);
      }
    }
  }

  private void writeTable(FieldKeys complete) throws IOException {
    KeySpool spool = complete.spool();
    TableWriter.Written table =
        new TableWriter(output(), maxPartBuckets).write(spool, settings.load(), seed);
    if (table == null) {
      TermHashCounters.countRefused();
      return;
    }
    tables.add(
        new TableDescription(
            fieldInfo.number,
            complete.kind(),
            spool.size(),
            table.homes(),
            table.longestChain(),
            recordsBytes == 0 ? table.start() : recordsStart,
            recordsBytes,
            (int) recordsChecksum.getValue(),
            table.start(),
            table.checksum()));
    fieldInfo.putAttribute(TermHashFile.ATTRIBUTE, complete.kind().name());
  }

  private IndexOutput output() throws IOException {
    if (output == null) {
      output =
          state.directory.createOutput(
              IndexFileNames.segmentFileName(
                  state.segmentInfo.name, state.segmentSuffix, TermHashFile.EXTENSION),
              state.context);
      CodecUtil.writeIndexHeader(
          output,
          TermHashFile.CODEC,
          TermHashFile.VERSION_CURRENT,
          state.segmentInfo.getId(),
          state.segmentSuffix);
    }
    return output;
  }

  /** Writes what is left of the file, if there is one. */
  public void finish() throws IOException {
    assert keys == null : "field " + fieldInfo.name + " has not ended";
    finished = true;
    if (output == null) {
      return;
    }
    long start = output.getFilePointer();
    ByteBuffersDataOutput directory = new ByteBuffersDataOutput();
    directory.writeVInt(tables.size());
    for (TableDescription table : tables) {
      table.write(directory);
    }
    byte[] bytes = directory.toArrayCopy();
    CRC32 checksum = new CRC32();
    checksum.update(bytes);
    output.writeBytes(bytes, bytes.length);
    output.writeInt((int) checksum.getValue());
    output.writeLong(start);
    CodecUtil.writeFooter(output);
  }

  @Override
  public void close() throws IOException {
    FieldKeys open = keys;
    keys = null;
    if (finished) {
      IOUtils.close(output, open);
    } else {
      IOUtils.closeWhileHandlingException(output, open);
    }
  }
}
