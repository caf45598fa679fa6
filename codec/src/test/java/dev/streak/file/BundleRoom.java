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
package dev.streak.file;

import java.util.Random;

/** Leaves so little room in bundles that even small segments have files beside them. */
public final class BundleRoom {
  private BundleRoom() {}

  /** From some hundred bytes to some hundred kilobytes, until {@link #reset}. */
  public static void setAny(Random random) {
    FileBundleWriter.room = (1 << 8) + random.nextInt(1 << (1 + random.nextInt(18)));
  }

  /** As it is for users. */
  public static void reset() {
    FileBundleWriter.room = FileBundleWriter.MAX_BYTES;
  }
}
