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
package dev.streak.file;

import java.io.IOException;
import java.util.zip.CRC32;
import org.apache.lucene.store.BufferedChecksum;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.store.ByteBuffersIndexOutput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.IOUtils;

/** A file that is written to memory, until its bundle moves it out. */
final class BundledOutput extends IndexOutput {
  private final FileBundleWriter bundle;
  private final IOContext context;

  /** Null since the file is one of its own. */
  private ByteBuffersDataOutput memory = new ByteBuffersDataOutput();

  /** Writes to memory, or to the directory. */
  private IndexOutput target;

  private boolean closed;

  BundledOutput(FileBundleWriter bundle, String name, IOContext context) {
    super("BundledOutput(" + name + ")", name);
    this.bundle = bundle;
    this.context = context;
    this.target =
        new ByteBuffersIndexOutput(
            memory, toString(), name, new BufferedChecksum(new CRC32()), unused -> {});
  }

  /** Goes on as a file of its own. */
  void moveTo(Directory directory) throws IOException {
    IndexOutput file = directory.createOutput(getName(), context);
    boolean success = false;
    try {
      memory.copyTo(file);
      success = true;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(file);
      }
    }
    target = file;
    memory = null;
    if (closed) {
      file.close();
    }
  }

  long length() {
    return memory.size();
  }

  void copyTo(IndexOutput output) throws IOException {
    assert closed : this;
    memory.copyTo(output);
  }

  private void count(int moreBytes) throws IOException {
    if (memory != null) {
      bundle.count(moreBytes);
    }
  }

  @Override
  public void writeByte(byte b) throws IOException {
    target.writeByte(b);
    count(Byte.BYTES);
  }

  @Override
  public void writeBytes(byte[] bytes, int offset, int length) throws IOException {
    target.writeBytes(bytes, offset, length);
    count(length);
  }

  @Override
  public void writeShort(short value) throws IOException {
    target.writeShort(value);
    count(Short.BYTES);
  }

  @Override
  public void writeInt(int value) throws IOException {
    target.writeInt(value);
    count(Integer.BYTES);
  }

  @Override
  public void writeLong(long value) throws IOException {
    target.writeLong(value);
    count(Long.BYTES);
  }

  @Override
  public long getFilePointer() {
    return target.getFilePointer();
  }

  @Override
  public long getChecksum() throws IOException {
    return target.getChecksum();
  }

  @Override
  public void close() throws IOException {
    if (closed == false) {
      closed = true;
      target.close();
    }
  }
}
