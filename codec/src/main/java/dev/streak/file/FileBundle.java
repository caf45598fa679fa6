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
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IOFunction;
import org.apache.lucene.util.IOUtils;

/**
 * Files that a format wrote of a segment, in one: a header, and {@link FilesWithin}. Large ones are
 * beside it.
 */
public final class FileBundle implements Closeable {
  private final IndexInput in;
  private final FilesWithin files;
  private final SegmentReadState inner;

  private FileBundle(IndexInput in, SegmentReadState state) throws IOException {
    this.in = in;
    this.files = FilesWithin.read(in, state.segmentInfo.name);
    this.inner = SegmentStates.in(new Parts(state), state);
  }

  /**
   * Opens the bundle of a segment; null if its file of that kind is of a version before the one
   * that is written, and no bundle.
   */
  public static FileBundle open(SegmentFile kind, SegmentReadState state) throws IOException {
    IndexInput in = state.directory.openInput(kind.name(state), state.context);
    FileBundle bundle = null;
    try {
      if (kind.checkHeader(in, state) == kind.version()) {
        bundle = new FileBundle(in, state);
      }
    } finally {
      if (bundle == null) {
        IOUtils.closeWhileHandlingException(in);
      }
    }
    return bundle;
  }

  /**
   * Opens what reads the files inside, and is to close this; if it cannot be opened, this does.
   *
   * @param opening is given a state whose directory has these files
   */
  public <R> R read(IOFunction<SegmentReadState, R> opening) throws IOException {
    boolean success = false;
    try {
      R reader = opening.apply(inner);
      success = true;
      return reader;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(this);
      }
    }
  }

  /**
   * What the format is to read with: its directory has the files of the bundle and those beside.
   */
  public SegmentReadState state() {
    return inner;
  }

  /** Lengths of the files in the bundle by name. */
  public Map<String, Long> lengths() throws IOException {
    return files.lengths();
  }

  /** Reads everything and compares the checksum. */
  public void checkIntegrity() throws IOException {
    files.checkIntegrity();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** What is not in the bundle is beside it. */
  private final class Parts extends FilterDirectory {
    Parts(SegmentReadState state) {
      super(state.directory);
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
      if (files.has(name)) {
        return files.open(name, context);
      }
      try {
        return super.openInput(name, context);
      } catch (NoSuchFileException | FileNotFoundException e) {
        // Whoever opens it knows that it is there: perhaps its name in the bundle is damaged.
        checkIntegrity();
        throw e;
      }
    }

    @Override
    public long fileLength(String name) throws IOException {
      return files.has(name) ? files.length(name) : super.fileLength(name);
    }
  }
}
