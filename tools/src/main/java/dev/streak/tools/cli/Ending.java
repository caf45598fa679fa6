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
package dev.streak.tools.cli;

/** Whether this process is about to end, as by Ctrl-C. */
public final class Ending {
  private Ending() {}

  /**
   * Whether shutdown hooks run: they take away what other threads still work with, so what fails
   * from now on says nothing. The runtime knows it before the first hook does.
   */
  public static boolean hasBegun() {
    Thread hook = new Thread(() -> {}, "never runs");
    try {
      Runtime.getRuntime().addShutdownHook(hook);
      Runtime.getRuntime().removeShutdownHook(hook);
      return false;
    } catch (
        @SuppressWarnings("unused")
        IllegalStateException shuttingDown) {
      return true;
    }
  }
}
