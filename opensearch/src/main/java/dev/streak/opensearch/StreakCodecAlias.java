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
package dev.streak.opensearch;

import java.util.Set;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.opensearch.index.codec.CodecAliases;

/**
 * Makes {@code index.codec: streak} a legal value: the host asks the registered codecs for their
 * aliases. Nothing is ever written under this codec's own name. What writes is {@link IndexCodec},
 * what reads is the library's own codec.
 */
public final class StreakCodecAlias extends FilterCodec implements CodecAliases {
  /** What users write. */
  static final String ALIAS = "streak";

  /** What the service loader registers; must differ from the alias. */
  static final String NAME = "StreakOpenSearch";

  /** For the service loader. */
  public StreakCodecAlias() {
    super(NAME, new Lucene104Codec());
  }

  @Override
  public Set<String> aliases() {
    return Set.of(ALIAS);
  }
}
