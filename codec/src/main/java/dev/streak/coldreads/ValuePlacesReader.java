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
package dev.streak.coldreads;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DocValuesSkipIndexType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.store.ChecksumIndexInput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.packed.DirectMonotonicReader;

/**
 * Reads where values lie from the metadata of Lucene's format of doc values: of fields that all
 * documents have a value of, and whose numbers all take the same number of bits. Others, and later
 * versions of the format, are left out.
 */
final class ValuePlacesReader {

  /** The format's name, which its files carry. */
  static final String FORMAT = "Lucene90";

  private static final String META_CODEC = "Lucene90DocValuesMetadata";

  /** The last version that is known, and the first whose skip indexes count values. */
  private static final int VERSION = 2;

  private static final byte NUMERIC = 0;
  private static final byte BINARY = 1;
  private static final byte SORTED = 2;
  private static final byte SORTED_SET = 3;
  private static final byte SORTED_NUMERIC = 4;

  /** Stands for the bits that tell which documents have a value, where all have. */
  private static final long ALL_DOCUMENTS = -1;

  private static final int TERMS_BLOCK_LOG2 = 6;

  private final IndexInput meta;
  private final long dataLength;
  private final int version;
  private final Map<Integer, ValuePlaces> places = new HashMap<>();

  private ValuePlacesReader(IndexInput meta, long dataLength, int version) {
    this.meta = meta;
    this.dataLength = dataLength;
    this.version = version;
  }

  /**
   * Reads a file of metadata.
   *
   * @param dataLength that of the file of the values
   * @return by numbers of fields
   */
  static Map<Integer, ValuePlaces> read(
      Directory directory,
      String file,
      SegmentInfo segment,
      String suffix,
      FieldInfos fields,
      long dataLength)
      throws IOException {
    // Nothing is believed before: a wrong number of values could ask for any amount of memory.
    try (IndexInput whole = directory.openInput(file, IOContext.READONCE)) {
      CodecUtil.checksumEntireFile(whole);
    }
    try (ChecksumIndexInput meta = directory.openChecksumInput(file)) {
      int version =
          CodecUtil.checkIndexHeader(meta, META_CODEC, 0, VERSION, segment.getId(), suffix);
      ValuePlacesReader reader = new ValuePlacesReader(meta, dataLength, version);
      reader.readFields(fields);
      return reader.places;
    } catch (
        @SuppressWarnings("unused")
        IndexFormatTooNewException e) {
      // Reads are not announced; all else is Lucene's own business.
      return Map.of();
    }
  }

  private void readFields(FieldInfos fields) throws IOException {
    for (int number = meta.readInt(); number != -1; number = meta.readInt()) {
      FieldInfo field = fields.fieldInfo(number);
      if (field == null) {
        throw new CorruptIndexException(
            "number of a field is " + number + ", must be that of a field", meta);
      }
      byte type = meta.readByte();
      if (field.docValuesSkipIndexType() != DocValuesSkipIndexType.NONE) {
        meta.skipBytes(4 * Long.BYTES + (version < VERSION ? 2 : 3) * Integer.BYTES);
      }
      ValuePlaces found = read(type);
      if (found != null) {
        places.put(number, found);
      }
    }
  }

  /** Returns null where values are not to be found. */
  private ValuePlaces read(byte type) throws IOException {
    return switch (type) {
      case NUMERIC -> readNumbers(false);
      case SORTED_NUMERIC -> readNumbers(true);
      case BINARY -> readBinary();
      case SORTED -> readTerms(false);
      case SORTED_SET -> readTerms(meta.readByte() != 0);
      default ->
          throw new CorruptIndexException(
              "type of doc values is " + type + ", must be 0 to 4", meta);
    };
  }

  /** A term is two or more reads away from a document: where it lies is not known before. */
  private ValuePlaces readTerms(boolean severalEach) throws IOException {
    readNumbers(severalEach);
    skipTerms();
    return null;
  }

  private ValuePlaces readNumbers(boolean severalEach) throws IOException {
    boolean dense = readIsDense();
    long values = meta.readLong();
    // Or else the number of bits differs from block to block.
    int tableSize = meta.readInt();
    meta.skipBytes((long) Math.max(0, tableSize) * Long.BYTES);
    int bits = meta.readByte();
    meta.skipBytes(2 * Long.BYTES);
    long start = meta.readLong();
    long length = meta.readLong();
    meta.skipBytes(Long.BYTES);
    boolean single = severalEach == false || readIsSingle(values);
    return dense && single && tableSize >= -1 && bits > 0
        ? ValuePlaces.ofSame(start, checked(start, length), bits)
        : null;
  }

  private boolean readIsDense() throws IOException {
    boolean dense = meta.readLong() == ALL_DOCUMENTS;
    meta.skipBytes(Long.BYTES + Short.BYTES + Byte.BYTES);
    return dense;
  }

  private boolean readIsSingle(long values) throws IOException {
    int docs = meta.readInt();
    if (docs == values) {
      return true;
    }
    meta.skipBytes(Long.BYTES);
    skipMonotonic(docs + 1L, meta.readVInt());
    meta.skipBytes(Long.BYTES);
    return false;
  }

  private ValuePlaces readBinary() throws IOException {
    long start = meta.readLong();
    long length = meta.readLong();
    boolean dense = readIsDense();
    int docs = meta.readInt();
    int least = meta.readInt();
    int most = meta.readInt();
    if (least == most) {
      return dense
          ? ValuePlaces.ofSame(start, checked(start, length), (long) most * Byte.SIZE)
          : null;
    }
    long endsAt = meta.readLong();
    DirectMonotonicReader.Meta ends =
        DirectMonotonicReader.loadMeta(meta, docs + 1L, meta.readVInt());
    long endsLength = meta.readLong();
    return dense
        ? ValuePlaces.ofDifferent(
            start, checked(start, length), ends, endsAt, checked(endsAt, endsLength))
        : null;
  }

  /** Returns the length of a part of the data after a look at whether the file has it. */
  private long checked(long start, long length) throws IOException {
    if (start < 0 || length < 0 || length > dataLength - start) {
      throw new CorruptIndexException(
          "values are " + length + " bytes from " + start + ", must end by " + dataLength, meta);
    }
    return length;
  }

  private void skipTerms() throws IOException {
    long terms = meta.readVLong();
    int blockShift = meta.readInt();
    skipMonotonic((terms + (1 << TERMS_BLOCK_LOG2) - 1) >>> TERMS_BLOCK_LOG2, blockShift);
    meta.skipBytes(2 * Integer.BYTES + 4 * Long.BYTES);
    int indexShift = meta.readInt();
    skipMonotonic(1 + ((terms + (1L << indexShift) - 1) >>> indexShift), blockShift);
    meta.skipBytes(4 * Long.BYTES);
  }

  private void skipMonotonic(long values, int blockShift) throws IOException {
    DirectMonotonicReader.loadMeta(meta, values, blockShift);
  }
}
