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

import dev.streak.field.TermEntry;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;

/** Writes what {@link PrefixSetFile} describes. */
final class PrefixSetOutput implements Closeable {

  private final IndexOutput out;
  private final ByteBuffersDataOutput directory = new ByteBuffersDataOutput();
  private final byte[] buffer = new byte[8192];
  private int fieldCount;

  PrefixSetOutput(IndexOutput out) {
    this.out = out;
  }

  /**
   * Writes the chosen ones of {@code candidates}, which are ascending; documents from the spool.
   */
  void writeField(
      int fieldNumber,
      PrefixSettings settings,
      List<PrefixCandidate> candidates,
      PrefixSelection selection,
      IndexInput spool)
      throws IOException {
    CRC32C crc = new CRC32C();
    long regionStart = out.getFilePointer();
    ByteBuffersDataOutput table = new ByteBuffersDataOutput();
    ByteBuffersDataOutput offsets = new ByteBuffersDataOutput();
    for (int i = 0; i < candidates.size(); i++) {
      if (selection.isListed(i)) {
        PrefixCandidate candidate = candidates.get(i);
        offsets.writeInt(Math.toIntExact(table.size()));
        table.writeVInt(candidate.prefix().length);
        table.writeBytes(
            candidate.prefix().bytes, candidate.prefix().offset, candidate.prefix().length);
        table.writeVInt(candidate.docs());
        table.writeVLong(selection.isStored(i) ? 1 + copyList(candidate, spool, crc) : 0);
      }
    }
    long tableStart = out.getFilePointer();
    write(table, crc);
    long offsetsStart = out.getFilePointer();
    write(offsets, crc);
    fieldCount++;
    directory.writeVInt(fieldNumber);
    directory.writeVInt(settings.min());
    directory.writeVInt(settings.max());
    directory.writeVInt(selection.listedCount());
    directory.writeVLong(regionStart);
    directory.writeVLong(tableStart - regionStart);
    directory.writeVLong(offsetsStart - tableStart);
    directory.writeInt((int) crc.getValue());
  }

  /** Nothing in an encoded list depends on where it lies. */
  private long copyList(PrefixCandidate candidate, IndexInput spool, CRC32C crc)
      throws IOException {
    long entry = candidate.entry();
    if (TermEntry.isRun(entry)) {
      return entry;
    }
    long newStart = out.getFilePointer();
    spool.seek(candidate.spoolStart());
    for (long left = candidate.listBytes(); left > 0; ) {
      int length = (int) Math.min(buffer.length, left);
      spool.readBytes(buffer, 0, length);
      crc.update(buffer, 0, length);
      out.writeBytes(buffer, 0, length);
      left -= length;
    }
    return TermEntry.ofPointer(TermEntry.pointer(entry) - candidate.spoolStart() + newStart);
  }

  private void write(ByteBuffersDataOutput bytes, CRC32C crc) throws IOException {
    byte[] array = bytes.toArrayCopy();
    crc.update(array);
    out.writeBytes(array, array.length);
  }

  /** Writes the directory and the end of the file. */
  void finish() throws IOException {
    long start = out.getFilePointer();
    ByteBuffersDataOutput whole = new ByteBuffersDataOutput();
    whole.writeVInt(fieldCount);
    directory.copyTo(whole);
    CRC32C crc = new CRC32C();
    write(whole, crc);
    out.writeInt((int) crc.getValue());
    out.writeLong(start);
    CodecUtil.writeFooter(out);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
