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

import static org.junit.Assert.assertEquals;

import java.util.concurrent.locks.LockSupport;

/** What is held outside the heap. */
final class HeldMemory {
  private static final NativeMemory.Held NOTHING = new NativeMemory.Held(0, 0, 0, 0, 0);

  private HeldMemory() {}

  /** Waits for a thread that makes a dictionary which nobody wants any more: it ends soon. */
  static void awaitNone() {
    for (int i = 0; i < 6_000 && isSomethingHeld(); i++) {
      LockSupport.parkNanos(10_000_000);
    }
    assertEquals(NOTHING, NativeMemory.held());
    assertEquals(0, ZstdDictionary.sharedCount());
  }

  static boolean isSomethingHeld() {
    return NativeMemory.held().equals(NOTHING) == false || ZstdDictionary.sharedCount() > 0;
  }
}
