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
import dev.streak.cachedfile.LostFile;
import dev.streak.field.PrefixSets;
import dev.streak.management.StreakLog;
import dev.streak.postings.PostingLists;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.CRC32C;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IOUtils;

/**
 * The prefix sets of a segment. A file that is missing or damaged is one without sets: queries
 * enumerate terms instead, {@link #failures()} rises, and only {@link #checkIntegrity} fails. Of
 * queries only those fail that are at work when the sets of a field become unreadable.
 */
public final class PrefixSetsReader implements Closeable {

  private static final LongAdder FAILURES = new LongAdder();

  private final String directory;
  private final String fileName;
  private final Throwable openFailure;
  private final IndexInput in;
  private final Map<Integer, FieldPrefixSets> sets = new HashMap<>();
  private final Set<Integer> intact = new HashSet<>();

  /** Opens the file of the segment. */
  public PrefixSetsReader(SegmentReadState state) throws IOException {
    directory = state.directory.toString();
    fileName = PrefixSetFile.FILE.name(state);
    IndexInput opened = null;
    Throwable failure = null;
    boolean success = false;
    try {
      opened = PrefixSetFile.FILE.open(state, state.context);
      readDirectory(opened, state);
      success = true;
    } catch (IOException | InternalError e) {
      if (LostFile.isLost(e) == false) {
        throw e;
      }
      failure = e;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(opened);
      }
    }
    if (failure != null) {
      countFailure(failure);
      sets.clear();
    }
    in = success ? opened : null;
    openFailure = failure;
  }

  private void countFailure(Throwable cause) {
    FAILURES.increment();
    StreakLog.warnOnce(
        "prefix sets " + directory + fileName,
        () ->
            "Prefix sets "
                + fileName
                + " are missing or damaged: queries visit every term, with the same answers, until"
                + " a merge writes them anew. "
                + cause);
  }

  /** How many files and fields of all segments could not be used since the program started. */
  public static long failures() {
    return FAILURES.sum();
  }

  /** Reads the directory of a file that stands behind its header. */
  private void readDirectory(IndexInput in, SegmentReadState state) throws IOException {
    long headerEnd = in.getFilePointer();
    long trailer = in.length() - CodecUtil.footerLength() - PrefixSetFile.TRAILER_BYTES;
    long crcPosition = trailer - Integer.BYTES;
    check("end of the directory", crcPosition, headerEnd, Long.MAX_VALUE, in);
    in.seek(trailer);
    long start = in.readLong();
    check("start of the directory", start, headerEnd, crcPosition - 1, in);
    int crc = crc(in, start, crcPosition - start);
    in.seek(crcPosition);
    BlockVerification.compare("the directory", start, crc, in.readInt(), in);
    in.seek(start);
    PostingLists lists = new PostingLists(in, state.segmentInfo.maxDoc());
    int fields = in.readVInt();
    for (int i = 0; i < fields; i++) {
      int number = in.readVInt();
      int min = in.readVInt();
      int max = in.readVInt();
      check("least length of prefixes", min, 1, max, in);
      FieldInfo field = number < 0 ? null : state.fieldInfos.fieldInfo(number);
      if (field == null) {
        throw new CorruptIndexException(
            "number of a field is " + number + ", must be that of a field of the segment", in);
      }
      boolean ofText = TextTerms.isRecorded(field);
      FieldPrefixSets region =
          new FieldPrefixSets(
              in, headerEnd, start, lists, ofText, failure -> leaveOut(number, failure));
      if (sets.put(number, region) != null) {
        throw new CorruptIndexException(
            "number of regions of field " + number + " is 2, must be 1", in);
      }
    }
    check("end of the directory", in.getFilePointer(), crcPosition, crcPosition, in);
  }

  private synchronized void leaveOut(int number, Throwable failure) {
    if (sets.remove(number) != null) {
      countFailure(failure);
    }
  }

  static void check(String what, long value, long least, long most, IndexInput in)
      throws CorruptIndexException {
    if (value < least || value > most) {
      throw new CorruptIndexException(
          what + " is " + value + ", must be " + least + " to " + most, in);
    }
  }

  static int crc(IndexInput in, long start, long length) throws IOException {
    CRC32C crc = new CRC32C();
    byte[] buffer = new byte[(int) Math.min(length, 1 << 14)];
    in.seek(start);
    for (long left = length; left > 0; ) {
      int count = (int) Math.min(buffer.length, left);
      in.readBytes(buffer, 0, count);
      crc.update(buffer, 0, count);
      left -= count;
    }
    return (int) crc.getValue();
  }

  /** The prefixes of a field, or null when there are none that can be used. */
  public synchronized PrefixSets sets(FieldInfo field) {
    FieldPrefixSets found = sets.get(field.number);
    if (found == null || intact.contains(field.number)) {
      return found;
    }
    try {
      found.checkRegion(in.clone());
      intact.add(field.number);
      return found;
    } catch (IOException | InternalError e) {
      if (LostFile.isLost(e)) {
        sets.remove(field.number);
      }
      if (LostFile.isInterrupted(e) == false) {
        countFailure(e);
      }
      return null;
    }
  }

  /** Fails if the file could not be opened or its content is not what was written. */
  public void checkIntegrity() throws IOException {
    if (openFailure != null) {
      throw new CorruptIndexException("prefix sets cannot be read", fileName, openFailure);
    }
    CodecUtil.checksumEntireFile(in);
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(in);
  }
}
