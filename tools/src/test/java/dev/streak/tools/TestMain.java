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

import dev.streak.tools.cli.ExitCode;
import dev.streak.tools.cli.Workers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Version;

public class TestMain extends LuceneTestCase {

  public void testWithoutACommandThereIsHelp() {
    for (Run run : new Run[] {Run.of(), Run.of("help"), Run.of("--help")}) {
      assertEquals(ExitCode.OK, run.code());
      assertTrue(
          run.out(),
          run.out().startsWith("Commands for indexes of Lucene 10 up to " + Version.LATEST + ":"));
      assertTrue(run.out(), run.out().contains("digest"));
      assertTrue(run.out(), run.out().contains("Exit status"));
    }
  }

  public void testHelpOfACommand() {
    String expected = Run.of("digest", "--help").out();
    for (String help : List.of("help", "--help", "-h")) {
      assertEquals(expected, Run.of(help, "digest").out());
    }
    assertEquals(expected, Run.of("digest", "-h").out());
    assertEquals(Run.of().out(), Run.of("help", "help").out());
    assertEquals(ExitCode.REFUSED, Run.of("help", "digets").code());
  }

  public void testUnknownCommand() {
    Run run = Run.of("digets");
    assertEquals(ExitCode.REFUSED, run.code());
    assertTrue(run.err(), run.err().startsWith("streak: unknown command: digets (known: inspect"));
  }

  public void testEveryCommandHasHelpOfItsOwn() {
    for (Command command : Main.COMMANDS) {
      Run run = Run.of(command.name(), "--help");
      assertEquals(ExitCode.OK, run.code());
      assertTrue(run.out(), run.out().startsWith(command.name() + " "));
      assertTrue(run.out(), run.out().contains("Exit status"));
      assertTrue(run.out(), run.out().lines().allMatch(line -> line.length() <= 110));
    }
  }

  /** As on a full disk. */
  public void testAResultThatCannotBeWritten() throws IOException {
    Path path = createTempDir();
    SampleDocuments.writeSegments(path, new IndexWriterConfig(), 10, 10);
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    for (List<String> command :
        List.of(List.of("digest", path.toString(), "--json"), List.of("help"))) {
      ExitCode code =
          Main.run(
              command,
              new PrintStream(full, false, StandardCharsets.UTF_8),
              new PrintStream(err, true, StandardCharsets.UTF_8),
              false);
      assertEquals(ExitCode.FAILED, code);
      String said = err.toString(StandardCharsets.UTF_8);
      assertEquals(
          "streak: failed: the output could not be written" + System.lineSeparator(), said);
      err.reset();
    }
  }

  /** As with head, which closes the pipe once it has seen enough. */
  public void testNobodyReads() throws Exception {
    Process process = ToolProcess.builder(List.of("-XX:TieredStopAtLevel=1"), "help").start();
    process.getInputStream().close();
    String error = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(error, 0, process.waitFor());
    assertEquals("", error);
  }

  /** What is said of a failure that is thrown where a command prints. */
  private static String said(Runnable failure, ExitCode expected) {
    OutputStream failing =
        new OutputStream() {
          @Override
          public void write(int b) {
            failure.run();
          }
        };
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ExitCode code =
        Main.run(
            List.of("help"),
            new PrintStream(failing, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    assertEquals(expected, code);
    return err.toString(StandardCharsets.UTF_8);
  }

  /** Thrown where a command happens to read; here it prints. */
  public void testADiskThatFailsUnderAMappedFile() {
    assertEquals(
        "streak: failed: a mapped file could not be read: java.lang.InternalError: a fault occurred"
            + " in an unsafe memory access operation"
            + System.lineSeparator(),
        said(
            () -> {
              throw new InternalError("a fault occurred in an unsafe memory access operation");
            },
            ExitCode.FAILED));
  }

  /** Read where a class happens to be loaded. */
  public void testASystemPropertyThatIsWrong() {
    assertEquals(
        "streak: dev.streak.checks must be a number: x" + System.lineSeparator(),
        said(
            () -> {
              throw new IllegalArgumentException("dev.streak.checks must be a number: x");
            },
            ExitCode.REFUSED));
  }

  public void testVersion() {
    for (String option : List.of("--version", "version")) {
      Run run = Run.of(option);
      assertEquals(ExitCode.OK, run.code());
      assertTrue(run.out(), run.out().startsWith("streak "));
    }
  }

  public void testExitStatusesAreWhatIsDocumented() {
    int[] statuses = {0, 1, 2, 3};
    ExitCode[] codes = {ExitCode.OK, ExitCode.FAILED, ExitCode.REFUSED, ExitCode.NO};
    for (int i = 0; i < statuses.length; i++) {
      assertEquals(statuses[i], codes[i].status());
    }
  }

  public void testWantOfMemoryIsASentence() {
    for (int threads = 1; threads <= 2; threads++) {
      int some = threads;
      Callable<Void> piece =
          () -> {
            throw new OutOfMemoryError("Java heap space");
          };
      OutOfMemoryError error =
          expectThrows(OutOfMemoryError.class, () -> Workers.run(List.of(piece, piece), some));
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      ExitCode code = Main.failed(error, new PrintStream(err, true, StandardCharsets.UTF_8));
      assertEquals(ExitCode.FAILED, code);
      String told = err.toString(StandardCharsets.UTF_8);
      assertTrue(told, told.startsWith("streak: failed: not enough memory: Java heap space; "));
      assertEquals(told, 1, told.lines().count());
    }
  }
}
