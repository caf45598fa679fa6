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
import java.io.IOException;
import java.util.Map;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IOUtils;

/** All files that a format wrote of a small segment, in one: a header, and {@link FilesWithin}. */
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

  /** What reads the files inside. */
  public interface Opening<R> {
    /** Opens it with a state whose directory has these files. */
    R open(SegmentReadState files) throws IOException;
  }

  /** Opens what reads the files inside, and is to close this; if it cannot be opened, this does. */
  public <R> R read(Opening<R> opening) throws IOException {
    boolean success = false;
    try {
      R reader = opening.open(inner);
      success = true;
      return reader;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(this);
      }
    }
  }

  /** What the format is to read with. */
  public SegmentReadState state() {
    return inner;
  }

  /** Lengths of the files by name, as they would be without the bundle. */
  public Map<String, Long> lengths() {
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

  /** Only the files of the bundle are there. */
  private final class Parts extends FilterDirectory {
    Parts(SegmentReadState state) {
      super(state.directory);
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
      return files.open(name, context);
    }

    @Override
    public long fileLength(String name) throws IOException {
      return files.length(name);
    }

    @Override
    public String[] listAll() {
      return files.names();
    }
  }
}
