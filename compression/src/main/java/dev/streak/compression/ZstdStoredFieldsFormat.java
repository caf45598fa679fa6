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
package dev.streak.compression;

import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.codecs.StoredFieldsFormat;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.codecs.StoredFieldsWriter;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;

/**
 * Stored fields in small Zstandard frames that share a dictionary made from them. Small frames make
 * one document cheap to fetch; the dictionary gives them the ratio of large ones.
 *
 * <p><b>Files.</b> Each begins with an index header and ends with a checksum footer; {@code
 * docs/format.md} has every byte and an example.
 *
 * <ul>
 *   <li>{@code .zsd}: the blocks, one after the other. A block holds documents until it reaches
 *       {@link ZstdSettings#blockBytes()}, or three quarters of it where that costs little, or
 *       until it has {@link ZstdSettings#maxDocsPerBlock()}, fewer if they have only numbers; it is
 *       one frame, or several if it is longer than four times {@code blockBytes}, which takes a
 *       large document. Every frame carries a checksum of its content, verified whenever it is
 *       read. At levels up to 3, content that would gain less than an eighth is a raw block in its
 *       frame.
 *   <li>{@code .zsi}: the first document and the position of each block, both as monotonic arrays
 *       that stay on disk.
 *   <li>{@code .zsm}: settings, totals, how to read the arrays, and the dictionaries.
 * </ul>
 *
 * <p><b>Dictionaries.</b> One is chosen when a segment has six times its size of content (eight
 * times at levels above 3), at least {@link ZstdDictionaryTrainer#SAMPLE_BYTES}, on a thread of its
 * own while the indexing thread goes on: one that the directory's segments used lately, if it still
 * fits, or a new one. It fits if it gains at least {@value ZstdDictionaryTrainer#FIT_PERCENT}
 * percent of what it gained on the data it was made for. Once documents compress differently,
 * another one is chosen in the same way for those that follow. A merge copies blocks with the
 * dictionaries that they have. At levels up to 3 a sixteenth or a quarter of the size is made where
 * that serves as well; with such a dictionary level 1 is used for level 2 or 3 where frames are as
 * small. Segments that are too small, and data that would gain less than a twentieth, do without.
 *
 * <p><b>Limits.</b> A document is at most 2 GiB, like the block that holds it.
 *
 * <p>The native library is needed to write, which the constructors find out at once, and to fetch a
 * document. To open, check and close a segment this format alone needs none; a codec may refuse the
 * segment before that, as {@code StreakCodec} does.
 */
public final class ZstdStoredFieldsFormat extends StoredFieldsFormat {
  /** Segment attribute that tells a segment's settings to whoever inspects it. */
  static final String SETTINGS_ATTRIBUTE = "StreakStoredFields.settings";

  private final ZstdSettings settings;

  /**
   * A format that writes with the default settings.
   *
   * @throws ZstdUnavailableException if the native library cannot be used
   */
  public ZstdStoredFieldsFormat() {
    this(ZstdSettings.DEFAULT);
  }

  /**
   * A format that writes with these settings.
   *
   * @throws ZstdUnavailableException if the native library cannot be used
   */
  public ZstdStoredFieldsFormat(ZstdSettings settings) {
    this(settings, true);
  }

  private ZstdStoredFieldsFormat(ZstdSettings settings, boolean check) {
    this.settings = Objects.requireNonNull(settings, "settings");
    if (check) {
      ZstdLibrary.ensureAvailable();
    }
  }

  /**
   * A format for a codec that a service loader makes: it touches no native code until it has to. It
   * writes with the default settings.
   */
  public static ZstdStoredFieldsFormat forReading() {
    return new ZstdStoredFieldsFormat(ZstdSettings.DEFAULT, false);
  }

  /** Whether a segment's stored fields are of this format. */
  public static boolean wrote(SegmentInfo segment) {
    return segment.getAttribute(SETTINGS_ATTRIBUTE) != null;
  }

  /**
   * Refuses a segment whose stored fields cannot be read here.
   *
   * @throws ZstdUnavailableException if they are of this format and Zstandard does not work here
   */
  public static void ensureReadable(SegmentInfo segment) {
    if (wrote(segment)) {
      ZstdLibrary.ensureAvailable();
    }
  }

  /** What new segments are written with. */
  public ZstdSettings settings() {
    return settings;
  }

  @Override
  public StoredFieldsReader fieldsReader(
      Directory directory, SegmentInfo segment, FieldInfos infos, IOContext context)
      throws IOException {
    return new ZstdStoredFieldsReader(directory, segment, infos, context);
  }

  @Override
  public StoredFieldsWriter fieldsWriter(
      Directory directory, SegmentInfo segment, IOContext context) throws IOException {
    ZstdLibrary.ensureAvailable();
    String previous = segment.putAttribute(SETTINGS_ATTRIBUTE, settings.toString());
    if (previous != null && !previous.equals(settings.toString())) {
      throw new IllegalStateException(
          "segment " + segment.name + " has settings " + previous + " already, now " + settings);
    }
    return new ZstdStoredFieldsWriter(directory, segment, context, settings);
  }

  @Override
  public String toString() {
    return "ZstdStoredFieldsFormat(" + settings + ")";
  }
}
