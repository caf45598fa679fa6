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
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.StoredFieldsFormat;
import org.apache.lucene.codecs.TermVectorsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.Directory;

/** Lucene's codec with this module's two formats, registered so that its segments can be opened. */
public final class ZstdTestCodec extends FilterCodec {
  static final String NAME = "ZstdTest";

  private final StoredFieldsFormat storedFields;
  private final TermVectorsFormat termVectors;

  /** As the service loader makes it. */
  public ZstdTestCodec() {
    this(ZstdStoredFieldsFormat.forReading(), ZstdTermVectorsFormat.forReading());
  }

  ZstdTestCodec(ZstdSettings settings) {
    this(new ZstdStoredFieldsFormat(settings), new ZstdTermVectorsFormat(settings.level()));
  }

  private ZstdTestCodec(StoredFieldsFormat storedFields, TermVectorsFormat termVectors) {
    super(NAME, new Lucene104Codec());
    this.storedFields = storedFields;
    this.termVectors = termVectors;
  }

  /** A writer whose segments are as large as it was told, and stay as they were flushed. */
  static IndexWriter unmergedWriter(Directory directory, ZstdSettings settings) throws IOException {
    return new IndexWriter(
        directory,
        new IndexWriterConfig(null)
            .setCodec(new ZstdTestCodec(settings))
            .setRAMBufferSizeMB(256)
            .setMergePolicy(NoMergePolicy.INSTANCE));
  }

  @Override
  public StoredFieldsFormat storedFieldsFormat() {
    return storedFields;
  }

  @Override
  public TermVectorsFormat termVectorsFormat() {
    return termVectors;
  }
}
