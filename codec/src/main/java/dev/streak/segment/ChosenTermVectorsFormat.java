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

import dev.streak.compression.ZstdTermVectorsFormat;
import java.io.IOException;
import org.apache.lucene.codecs.TermVectorsFormat;
import org.apache.lucene.codecs.TermVectorsReader;
import org.apache.lucene.codecs.TermVectorsWriter;
import org.apache.lucene.codecs.lucene90.Lucene90TermVectorsFormat;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;

/** Writes term vectors as the codec was told, and reads a segment's as that segment tells. */
public final class ChosenTermVectorsFormat extends TermVectorsFormat {
  private static final TermVectorsFormat LUCENE = new Lucene90TermVectorsFormat();

  private final TermVectorsFormat forWriting;
  private final TermVectorsFormat zstd = ZstdTermVectorsFormat.forReading();

  public ChosenTermVectorsFormat(TermVectorsFormat forWriting) {
    this.forWriting = forWriting;
  }

  @Override
  public TermVectorsReader vectorsReader(
      Directory directory, SegmentInfo segment, FieldInfos infos, IOContext context)
      throws IOException {
    TermVectorsFormat format = ZstdTermVectorsFormat.wrote(segment) ? zstd : LUCENE;
    return format.vectorsReader(directory, segment, infos, context);
  }

  @Override
  public TermVectorsWriter vectorsWriter(
      Directory directory, SegmentInfo segment, IOContext context) throws IOException {
    return forWriting.vectorsWriter(directory, segment, context);
  }
}
