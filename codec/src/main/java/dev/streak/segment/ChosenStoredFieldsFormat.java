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

import dev.streak.bundles.StoredFieldsBundle;
import dev.streak.compression.ZstdStoredFieldsFormat;
import java.io.IOException;
import org.apache.lucene.codecs.StoredFieldsFormat;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.codecs.StoredFieldsWriter;
import org.apache.lucene.codecs.lucene90.Lucene90StoredFieldsFormat;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;

/** Writes stored fields as the codec was told, and reads a segment's as that segment tells. */
public final class ChosenStoredFieldsFormat extends StoredFieldsFormat {
  private static final StoredFieldsFormat LUCENE = new Lucene90StoredFieldsFormat();

  private final StoredFieldsFormat forWriting;
  private final boolean bundlesSmallFiles;
  private final StoredFieldsFormat zstd = ZstdStoredFieldsFormat.forReading();

  public ChosenStoredFieldsFormat(StoredFieldsFormat forWriting, boolean bundlesSmallFiles) {
    this.forWriting = forWriting;
    this.bundlesSmallFiles = bundlesSmallFiles;
  }

  @Override
  public StoredFieldsReader fieldsReader(
      Directory directory, SegmentInfo segment, FieldInfos infos, IOContext context)
      throws IOException {
    return ZstdStoredFieldsFormat.wrote(segment)
        ? StoredFieldsBundle.reader(zstd, directory, segment, infos, context)
        : LUCENE.fieldsReader(directory, segment, infos, context);
  }

  @Override
  public StoredFieldsWriter fieldsWriter(
      Directory directory, SegmentInfo segment, IOContext context) throws IOException {
    return bundlesSmallFiles && forWriting instanceof ZstdStoredFieldsFormat
        ? StoredFieldsBundle.writer(forWriting, directory, segment, context)
        : forWriting.fieldsWriter(directory, segment, context);
  }
}
