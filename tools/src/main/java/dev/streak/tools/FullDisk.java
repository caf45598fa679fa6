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
package dev.streak.tools;

import java.util.List;

/** Tells a full disk from other failures: the user can mend it. */
final class FullDisk {
  static final String ADVICE =
      ". The disk is full: make room and give the same command again; convert, verify --repair and"
          + " sidecar build keep what they finished and go on";

  /** What Linux and macOS, a quota, and Windows say. */
  private static final List<String> MESSAGES =
      List.of(
          "No space left on device",
          "Disk quota exceeded",
          "There is not enough space on the disk");

  private FullDisk() {}

  /** Whether a failure, or one that it came from, says so. */
  static boolean isCauseOf(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      String said = String.valueOf(each.getMessage());
      if (MESSAGES.stream().anyMatch(said::contains)) {
        return true;
      }
    }
    return false;
  }
}
