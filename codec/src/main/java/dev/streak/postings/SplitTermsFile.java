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
package dev.streak.postings;

import org.apache.lucene.codecs.uniformsplit.UniformSplitPostingsFormat;

/** Names of the files of a split terms dictionary. */
final class SplitTermsFile {

  static final String BLOCKS_EXTENSION = "skt";
  static final String INDEX_EXTENSION = "ski";
  static final String CODEC = "StreakSplitTerms";

  /** Lucene's reader takes its own version number to know what is in the blocks. */
  static final int VERSION_START = UniformSplitPostingsFormat.VERSION_CURRENT;

  static final int VERSION_CURRENT = UniformSplitPostingsFormat.VERSION_CURRENT;

  private SplitTermsFile() {}
}
