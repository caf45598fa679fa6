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
package dev.streak.postings;

import dev.streak.field.DocSink;
import dev.streak.field.TermEntry;
import dev.streak.listblock.ListDescriptor;
import dev.streak.listblock.ListReader;
import dev.streak.packing.BitPacking;
import java.io.IOException;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BitUtil;

/**
 * Reads lists of a few scattered documents, many at a time: what they begin with is copied first,
 * so that loads of lists which lie apart overlap, and unpacked without asking the file again. What
 * is longer, of another kind or damaged is left to a {@link ListReader}.
 */
final class ShortLists {

  /** Lists whose bytes are on their way at a time. */
  static final int LISTS = 32;

  /** Of each list: some twenty documents far apart. */
  private static final int LIST_BYTES = 64;

  /** Lists of which each has so many bytes to itself are copied together, and all between them. */
  private static final int NEAR_BYTES = 256;

  /** Lists of more documents lie so near that they are few. */
  private static final int MAX_DOCS = 64;

  /** Gaps of a group-varint. */
  private static final int GROUPED = 4;

  /** So many gaps that are no wider lead to no document beyond an int twice. */
  private static final int MAX_WIDTH = 24;

  /** Gaps are read in groups: the last one may end behind the bytes of its list. */
  private static final int MORE_BYTES = MAX_WIDTH * BitPacking.GROUP / Byte.SIZE + BitPacking.SLACK;

  /** The file where it is in memory, else null. */
  private final RandomAccessInput mapped;

  private final long fileLength;
  private final int maxDoc;
  private final byte[] bytes = new byte[LISTS * NEAR_BYTES + MORE_BYTES];

  /** Where the bytes of each list begin. */
  private final int[] starts = new int[LISTS];

  /** Where they end, which is where they begin if there are none. */
  private final int[] ends = new int[LISTS];

  /** Of lists that were added. */
  private final int[] docs = new int[LISTS * MAX_DOCS + BitPacking.GROUP];

  private int docCount;

  /** Where the list that is being unpacked goes on. */
  private int at;

  ShortLists(IndexInput in, int maxDoc) {
    mapped = ListHeads.inMemory(in);
    fileLength = in.length();
    this.maxDoc = maxDoc;
  }

  /** Reads what the lists of some entries begin with, where reading it is no more than a copy. */
  void read(long[] entries, int from, int to) throws IOException {
    assert to - from <= LISTS : "from=" + from + " to=" + to;
    docCount = 0;
    if (mapped != null && readTogether(entries, from, to)) {
      return;
    }
    for (int i = from; i < to; i++) {
      int start = (i - from) * LIST_BYTES;
      starts[i - from] = start;
      ends[i - from] = start + read(TermEntry.pointer(entries[i]), start);
    }
  }

  /** Reads all from the first list to the last; returns false if that is too much. */
  private boolean readTogether(long[] entries, int from, int to) throws IOException {
    long first = TermEntry.pointer(entries[from]);
    long last = Math.min((to - from) * (long) NEAR_BYTES, fileLength - first) - LIST_BYTES;
    long outside = 0;
    int length = 0;
    for (int i = from; i < to; i++) {
      long start = TermEntry.pointer(entries[i]) - first;
      outside |= start | (last - start);
      int end = (int) start + LIST_BYTES;
      starts[i - from] = (int) start;
      ends[i - from] = end;
      length = Math.max(length, end);
    }
    if (outside < 0) {
      return false;
    }
    mapped.readBytes(first, bytes, 0, length);
    return true;
  }

  private int read(long pointer, int start) throws IOException {
    if (mapped == null || pointer >= fileLength) {
      return 0;
    }
    if (pointer > fileLength - LIST_BYTES) {
      int length = (int) (fileLength - pointer);
      mapped.readBytes(pointer, bytes, start, length);
      return length;
    }
    // A call that copies bytes takes longer than these.
    for (int i = 0; i < LIST_BYTES; i += Long.BYTES) {
      BitUtil.VH_LE_LONG.set(bytes, start + i, mapped.readLong(pointer + i));
    }
    return LIST_BYTES;
  }

  /**
   * Adds the documents of one of the lists that were read, or hands them over as they are packed;
   * returns whether it is for this.
   */
  boolean add(int index, DocSink sink) {
    at = starts[index];
    int end = ends[index];
    if (at == end) {
      return false;
    }
    int code = readVInt();
    int first = readVInt();
    int head = bytes[at++] & 0xFF;
    int count = code >>> 1;
    if ((code & ListDescriptor.LONG_LIST) != 0 || count < 1 || count > MAX_DOCS || first < 0) {
      return false;
    }
    int parameter = head & ListDescriptor.PARAMETER_MASK;
    return switch (head >>> ListDescriptor.KIND_SHIFT) {
      case ListDescriptor.KIND_PACKED -> addPacked(parameter, first, count - 1, end, sink);
      case ListDescriptor.KIND_GROUPS -> addGroups(first, count - 1, end);
      default -> false;
    };
  }

  /** Hands over the documents of all lists that were added. */
  void collect(DocSink sink) {
    if (docCount > 0) {
      sink.docs(docs, docCount);
    }
  }

  /** Returns false if gaps are too wide, the bytes end before them, or documents are too high. */
  private boolean addPacked(int width, int first, int count, int end, DocSink sink) {
    if (width > MAX_WIDTH || at + BitPacking.byteLength(count, width) > end) {
      return false;
    }
    long last = sink.gaps(bytes, at << 3, width, first, count);
    if (last != DocSink.UNPACK) {
      return last < maxDoc;
    }
    // Whole groups, whose end can be guessed: what is behind the last gap means nothing.
    int groups = (count + BitPacking.GROUP - 1) / BitPacking.GROUP;
    int to = groups * BitPacking.GROUP;
    docs[docCount] = first;
    BitPacking.unpackAscending(bytes, at << 3, width, first, docs, docCount + 1, to);
    if (Integer.toUnsignedLong(docs[docCount + count]) >= maxDoc) {
      return false;
    }
    docCount += count + 1;
    return true;
  }

  /** Returns false if the bytes end before the gaps, or documents are too high. */
  private boolean addGroups(int first, int count, int end) {
    long doc = first;
    int lengths = 0;
    int grouped = count - count % GROUPED;
    docs[docCount] = first;
    for (int i = 0; i < count; i++) {
      if (at >= end) {
        return false;
      }
      if (i < grouped && i % GROUPED == 0) {
        lengths = bytes[at++];
      }
      doc += 1 + Integer.toUnsignedLong(i < grouped ? gap(lengths >>> 6 & 3) : readVInt());
      docs[docCount + 1 + i] = (int) doc;
      lengths <<= 2;
    }
    if (at > end || doc >= maxDoc) {
      return false;
    }
    docCount += count + 1;
    return true;
  }

  private int gap(int lengthLessOne) {
    int gap = (int) BitUtil.VH_LE_INT.get(bytes, at) & -1 >>> ((3 - lengthLessOne) * Byte.SIZE);
    at += lengthLessOne + 1;
    return gap;
  }

  /** As Lucene's, of an int that is whole. */
  private int readVInt() {
    byte low = bytes[at++];
    int value = low & 0x7F;
    for (int shift = 7; low < 0 && shift < Integer.SIZE; shift += 7) {
      low = bytes[at++];
      value |= (low & 0x7F) << shift;
    }
    return value;
  }
}
