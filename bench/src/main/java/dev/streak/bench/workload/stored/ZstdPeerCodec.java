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
package dev.streak.bench.workload.stored;

import dev.streak.compression.ZstdCompressionMode;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.StoredFieldsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene90.compressing.Lucene90CompressingStoredFieldsFormat;

/**
 * What others make of Zstandard: Lucene's compressing stored fields with large blocks and without a
 * dictionary. Lucene finds a codec by its name when it opens an index, hence two classes.
 */
public abstract class ZstdPeerCodec extends FilterCodec {
  private static final int LEVEL = 3;
  private static final int INDEX_SHIFT = 10;

  private final StoredFieldsFormat storedFields;

  private ZstdPeerCodec(String name, int blockBytes, int maxDocs) {
    super(name, new Lucene104Codec());
    this.storedFields =
        new Lucene90CompressingStoredFieldsFormat(
            name, ZstdCompressionMode.of(LEVEL), blockBytes, maxDocs, INDEX_SHIFT);
  }

  @Override
  public StoredFieldsFormat storedFieldsFormat() {
    return storedFields;
  }

  /** Blocks of 60 kB. */
  public static final class Blocks60 extends ZstdPeerCodec {
    /** For Lucene, which finds it by its name. */
    public Blocks60() {
      super("BenchZstd60", 60 << 10, 1024);
    }
  }

  /** Blocks of 240 kB. */
  public static final class Blocks240 extends ZstdPeerCodec {
    /** For Lucene, which finds it by its name. */
    public Blocks240() {
      super("BenchZstd240", 240 << 10, 2048);
    }
  }
}
