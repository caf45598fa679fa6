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
package dev.streak.it;

import dev.streak.checks.AnswerChecks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A JVM of our own: what it prints, and the means to end it without a goodbye. */
final class ChildJvm implements AutoCloseable {

  private final Process process;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final Thread reader;

  private ChildJvm(Process process) {
    this.process = process;
    this.reader = new Thread(this::read, "output of child " + process.pid());
    this.reader.setDaemon(true);
    this.reader.start();
  }

  /** The class path of the running tests. */
  static String testClassPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  static Path java(String tool) {
    return Path.of(System.getProperty("java.home"), "bin", tool);
  }

  /** Runs {@code main} on the tests' class path. */
  static ChildJvm ofTests(List<String> jvmOptions, Class<?> main, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(java("java").toString()));
    command.addAll(jvmOptions);
    command.addAll(
        List.of(
            "-ea",
            "-D" + AnswerChecks.PROPERTY + "=1",
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            testClassPath()));
    command.add(main.getName());
    command.addAll(Arrays.asList(arguments));
    return start(command);
  }

  static ChildJvm start(List<String> command) throws IOException {
    return new ChildJvm(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  private void read() {
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        lines.add(line);
      }
    } catch (IOException | UncheckedIOException closedByDestroy) {
      // What a killed process did not get out is not there.
    }
  }

  /** The next line, or null if none came in time. */
  String nextLine(long timeout, TimeUnit unit) throws InterruptedException {
    return lines.poll(timeout, unit);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** SIGKILL: no shutdown hook, no flush, no unlock. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
    reader.join();
  }

  /** Waits for the end and returns the exit status, or null if it did not end in time. */
  Integer waitFor(long timeout, TimeUnit unit) throws InterruptedException {
    if (!process.waitFor(timeout, unit)) {
      return null;
    }
    reader.join();
    return process.exitValue();
  }

  /** Everything printed and not yet taken. */
  List<String> drain() {
    List<String> all = new ArrayList<>();
    lines.drainTo(all);
    return all;
  }

  @Override
  public void close() throws InterruptedException {
    if (process.isAlive()) {
      kill();
    }
  }
}
