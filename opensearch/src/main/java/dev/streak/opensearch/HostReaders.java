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

import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.opensearch.common.lucene.index.OpenSearchLeafReader;

/**
 * Knows the host's own wrappers around a segment: one names the shard, one lets long enumerations
 * of terms be cancelled. Any other, such as one that hides documents or fields from some users, is
 * not looked behind.
 */
final class HostReaders {
  private static final String CANCELLABLE =
      "org.opensearch.search.internal.ExitableDirectoryReader$ExitableLeafReader";

  private HostReaders() {}

  /** The reader behind a wrapper of the host, or null. */
  static LeafReader unwrap(LeafReader reader) {
    if (reader instanceof OpenSearchLeafReader ofShard) {
      return ofShard.getDelegate();
    }
    // The class is not public.
    return reader.getClass().getName().equals(CANCELLABLE)
        ? ((FilterLeafReader) reader).getDelegate()
        : null;
  }
}
