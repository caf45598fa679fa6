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
package dev.streak.compression;

import java.lang.ref.Cleaner;

/**
 * A second line behind {@code close()}. Where an interrupt breaks a flush, Lucene may drop writers
 * without closing them, and decompressors it can never close. What they hold outside the heap goes
 * when the collector finds them.
 */
final class DroppedOwners {
  /** One thread for all of the package. */
  private static final Cleaner CLEANER = Cleaner.create();

  private DroppedOwners() {}

  /**
   * Has something given back once: by whoever cleans what is returned, or when the owner is
   * garbage, which it never is if {@code giveBack} refers to it. Whoever uses what may be given
   * back must keep the owner reachable meanwhile.
   */
  static Cleaner.Cleanable register(Object owner, Runnable giveBack) {
    return CLEANER.register(owner, giveBack);
  }
}
