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
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;

/**
 * Files of a segment within one file: what they are called, and where they lie.
 *
 * <pre>
 * files (vint) | (name without the segment's, length){files} | files | footer
 * name   := bytes (byte) | UTF-8
 * length := vlong
 * </pre>
 *
 * Each file begins at a multiple of {@value #ALIGNMENT} bytes, with zeros before it.
 */
final class FilesWithin {

  /** A cache line, so that what was laid out in lines still is. */
  static final int ALIGNMENT = 64;

  /** So many files are not within one: a damaged number of them must not fill the heap. */
  static final int MAX_FILES = 1 << 16;

  /** Greatest length of a name without the segment's, in bytes. */
  private static final int MAX_NAME_BYTES = 255;

  private record Place(long start, long length) {}

  private final IndexInput in;
  private final String segment;
  private final long namesStart;

  /** Read again if it is gone: who has opened a segment asks no more, and many of them are open. */
  private volatile WeakReference<Map<String, Place>> known = new WeakReference<>(null);

  private FilesWithin(IndexInput in, String segment) {
    this.in = in;
    this.segment = segment;
    this.namesStart = in.getFilePointer();
  }

  /** Whether files of such names can be within one. */
  static boolean canHold(Collection<String> names) {
    return names.size() <= MAX_FILES
        && names.stream().allMatch(name -> encode(name).length <= MAX_NAME_BYTES);
  }

  private static byte[] encode(String name) {
    return IndexFileNames.stripSegmentName(name).getBytes(StandardCharsets.UTF_8);
  }

  /** Writes what the files are called and how long they are; they follow in this order. */
  static void writeNames(Map<String, Long> lengths, IndexOutput output) throws IOException {
    assert canHold(lengths.keySet()) : lengths.keySet();
    output.writeVInt(lengths.size());
    for (Map.Entry<String, Long> file : lengths.entrySet()) {
      byte[] name = encode(file.getKey());
      output.writeByte((byte) name.length);
      output.writeBytes(name, name.length);
      output.writeVLong(file.getValue());
    }
  }

  /**
   * Reads what {@link #writeNames} wrote, from where {@code in} stands.
   *
   * @param segment name of the segment that the file belongs to
   */
  static FilesWithin read(IndexInput in, String segment) throws IOException {
    FilesWithin files = new FilesWithin(in, segment);
    files.places();
    CodecUtil.retrieveChecksum(in);
    return files;
  }

  private Map<String, Place> places() throws IOException {
    Map<String, Place> places = known.get();
    if (places == null) {
      places = readPlaces();
      known = new WeakReference<>(places);
    }
    return places;
  }

  private Map<String, Place> readPlaces() throws IOException {
    IndexInput names = in.clone();
    names.seek(namesStart);
    Map<String, Long> lengths = readNames(names);
    Map<String, Place> places = new LinkedHashMap<>();
    long end = in.length() - CodecUtil.footerLength();
    long at = names.getFilePointer();
    for (Map.Entry<String, Long> file : lengths.entrySet()) {
      long length = file.getValue();
      at = IndexOutput.alignOffset(at, ALIGNMENT);
      if (length < 0 || length > end - at) {
        throw new CorruptIndexException(
            "length of " + file.getKey() + " is " + length + ", must be 0 to " + (end - at), in);
      }
      places.put(file.getKey(), new Place(at, length));
      at += length;
    }
    if (at != end) {
      throw new CorruptIndexException("end of the files is " + at + ", must be " + end, in);
    }
    return places;
  }

  private Map<String, Long> readNames(IndexInput names) throws IOException {
    int count = names.readVInt();
    if (count < 0 || count > MAX_FILES) {
      throw new CorruptIndexException(
          "number of files is " + count + ", must be 0 to " + MAX_FILES, in);
    }
    Map<String, Long> lengths = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      byte[] name = new byte[names.readByte() & 0xFF];
      names.readBytes(name, 0, name.length);
      String file = segment + new String(name, StandardCharsets.UTF_8);
      if (lengths.put(file, names.readVLong()) != null) {
        throw new CorruptIndexException("name " + file + " is there twice, must be once", in);
      }
    }
    return lengths;
  }

  boolean has(String name) throws IOException {
    return places().containsKey(name);
  }

  IndexInput open(String name, IOContext context) throws IOException {
    Place place = places().get(name);
    if (place == null) {
      // Whoever opens it knows that it is there: perhaps its name is damaged.
      checkIntegrity();
      throw missing(name);
    }
    return in.slice(name, place.start, place.length, context);
  }

  private NoSuchFileException missing(String name) {
    return new NoSuchFileException(name, null, "not in " + in);
  }

  long length(String name) throws IOException {
    Place place = places().get(name);
    if (place == null) {
      throw missing(name);
    }
    return place.length;
  }

  String[] names() throws IOException {
    return places().keySet().stream().sorted().toArray(String[]::new);
  }

  /** Lengths of the files by name. */
  Map<String, Long> lengths() throws IOException {
    Map<String, Long> lengths = new LinkedHashMap<>();
    places().forEach((name, place) -> lengths.put(name, place.length));
    return lengths;
  }

  /** Reads everything and compares the checksum. */
  void checkIntegrity() throws IOException {
    CodecUtil.checksumEntireFile(in);
  }
}
