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
package dev.streak.tools.index;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.SparseFixedBitSet;

/**
 * Knows which parts of its files were read: what a field takes of files that fields share is found
 * out by reading the field. Files inside others have their own names.
 */
public final class TrackedDirectory extends FilterDirectory {
  /** Parts are this long, so that bookkeeping stays small, or longer if there are too many. */
  private static final int PART_SHIFT = 6;

  /** Compound files, and bundles of postings. */
  private static final Set<String> WITH_FILES_INSIDE = Set.of("cfs", "skm");

  private final Map<String, Parts> read = new HashMap<>();

  /** Those of one file that were read. */
  private static final class Parts {
    private final int shift;
    private final SparseFixedBitSet read;

    Parts(long fileLength) {
      int enough = PART_SHIFT;
      while (fileLength >>> enough >= Integer.MAX_VALUE) {
        enough++;
      }
      shift = enough;
      read = new SparseFixedBitSet((int) (fileLength >>> shift) + 1);
    }

    void note(long from, long to) {
      int last = (int) ((to - 1) >>> shift);
      for (int part = (int) (from >>> shift); part <= last; part++) {
        read.set(part);
      }
    }

    long bytes() {
      return (long) read.cardinality() << shift;
    }
  }

  /** Tracks what is read from {@code in}. */
  public TrackedDirectory(Directory in) {
    super(in);
  }

  /** Bytes that were read of each file since the last call, each part once. */
  public synchronized Map<String, Long> take() {
    Map<String, Long> taken = new TreeMap<>();
    read.forEach((file, parts) -> taken.put(file, parts.bytes()));
    read.clear();
    return taken;
  }

  private synchronized void note(String file, long fileLength, long from, long length) {
    if (length > 0) {
      read.computeIfAbsent(file, f -> new Parts(fileLength)).note(from, from + length);
    }
  }

  @Override
  public IndexInput openInput(String name, IOContext context) throws IOException {
    IndexInput input = in.openInput(name, context);
    return new TrackedInput(input, name, input.length(), 0);
  }

  @Override
  public String toString() {
    return IndexFolder.name(in);
  }

  private final class TrackedInput extends IndexInput {
    private final IndexInput input;
    private final String file;
    private final long fileLength;

    /** Where this input begins in the file. */
    private final long start;

    TrackedInput(IndexInput input, String file, long fileLength, long start) {
      super("tracked(" + input + ")");
      this.input = input;
      this.file = file;
      this.fileLength = fileLength;
      this.start = start;
    }

    @Override
    public byte readByte() throws IOException {
      long from = start + input.getFilePointer();
      byte read = input.readByte();
      note(file, fileLength, from, 1);
      return read;
    }

    @Override
    public void readBytes(byte[] bytes, int offset, int length) throws IOException {
      long from = start + input.getFilePointer();
      // May be behind the end of a file that is damaged.
      input.readBytes(bytes, offset, length);
      note(file, fileLength, from, length);
    }

    @Override
    public void seek(long position) throws IOException {
      input.seek(position);
    }

    @Override
    public long getFilePointer() {
      return input.getFilePointer();
    }

    @Override
    public long length() {
      return input.length();
    }

    @Override
    public IndexInput slice(String description, long offset, long length) throws IOException {
      IndexInput slice = input.slice(description, offset, length);
      // Such a file hands out those inside it as slices that are called like them.
      boolean inner =
          WITH_FILES_INSIDE.contains(SegmentFiles.extension(file)) && description.startsWith("_");
      return inner
          ? new TrackedInput(slice, description, length, 0)
          : new TrackedInput(slice, file, fileLength, start + offset);
    }

    @Override
    public IndexInput clone() {
      return new TrackedInput(input.clone(), file, fileLength, start);
    }

    @Override
    public void close() throws IOException {
      input.close();
    }
  }
}
