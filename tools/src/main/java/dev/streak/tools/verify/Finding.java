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
package dev.streak.tools.verify;

/**
 * Something that is wrong.
 *
 * @param segment its name, or {@link #COMMIT}
 * @param check what was looked at
 * @param message what is wrong
 * @param repairable whether it can be made anew from the rest of the segment
 */
public record Finding(String segment, String check, String message, boolean repairable) {
  /** Stands for the name of a segment. */
  static final String COMMIT = "the commit";

  /** Whether it is wrong with the commit, and not with one of its segments. */
  public boolean isOfCommit() {
    return segment.equals(COMMIT);
  }

  /** What it is wrong with, in a sentence. */
  public String part() {
    return isOfCommit() ? COMMIT : "segment " + segment;
  }
}
