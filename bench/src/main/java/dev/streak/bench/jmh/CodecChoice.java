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
package dev.streak.bench.jmh;

import dev.streak.bench.workload.CatalogueIndex;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;

/** The systems that a benchmark's {@code codec} parameter names. */
public enum CodecChoice {
  /** Lucene's default. */
  LUCENE,
  /** Lucene's default with stored fields in DEFLATE. */
  LUCENE_BEST_COMPRESSION,
  /** Streak as the catalogue wants it. */
  STREAK;

  Codec codec() {
    return switch (this) {
      case LUCENE -> new Lucene104Codec();
      case LUCENE_BEST_COMPRESSION -> new Lucene104Codec(Lucene104Codec.Mode.BEST_COMPRESSION);
      case STREAK -> CatalogueIndex.streakCodec();
    };
  }
}
