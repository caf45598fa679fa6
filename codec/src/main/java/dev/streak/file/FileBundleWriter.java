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
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.IORunnable;

/**
 * Makes one file of those that a format writes of a segment and that are small: creating and
 * opening a file takes longer than writing and reading a few kilobytes. Files are kept in memory;
 * while they have more than {@value #MAX_BYTES} bytes together, the largest becomes a file of its
 * own.
 *
 * <p>Temporary files are not the bundle's business.
 */
public final class FileBundleWriter {

  /** Kept in memory by each thread that writes a segment. */
  static final int MAX_BYTES = 1 << 20;

  /** Tests set less. */
  static volatile int room = MAX_BYTES;

  private final SegmentFile kind;
  private final SegmentWriteState outer;
  private final SegmentWriteState inner;
  private final Predicate<String> isLarge;
  private final Runnable written;

  /** Those in memory, by their names. */
  private final Map<String, BundledOutput> files = new LinkedHashMap<>();

  private long bytes;

  /** What was begun and has not ended. */
  private int unfinished;

  /** Whether all files are of their own from now on. */
  private boolean asFiles;

  /**
   * Begins a file of the given kind, to be written with the given state.
   *
   * @param isLarge tells by their names which files are not worth a try in memory
   */
  public FileBundleWriter(SegmentFile kind, SegmentWriteState state, Predicate<String> isLarge) {
    this(kind, state, isLarge, () -> {});
  }

  /** As above; {@code written} is run when there is a bundle. */
  FileBundleWriter(
      SegmentFile kind, SegmentWriteState state, Predicate<String> isLarge, Runnable written) {
    this.kind = kind;
    this.outer = state;
    this.isLarge = isLarge;
    this.written = written;
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
    if (asFiles || isLarge.test(name)) {
      return outer.directory.createOutput(name, context);
    }
    if (files.containsKey(name)) {
      throw new FileAlreadyExistsException(name);
    }
    BundledOutput output = new BundledOutput(this, name, context);
    files.put(name, output);
    return output;
  }

  /** Called for all that is written to memory. */
  void count(int moreBytes) throws IOException {
    bytes += moreBytes;
    while (bytes > room && files.isEmpty() == false) {
      BundledOutput largest =
          Collections.max(files.values(), Comparator.comparingLong(BundledOutput::length));
      moveOut(largest);
      if (largest.getName().equals(kind.name(outer))) {
        // It has the bundle's name, so there cannot be one.
        moveAllOut();
      }
    }
  }

  private void moveOut(BundledOutput file) throws IOException {
    // First, so that nobody asks for a file in memory that is there no more should this fail.
    files.remove(file.getName());
    bytes -= file.length();
    file.moveTo(outer.directory);
  }

  private void moveAllOut() throws IOException {
    asFiles = true;
    for (BundledOutput file : List.copyOf(files.values())) {
      moveOut(file);
    }
  }

  /** Something is about to be written. Where that fails, there will be no bundle. */
  public void begin() {
    unfinished++;
  }

  /** What was begun is written. */
  public void end() {
    unfinished--;
  }

  /** Runs what writes something. Where that fails, there will be no bundle. */
  public void write(IORunnable writing) throws IOException {
    begin();
    writing.run();
    end();
  }

  /** Bytes of the files that are in memory. */
  public long ramBytesUsed() {
    return bytes;
  }

  /**
   * Writes the bundle, if there is more than one file in memory and all that was begun has ended: a
   * writer is closed after a failure, too, and then the segment is abandoned. All outputs must be
   * closed.
   */
  public void finish() throws IOException {
    if (asFiles || unfinished > 0) {
      return;
    }
    if (files.size() <= 1) {
      moveAllOut();
      return;
    }
    asFiles = true;
    writeBundle();
    written.run();
  }

  private void writeBundle() throws IOException {
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
  }
}
