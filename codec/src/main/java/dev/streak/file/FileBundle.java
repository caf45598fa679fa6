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
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.IOUtils;

/**
 * All files that a format wrote of a small segment, in one.
 *
 * <pre>
 * bundle := index header | files (byte) | (name without the segment's, length){files} | files | footer
 * name   := bytes (byte) | UTF-8
 * length := vlong
 * </pre>
 *
 * Each file begins at a multiple of {@value #ALIGNMENT} bytes, with zeros before it.
 */
public final class FileBundle implements Closeable {

  /** A cache line, so that what was laid out in lines still is. */
  static final int ALIGNMENT = 64;

  private record Part(long start, long length) {}

  private final IndexInput in;
  private final Map<String, Part> parts = new LinkedHashMap<>();
  private final SegmentReadState inner;

  private FileBundle(IndexInput in, SegmentReadState state) throws IOException {
    this.in = in;
    readParts(state.segmentInfo.name);
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

  static byte[] encode(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  private void readParts(String segment) throws IOException {
    int count = in.readByte() & 0xFF;
    String[] names = new String[count];
    long[] lengths = new long[count];
    for (int i = 0; i < count; i++) {
      byte[] name = new byte[in.readByte() & 0xFF];
      in.readBytes(name, 0, name.length);
      names[i] = segment + new String(name, StandardCharsets.UTF_8);
      lengths[i] = in.readVLong();
    }
    long end = in.length() - CodecUtil.footerLength();
    long at = in.getFilePointer();
    for (int i = 0; i < count; i++) {
      at = IndexOutput.alignOffset(at, ALIGNMENT);
      if (lengths[i] < 0 || lengths[i] > end - at) {
        throw new CorruptIndexException(
            "length of " + names[i] + " is " + lengths[i] + ", must be 0 to " + (end - at), in);
      }
      if (parts.put(names[i], new Part(at, lengths[i])) != null) {
        throw new CorruptIndexException("name " + names[i] + " is there twice, must be once", in);
      }
      at += lengths[i];
    }
    if (at != end) {
      throw new CorruptIndexException("end of the files is " + at + ", must be " + end, in);
    }
    CodecUtil.retrieveChecksum(in);
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
    Map<String, Long> lengths = new LinkedHashMap<>();
    parts.forEach((name, part) -> lengths.put(name, part.length));
    return lengths;
  }

  /** Reads everything and compares the checksum. */
  public void checkIntegrity() throws IOException {
    CodecUtil.checksumEntireFile(in);
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

    private Part part(String name) throws IOException {
      Part part = parts.get(name);
      if (part == null) {
        throw new NoSuchFileException(name, null, "not in " + FileBundle.this.in);
      }
      return part;
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
      if (parts.containsKey(name) == false) {
        // Whoever opens it knows that it is there: perhaps its name is damaged.
        checkIntegrity();
      }
      Part part = part(name);
      return FileBundle.this.in.slice(name, part.start, part.length);
    }

    @Override
    public long fileLength(String name) throws IOException {
      return part(name).length;
    }

    @Override
    public String[] listAll() {
      return parts.keySet().stream().sorted().toArray(String[]::new);
    }
  }
}
