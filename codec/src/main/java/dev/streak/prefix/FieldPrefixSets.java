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
package dev.streak.prefix;

import dev.streak.cache.blocks.BlockVerification;
import dev.streak.field.DocSink;
import dev.streak.field.PrefixSets;
import dev.streak.field.TermEntry;
import dev.streak.postings.PostingLists;
import java.io.EOFException;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOSupplier;

/** The region of a field in the file of prefix sets, read in place. */
final class FieldPrefixSets implements PrefixSets {

  private final IndexInput in;
  private final PostingLists lists;
  private final Consumer<Throwable> whenLost;
  private final int size;
  private final long regionStart;
  private final long tableStart;
  private final long offsetsStart;
  private final int crc;
  private final boolean ofText;

  /**
   * Reads a field's place from the directory; regions lie from {@code from} to {@code to}.
   *
   * @param ofText whether all terms of the field are known to be UTF-8
   * @param whenLost is told why they can be read no more, if that happens
   */
  FieldPrefixSets(
      IndexInput in,
      long from,
      long to,
      PostingLists lists,
      boolean ofText,
      Consumer<Throwable> whenLost)
      throws IOException {
    this.in = in;
    this.lists = lists;
    this.ofText = ofText;
    this.whenLost = whenLost;
    size = in.readVInt();
    regionStart = in.readVLong();
    long listsLength = in.readVLong();
    long tableLength = in.readVLong();
    crc = in.readInt();
    PrefixSetsReader.check("number of prefixes", size, 0, to / Integer.BYTES, in);
    PrefixSetsReader.check("start of a region", regionStart, from, to, in);
    PrefixSetsReader.check("length of lists", listsLength, 0, to - regionStart, in);
    tableStart = regionStart + listsLength;
    PrefixSetsReader.check(
        "length of a table", tableLength, 0, to - tableStart - (long) size * Integer.BYTES, in);
    offsetsStart = tableStart + tableLength;
  }

  /** Fails if the region is not what was written. */
  void checkRegion(IndexInput clone) throws IOException {
    long length = offsetsStart + (long) size * Integer.BYTES - regionStart;
    int actual = PrefixSetsReader.crc(clone, regionStart, length);
    BlockVerification.compare("the region", regionStart, actual, crc, clone);
  }

  /** What is read from a region that was as it was written, and may have become unreadable. */
  private <T> T read(IOSupplier<T> reading) throws IOException {
    try {
      return reading.get();
    } catch (CorruptIndexException | EOFException | InternalError e) {
      whenLost.accept(e);
      throw e instanceof CorruptIndexException known
          ? known
          : new CorruptIndexException("prefix sets can no longer be read", in, e);
    }
  }

  /** A cursor of the calling thread on a record. */
  private IndexInput at(IndexInput clone, int index) throws IOException {
    clone.seek(offsetsStart + (long) index * Integer.BYTES);
    int offset = clone.readInt();
    PrefixSetsReader.check("offset of a record", offset, 0, offsetsStart - tableStart - 1, clone);
    clone.seek(tableStart + offset);
    return clone;
  }

  @Override
  public boolean areOfText() {
    return ofText;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int ceiling(BytesRef key) throws IOException {
    return read(() -> search(key));
  }

  private int search(BytesRef key) throws IOException {
    IndexInput clone = in.clone();
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (readPrefix(at(clone, middle)).compareTo(key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public BytesRef prefix(int index) throws IOException {
    return read(() -> readPrefix(at(in.clone(), index)));
  }

  private BytesRef readPrefix(IndexInput record) throws IOException {
    byte[] bytes = new byte[readLength(record)];
    record.readBytes(bytes, 0, bytes.length);
    return new BytesRef(bytes);
  }

  private int readLength(IndexInput record) throws IOException {
    int length = record.readVInt();
    PrefixSetsReader.check(
        "length of a prefix", length, 0, offsetsStart - record.getFilePointer(), record);
    return length;
  }

  /** A cursor of the calling thread on what is behind the prefix of a record. */
  private IndexInput behindPrefix(int index) throws IOException {
    IndexInput record = at(in.clone(), index);
    record.skipBytes(readLength(record));
    return record;
  }

  @Override
  public int docCount(int index) throws IOException {
    return read(() -> readDocCount(index));
  }

  private int readDocCount(int index) throws IOException {
    IndexInput record = behindPrefix(index);
    int docs = record.readVInt();
    PrefixSetsReader.check("number of documents of a prefix", docs, 1, lists.maxDoc(), record);
    return docs;
  }

  @Override
  public boolean hasDocs(int index) throws IOException {
    return read(() -> entryPlusOne(index)) != 0;
  }

  private long entryPlusOne(int index) throws IOException {
    IndexInput record = behindPrefix(index);
    record.readVInt();
    return record.readVLong();
  }

  @Override
  public void collect(int index, DocSink sink) throws IOException {
    read(
        () -> {
          readInto(sink, index);
          return sink;
        });
  }

  private void readInto(DocSink sink, int index) throws IOException {
    long entry = entryPlusOne(index) - 1;
    PrefixSetsReader.check("entry of a prefix", entry, 0, Long.MAX_VALUE, in);
    if (TermEntry.endsWithin(entry, lists.maxDoc()) == false) {
      throw new CorruptIndexException(
          "run of a prefix is from "
              + TermEntry.runStart(entry)
              + ", must end by "
              + lists.maxDoc(),
          in);
    }
    lists.collect(entry, sink);
  }
}
