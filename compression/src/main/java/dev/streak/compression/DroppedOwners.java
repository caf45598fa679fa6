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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * A second line behind {@code close()}. Where an interrupt breaks a flush, Lucene may drop writers
 * without closing them, and decompressors it can never close. What they hold outside the heap goes
 * when the collector finds them.
 */
final class DroppedOwners {
  /** One thread for all of the package; null before the process could have it. */
  private static Cleaner shared;

  private DroppedOwners() {}

  /**
   * Has something given back once: by whoever cleans what is returned, or when the owner is
   * garbage, which it never is if {@code giveBack} refers to it. Whoever uses what may be given
   * back must keep the owner reachable meanwhile.
   */
  static Cleaner.Cleanable register(Object owner, Runnable giveBack) {
    return register(shared(), owner, giveBack);
  }

  /** With a cleaner, or with null: then only what is returned gives back. */
  static Cleaner.Cleanable register(Cleaner cleaner, Object owner, Runnable giveBack) {
    return cleaner == null ? new GivenBack(giveBack) : cleaner.register(owner, giveBack);
  }

  // Not in an initializer: a class whose initializer failed once is lost to the whole process.
  private static synchronized Cleaner shared() {
    if (shared == null) {
      shared = make(Cleaner::create);
    }
    return shared;
  }

  /** Null if the process may have no more threads: whoever closes needs none. */
  static Cleaner make(Supplier<Cleaner> maker) {
    try {
      return maker.get();
    } catch (OutOfMemoryError e) {
      return null;
    }
  }

  /** Gives back once, without a second line behind it. */
  private static final class GivenBack implements Cleaner.Cleanable {
    private final AtomicReference<Runnable> waiting;

    GivenBack(Runnable giveBack) {
      this.waiting = new AtomicReference<>(giveBack);
    }

    @Override
    public void clean() {
      Runnable giveBack = waiting.getAndSet(null);
      if (giveBack != null) {
        giveBack.run();
      }
    }
  }
}
