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
package dev.streak.terms;

import dev.streak.file.SegmentFile;

/** The dictionary's files. */
public final class DictionaryFiles {

  /** The blocks of terms, and where they begin. */
  public static final SegmentFile TERMS = new SegmentFile("skd", "StreakTerms", 1, 1);

  /** The blocks of their index, and where those begin. */
  public static final SegmentFile INDEX = new SegmentFile("ski", "StreakTermsIndex", 1, 1);

  private DictionaryFiles() {}
}
