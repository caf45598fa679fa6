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

import dev.streak.cache.blocks.BlockVerification;
import dev.streak.field.TermListener;
import dev.streak.fieldkeys.FieldKeys;
import dev.streak.fieldkeys.KeySpool;
import dev.streak.fieldkeys.SlotCodeChoice;
import dev.streak.management.StreakLog;
import dev.streak.slots.SlotCode;
import dev.streak.termhash.TermHashSettings;
import dev.streak.termkeys.TermKeyKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/** Builds the tables of a segment while its terms are written. */
@SuppressWarnings("exports") // Applications have no use for this class, only the codec has.
public final class TermHashWriter implements TermListener {

  /**
   * Documents of a term on average from which on a field's table may have buckets: from here on
   * what these take is small beside what the documents take.
   */
  static final int MIN_DOCS_FOR_BUCKETS = 16;

  /**
   * Terms from which on slots are taken in place of buckets if keys and entries fit into them: they
   * are a third as large. Fewer buckets stay in a core's cache, where they are as fast.
   */
  static final int MIN_TERMS_FOR_SLOTS = 1 << 14;

  /**
   * UUIDs and the like from which on they are in the table with their entries, unless a table was
   * asked for by name. In a smaller segment most UUIDs that are looked for are absent, as they are
   * in others: then a table counts that is four times as small and stays near.
   */
  static final int MIN_UUIDS_WITH_ENTRIES = 1 << 18;

  /**
   * Bytes of a UUID or the like in dictionary and lists, on average, from which on its entry is in
   * the table. Slots take twice as much. Random ones take 17 bytes, those of version 7 more than
   * eight; those that are alike, as counted ones are, take one to four, and look-ups in so small a
   * dictionary are fast.
   */
  static final int MIN_BYTES_OF_UUID = 8;

  /** What memory a writer uses. Tests use less. */
  record Limits(int maxKeysInMemory, int maxPartBuckets, int partKeys, int maxGathered) {
    static final Limits DEFAULT =
        new Limits(
            KeySpool.DEFAULT_MAX_IN_MEMORY,
            BucketTableWriter.DEFAULT_MAX_PART_BUCKETS,
            SlotTableWriter.DEFAULT_PART_KEYS,
            SlotTableWriter.DEFAULT_MAX_GATHERED);
  }

  private final SegmentWriteState state;
  private final TermHashSettings settings;
  private final Limits limits;
  private final long seed;
  private final List<TableDescription> tables = new ArrayList<>();
  private IndexOutput output;
  private FieldInfo fieldInfo;
  private FieldKeys keys;
  private boolean finished;

  /** A writer that creates its file when the first field gets a table. */
  public TermHashWriter(SegmentWriteState state, TermHashSettings settings) {
    this(state, settings, Limits.DEFAULT);
  }

  TermHashWriter(SegmentWriteState state, TermHashSettings settings, Limits limits) {
    this.state = state;
    this.settings = settings;
    this.limits = limits;
    // Random for each JVM, whose segments get consecutive ids: see HomeBuckets.
    this.seed = (long) BitUtil.VH_LE_LONG.get(state.segmentInfo.getId(), 0);
  }

  @Override
  public void startField(FieldInfo field) {
    assert keys == null : "field " + fieldInfo.name + " has not ended";
    fieldInfo = field;
    if (field.getIndexOptions() == IndexOptions.DOCS && settings.isLeftOut(field.name) == false) {
      keys = new FieldKeys(this::newSpool);
    }
  }

  private KeySpool newSpool(TermKeyKind kind) {
    return new KeySpool(
        state.directory,
        state.context,
        state.segmentInfo.name,
        limits.maxKeysInMemory(),
        kind.hasRests());
  }

  @Override
  public void term(BytesRef term, long entry, int docFreq) throws IOException {
    if (keys != null) {
      keys.add(term, entry, docFreq);
    }
  }

  @Override
  public void finishField(long bytes) throws IOException {
    try (FieldKeys complete = keys) {
      keys = null;
      if (complete == null) {
        record(TableChoice.none(TableChoice.Reason.SETTINGS));
      } else if (complete.terms() < settings.minTerms(fieldInfo)) {
        record(TableChoice.none(TableChoice.Reason.FEW_TERMS));
      } else {
        writeTable(complete, bytes);
      }
    }
  }

  private void record(TableChoice choice) {
    fieldInfo.putAttribute(TermHashFile.ATTRIBUTE, choice.toString());
    StreakLog.choice(state, fieldInfo, () -> "table for exact terms: " + choice);
  }

  private void writeTable(FieldKeys complete, long bytes) throws IOException {
    boolean manyDocs = complete.docs() >= MIN_DOCS_FOR_BUCKETS * complete.terms();
    TableChoice.Reason reason =
        manyDocs ? TableChoice.Reason.MANY_DOCUMENTS : TableChoice.Reason.FEW_DOCUMENTS;
    if (complete.kind().has128Bits() && settings.isForced(fieldInfo.name) == false) {
      if (complete.terms() < MIN_UUIDS_WITH_ENTRIES) {
        complete.hash();
      } else if (bytes < MIN_BYTES_OF_UUID * complete.terms()) {
        complete.hash();
        reason = TableChoice.Reason.SMALL_DICTIONARY;
      }
    }
    WrittenTable table =
        manyDocs && complete.kind().isInjective() ? writeBuckets(complete) : writeSlots(complete);
    if (table == null && complete.kind().hasRests()) {
      // Somebody made terms whose keys collide; hashes of their bytes do not.
      complete.hash();
      table = writeSlots(complete);
    }
    if (table == null) {
      TableCounts.countRefused();
      record(TableChoice.none(TableChoice.Reason.REFUSED));
      return;
    }
    tables.add(
        new TableDescription(
            fieldInfo.number,
            complete.spelling(),
            complete.terms(),
            table.leftOut(),
            table.start(),
            table.checksum(),
            table.shape()));
    record(new TableChoice(table.shape().layout(), complete.kind(), reason));
  }

  /** Writes buckets, or slots where these are better. Returns null if there is no table. */
  private WrittenTable writeBuckets(FieldKeys complete) throws IOException {
    SlotCode code = complete.terms() < MIN_TERMS_FOR_SLOTS ? null : choice(complete).exactCode();
    return code == null
        ? new BucketTableWriter(output(), limits.maxPartBuckets()).write(complete.spool(), seed)
        : writeSlots(complete, code);
  }

  /** Returns null if there is no table for these keys. */
  private WrittenTable writeSlots(FieldKeys complete) throws IOException {
    return writeSlots(complete, choice(complete).code());
  }

  private SlotCodeChoice choice(FieldKeys complete) {
    return new SlotCodeChoice(complete, limits.partKeys());
  }

  private WrittenTable writeSlots(FieldKeys complete, SlotCode code) throws IOException {
    return new SlotTableWriter(output(), code, limits.partKeys(), limits.maxGathered())
        .write(complete.spool(), seed);
  }

  private IndexOutput output() throws IOException {
    if (output == null) {
      output = TermHashFile.FILE.create(state);
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
    output.writeBytes(bytes, bytes.length);
    output.writeInt(BlockVerification.checksum(bytes, bytes.length));
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
