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

import dev.streak.cachedfile.SegmentStates;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;

/**
 * Makes one file of all that a format writes of a small segment: creating a file takes longer than
 * writing a few kilobytes. What grows beyond {@value #MAX_BYTES} bytes becomes files as without it.
 *
 * <p>Temporary files are not the bundle's business.
 */
public final class FileBundleWriter {

  /** Kept in memory by each thread that writes a small segment. */
  static final int MAX_BYTES = 1 << 20;

  private final SegmentFile kind;
  private final SegmentWriteState outer;
  private final SegmentWriteState inner;
  private final Runnable written;

  /** By their names; empty once they became files. */
  private final Map<String, BundledOutput> files = new LinkedHashMap<>();

  private long bytes;
  private boolean asFiles;
  private boolean finished;

  /** Begins a file of the given kind, to be written with the given state. */
  public FileBundleWriter(SegmentFile kind, SegmentWriteState state) {
    this(kind, state, () -> {});
  }

  /** As above; {@code written} is run when there is a bundle. */
  FileBundleWriter(SegmentFile kind, SegmentWriteState state, Runnable written) {
    this.written = written;
    this.kind = kind;
    this.outer = state;
    this.inner =
        SegmentStates.in(
            new FilterDirectory(state.directory) {
              @Override
              public IndexOutput createOutput(String name, IOContext context) throws IOException {
                return create(name, context);
              }
            },
            state);
  }

  /** What the format is to write with. */
  public SegmentWriteState state() {
    return inner;
  }

  private IndexOutput create(String name, IOContext context) throws IOException {
    if (asFiles) {
      return outer.directory.createOutput(name, context);
    }
    if (files.containsKey(name)) {
      throw new FileAlreadyExistsException(name);
    }
    BundledOutput output = new BundledOutput(this, name, context);
    files.put(name, output);
    return output;
  }

  /** Called for all that is written. */
  void count(int moreBytes) throws IOException {
    bytes += moreBytes;
    if (bytes > MAX_BYTES && asFiles == false) {
      asFiles = true;
      for (BundledOutput file : files.values()) {
        file.moveTo(outer.directory);
      }
      files.clear();
    }
  }

  /** Bytes of the files that are in memory. */
  public long ramBytesUsed() {
    return asFiles ? 0 : bytes;
  }

  /** Writes the bundle, unless there are files already. All outputs must be closed. */
  public void finish() throws IOException {
    if (finished || asFiles) {
      return;
    }
    finished = true;
    try (IndexOutput output = kind.create(outer)) {
      Map<String, Long> lengths = new LinkedHashMap<>();
      files.values().forEach(file -> lengths.put(file.getName(), file.length()));
      FilesWithin.writeNames(lengths, output);
      for (BundledOutput file : files.values()) {
        output.alignFilePointer(FilesWithin.ALIGNMENT);
        file.copyTo(output);
      }
      CodecUtil.writeFooter(output);
    }
    written.run();
  }
}
