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
package dev.streak.segment;

import dev.streak.compression.ZstdStoredFieldsFormat;
import dev.streak.compression.ZstdTermVectorsFormat;
import java.io.IOException;
import org.apache.lucene.codecs.SegmentInfoFormat;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;

/**
 * Lucene's format, and a refusal to read a segment that this process cannot read whole. It must
 * come this early: once all segments' infos are read, {@code CheckIndex} takes every failure for
 * damage.
 */
public final class ReadableSegmentInfoFormat extends SegmentInfoFormat {
  private final SegmentInfoFormat in;

  public ReadableSegmentInfoFormat(SegmentInfoFormat in) {
    this.in = in;
  }

  @Override
  public SegmentInfo read(
      Directory directory, String segmentName, byte[] segmentID, IOContext context)
      throws IOException {
    SegmentInfo segment = in.read(directory, segmentName, segmentID, context);
    ZstdStoredFieldsFormat.ensureReadable(segment);
    ZstdTermVectorsFormat.ensureReadable(segment);
    return segment;
  }

  @Override
  public void write(Directory directory, SegmentInfo segment, IOContext context)
      throws IOException {
    in.write(directory, segment, context);
  }
}
