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

import dev.streak.cache.BlockCache;
import dev.streak.cache.CachePolicy;
import dev.streak.cache.blocks.BlockVerification;
import dev.streak.cache.blocks.SegmentFileKey;
import dev.streak.cachedfile.LostFile;
import dev.streak.field.FieldRecords;
import dev.streak.field.StreakTerms;
import dev.streak.terms.DictionaryTerms;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.AbstractList;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.store.DataAccessHint;
import org.apache.lucene.store.FileTypeHint;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.StringHelper;

/**
 * The tables of a segment. Opening never fails because of them: a file that is not there or is
 * damaged is counted, and leaves all its fields without a table. {@link #checkIntegrity} reports
 * it.
 *
 * <p>The directory of the file is checked when the file is opened, each table when it is first
 * used: it is read through once, which takes about a third of a second per gigabyte and brings it
 * into the page cache.
 */
public final class TermHashReader implements Closeable {

  private static final int TRAILER_BYTES = Integer.BYTES + Long.BYTES;

  /** More than a description takes, even if it numbers keys of all lengths or the most values. */
  private static final long MAX_DESCRIPTION_BYTES = 16_384;

  private static final String UNUSABLE = "hash tables cannot be used";

  /** Documents of the segment. */
  private final int maxDoc;

  /** Null if no field has a table, or if the file could not be used, as are the next two. */
  private IndexInput input;

  private Descriptions descriptions;

  /** The tables that were asked for, by the index of their fields; guarded by this. */
  private TermHashTable[] tables;

  /** Null if the tables are read from their file only. */
  private CachedTables cached;

  /** Why the file could not be used. */
  private CorruptIndexException failure;

  /**
   * Opens the tables of {@code fields}.
   *
   * @param fields those fields of the segment that were written with the file of this state's
   *     suffix
   */
  public TermHashReader(SegmentReadState state, Iterable<FieldInfo> fields) throws IOException {
    maxDoc = state.segmentInfo.maxDoc();
    boolean expected = false;
    for (FieldInfo field : fields) {
      expected |= TableChoice.hasTable(field);
    }
    if (expected) {
      open(state);
    }
  }

  /**
   * Has the tables read from a cache outside the heap, as far as there is room. Not to be called
   * where all reading is for a merge, nor after {@link #terms}.
   */
  public void useCache(SegmentReadState state, CachePolicy policy, BlockCache cache)
      throws IOException {
    if (input == null || policy == CachePolicy.UNCACHED) {
      return;
    }
    SegmentFileKey key =
        new SegmentFileKey(
            StringHelper.idToString(state.segmentInfo.getId()), TermHashFile.FILE.name(state));
    cached = new CachedTables(input, key, descriptions, descriptions.bytes, policy, cache);
    if (policy == CachePolicy.PINNED) {
      for (FieldInfo field : state.fieldInfos) {
        TermHashTable table = table(field);
        if (table != null) {
          table.load();
        }
      }
    }
  }

