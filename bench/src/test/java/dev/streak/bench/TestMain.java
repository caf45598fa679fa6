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

import dev.streak.bench.harness.ChildJava;
import dev.streak.bench.harness.UsageException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressSysoutChecks;

@SuppressSysoutChecks(bugUrl = "a command line tool prints")
public class TestMain extends LuceneTestCase {
  private static final int USAGE = 2;

  public void testUserMistakesExitWithTwo() throws Exception {
    Path file = createTempFile();
    assertEquals(USAGE, Main.run(new String[] {}));
    assertEquals(USAGE, Main.run(new String[] {"bnech"}));
    assertEquals(USAGE, Main.run(new String[] {"bench", "nothing"}));
    assertEquals(USAGE, Main.run(new String[] {"bench", "indexing", "--docs", "-1"}));
    assertEquals(USAGE, Main.run(new String[] {"bench", "all", "--docs", "5000"}));
    assertEquals(USAGE, Main.run(new String[] {"demo", "--items", "0"}));
    assertEquals(USAGE, Main.run(new String[] {"demo", "--kep"}));
    assertEquals(USAGE, Main.run(new String[] {"demo", "--dir", file.toString()}));
    assertEquals(USAGE, Main.run(new String[] {"opensearch", "--nodes", "4"}));
    assertEquals(USAGE, Main.run(new String[] {"report", file.toString()}));
    assertEquals(USAGE, Main.run(new String[] {"report", "--out", file.toString()}));
  }

  public void testAWorkloadMustBeNamed() {
    UsageException refused =
        expectThrows(UsageException.class, () -> BenchCommand.run(List.of("--quick", "terms")));
    String said = refused.getMessage();
    String start = "missing argument: expected WORKLOAD before --quick (known: terms, ";
    assertTrue(said, said.startsWith(start) && said.endsWith(", all)"));
  }

  /** As on a full disk. */
  public void testOutputThatCannotBeWritten() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    PrintStream before = System.out;
    System.setOut(new PrintStream(full, false, StandardCharsets.UTF_8));
    try {
      assertEquals(1, Main.run(new String[] {"demo", "--help"}));
    } finally {
      System.setOut(before);
    }
  }

  /** As with head, which closes the pipe once it has seen enough. */
  public void testNobodyReads() throws Exception {
    for (int i = 0; i < 2; i++) {
      Process process = ChildJava.of(Main.class, i == 0 ? "demo" : "bench", "--help").start();
      process.getInputStream().close();
      String error = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(error, i == 0 ? 141 : 0, process.waitFor());
      assertEquals("", error);
    }
  }

  public void testHelpIsNoMistake() {
    assertEquals(0, Main.run(new String[] {"bench"}));
    assertEquals(0, Main.run(new String[] {"bench", "general", "--help"}));
    assertEquals(0, Main.run(new String[] {"demo", "--help"}));
    assertEquals(0, Main.run(new String[] {"opensearch", "--help"}));
    assertEquals(0, Main.run(new String[] {"report", "--help"}));
  }
}
