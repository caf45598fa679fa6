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

/** Names of the file that holds posting lists: {@link ListDescriptor} between header and footer. */
public final class ListFile {

  /** Extension of the file. */
  public static final String EXTENSION = "skp";

  static final String CODEC = "StreakLists";

  /** In the header that the terms dictionary carries for the postings. */
  static final String TERMS_CODEC = "StreakTerms";

  static final int VERSION_START = 1;
  static final int VERSION_CURRENT = 1;

  private ListFile() {}
}
