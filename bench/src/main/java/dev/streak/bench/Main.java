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
package dev.streak.bench;

import dev.streak.bench.harness.AnswerMismatchException;
import dev.streak.bench.harness.UsageException;
import dev.streak.tools.cli.Ending;
import dev.streak.tools.cli.FullDisk;
import dev.streak.tools.cli.OutputPipe;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;

/** What the launcher script runs; the script itself knows {@code help}. */
public final class Main {
  /** Loggers are weakly held; this one must keep its level. */
  private static final Logger LUCENE_START_UP =
      Logger.getLogger("org.apache.lucene.internal.vectorization");

  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int USAGE = 2;

  /** As a shell tells of a program that such a write has ended, which is 128 and SIGPIPE. */
  private static final int NOBODY_READS = 141;

  /** Those that leave nothing behind but what they print. */
  private static final Set<String> ONLY_PRINT = Set.of("demo", "opensearch");

  private Main() {}

  /** Ends a command whose output nobody reads any more. */
  static final class NobodyReads extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Runs one command and exits with 0 for success, 1 for a failure, 2 for a user's mistake, 141 if
   * nobody reads what it does nothing but print.
   */
  public static void main(String[] args) {
    // Lucene tells, once per JVM, that it found the vector API; between tables that is noise.
    LUCENE_START_UP.setLevel(Level.WARNING);
    Thread.setDefaultUncaughtExceptionHandler(Main::report);
    System.setOut(OutputPipe.standardOutput(() -> nobodyReads(args)));
    System.exit(run(args));
  }

  /** Results of measuring go to files, too, so commands that measure go on. */
  static void nobodyReads(String[] args) {
    if (args.length > 0 && ONLY_PRINT.contains(args[0])) {
      throw new NobodyReads();
    }
  }

  /** What Java does with what nobody catches, unless the folders of a merge are being deleted. */
  private static void report(Thread thread, Throwable failure) {
    if (!Ending.hasBegun()) {
      System.err.print("Exception in thread \"" + thread.getName() + "\" ");
      failure.printStackTrace(System.err);
    }
  }

  static int run(String[] args) {
    try {
      dispatch(args);
      // Such a stream throws nothing: the disk that it goes to may be full.
      if (System.out.checkError()) {
        System.err.println("streak: failed: the output could not be written");
        return FAILED;
      }
      return OK;
    } catch (NobodyReads e) {
      return NOBODY_READS;
    } catch (Exception e) {
      // The status is the signal's then.
      return Ending.hasBegun() ? FAILED : failed(e);
    }
  }

  private static int failed(Exception failure) {
    switch (failure) {
      case UsageException e -> {
        System.err.println("streak: " + e.getMessage());
        return USAGE;
      }
      case AnswerMismatchException e ->
          System.err.println("streak: the systems disagree: " + e.getMessage());
      default -> {
        if (FullDisk.isCauseOf(failure)) {
          System.err.println(
              "streak: failed: a disk is full: make room, or name a folder elsewhere with --dir");
        } else {
          System.err.println("streak: failed, which is a bug:");
          failure.printStackTrace(System.err);
        }
      }
    }
    return FAILED;
  }

  private static void dispatch(String[] args) throws Exception {
    String command = args.length == 0 ? "help" : args[0];
    List<String> rest = args.length == 0 ? List.of() : Arrays.asList(args).subList(1, args.length);
    switch (command) {
      case "demo" -> DemoOptions.run(rest);
      case "opensearch" -> OpenSearchOptions.run(rest);
      case "bench" -> BenchCommand.run(rest);
      case "report" -> ReportCommand.run(rest);
      default ->
          throw new UsageException(
              "unknown command: " + command + " (known: demo, opensearch, bench, report)");
    }
  }
}