  private void open(SegmentReadState state) throws IOException {
    String fileName = TermHashFile.FILE.name(state);
    boolean success = false;
    try {
      input =
          TermHashFile.FILE.open(
              state, state.context.withHints(FileTypeHint.INDEX, DataAccessHint.RANDOM));
      readDirectory(state.fieldInfos.size());
      success = true;
    } catch (IOException | InternalError e) {
      if (LostFile.isLost(e) == false) {
        throw e;
      }
      if (LostFile.isMissing(e)) {
        TableCounts.countMissing(fileName, e);
      } else {
        TableCounts.countDamaged(fileName, e);
      }
      failure = new CorruptIndexException(UNUSABLE, fileName, e);
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(input);
        input = null;
      }
    }
  }

  private void readDirectory(int fields) throws IOException {
    long end = input.length() - CodecUtil.footerLength() - TRAILER_BYTES;
    if (end < 0) {
      throw new CorruptIndexException("end of the directory is " + end + ", must be >= 0", input);
    }
    input.seek(end);
    int checksum = input.readInt();
    long start = input.readLong();
    // No allocation for nothing: the tables before it may be larger than the heap.
    long most = Math.min(ArrayUtil.MAX_ARRAY_LENGTH, MAX_DESCRIPTION_BYTES * (fields + 1L));
    long least = Math.max(0, end - most);
    if (start < least || start > end) {
      throw new CorruptIndexException(
          "start of the directory is " + start + ", must be " + least + " to " + end, input);
    }
    byte[] bytes = new byte[(int) (end - start)];
    input.seek(start);
    input.readBytes(bytes, 0, bytes.length);
    int actual = BlockVerification.checksum(bytes, bytes.length);
    BlockVerification.compare("the directory", start, actual, checksum, input);
    IndexInput directory = FieldRecords.open(bytes, input.toString());
    int count = directory.readVInt();
    if (count < 0 || count > bytes.length) {
      throw new CorruptIndexException(
          "number of tables is " + count + ", must be 0 to " + bytes.length, input);
    }
    int[] numbers = new int[count];
    int[] starts = new int[count];
    long[] lengths = new long[count];
    for (int i = 0; i < count; i++) {
      starts[i] = Math.toIntExact(directory.getFilePointer());
      TableDescription table = TableDescription.read(directory, start);
      numbers[i] = table.fieldNumber();
      lengths[i] = table.bytes();
    }
    FieldRecords records = new FieldRecords(bytes, numbers, starts, input.toString());
    // Records are in the order of their fields, tables in the order in which they were written.
    long[] bytesOfTables = new long[count];
    for (int i = 0; i < count; i++) {
      bytesOfTables[records.indexOf(numbers[i])] = lengths[i];
    }
    descriptions = new Descriptions(records, start, bytesOfTables);
    tables = new TermHashTable[count];
  }

  /**
   * The terms of a field with the table in front of their dictionary, or the dictionary itself if
   * the field was written without a table.
   */
  @SuppressWarnings("exports") // Applications have no use for this class, only the codec has.
  public StreakTerms terms(FieldInfo field, DictionaryTerms dictionary) {
    TermHashTable table = table(field);
    if (table == null) {
      return dictionary;
    }
    if (table.size() >= 0 && table.size() != dictionary.size()) {
      // A table of other terms than these.
      table.condemn();
    }
    table.setOrdinals(dictionary::ordinals);
    return new HashedTerms(dictionary, table);
  }

  /** The table of a field, or null if it was written without one. */
  TermHashTable table(FieldInfo field) {
    if (TableChoice.hasTable(field) == false) {
      return null;
    }
    int index = input == null ? -1 : descriptions.records.indexOf(field.number);
    return index < 0 ? TermHashTable.UNKNOWN : table(index, field.name);
  }

  private synchronized TermHashTable table(int index, String field) {
    if (tables[index] == null) {
      tables[index] =
          new TermHashTable(input, field, descriptions.get(index), index, maxDoc, cached);
    }
    return tables[index];
  }

  /** Compares the checksum of the whole file. A file that is missing is an error here. */
  public void checkIntegrity() throws IOException {
    if (failure != null) {
      throw failure;
    }
    if (input != null) {
      CodecUtil.checksumEntireFile(input);
    }
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(cached, input);
  }

  /** The descriptions of the tables, each read when it is asked for. All have been read before. */
  private static final class Descriptions extends AbstractList<TableDescription> {
    private final FieldRecords records;
    private final long limit;

    /** Of each table, so that none is read again to learn it. */
    private final long[] bytes;

    Descriptions(FieldRecords records, long limit, long[] bytes) {
      this.records = records;
      this.limit = limit;
      this.bytes = bytes;
    }

    @Override
    public TableDescription get(int index) {
      try {
        return TableDescription.read(records.record(index), limit);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public int size() {
      return records.size();
    }
  }
}
