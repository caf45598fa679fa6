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
package dev.streak.node;

import java.io.IOException;
import java.util.function.Consumer;

/** A process that does not stay when this one ends. */
public final class ChildProcess {

  private final Consumer<Process> ending;
  private final Thread hook = new Thread(this::endWithParent, "end a child process");
  private Process process;
  private boolean ended;

  private ChildProcess(Consumer<Process> ending) {
    this.ending = ending;
  }

  /**
   * Starts a process.
   *
   * @param ending what to do with it when this one ends
   */
  public static ChildProcess start(ProcessBuilder builder, Consumer<Process> ending)
      throws IOException {
    ChildProcess child = new ChildProcess(ending);
    // Before the process is there: nobody would end it if this one were ended in between.
    Runtime.getRuntime().addShutdownHook(child.hook);
    try {
      child.start(builder);
      return child;
    } catch (Throwable t) {
      child.forget();
      throw t;
    }
  }

  /** A process runs before its start returns, so whoever ends it waits for that. */
  private synchronized void start(ProcessBuilder builder) throws IOException {
    if (ended) {
      throw new IOException("This process ends and starts no other one");
    }
    process = builder.start();
  }

  private synchronized void endWithParent() {
    ended = true;
    if (process != null) {
      ending.accept(process);
    }
  }

  /** The process that was started. */
  public synchronized Process process() {
    return process;
  }

  /** Leaves it to the caller to end the process, or to have ended it. */
  public void forget() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (
        @SuppressWarnings("unused")
        IllegalStateException shuttingDown) {
      // The hook does what is left to do.
    }
  }
}
