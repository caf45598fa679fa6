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
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;
import org.apache.lucene.tests.util.TestUtil;

/** Another JVM converts and is killed, over and over: no index may ever be less than it was. */
@SuppressFileSystems("*") // Another process writes the files.
public class TestKilledConversion extends LuceneTestCase {
  private static final int SEGMENTS = 12;

  /** In each of two tests: ten in all, or a hundred. */
  private static final int KILLS = Integer.getInteger("tests.kills", TEST_NIGHTLY ? 100 : 10) / 2;

  private Path index;
  private String content;
  private long millisOfWork;
  private int killedAtWork;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    index = createTempDir("index");
    SampleDocuments.writeSegments(
        index, SampleDocuments.config(new Lucene104Codec()), SEGMENTS * 100, 100);
    content = content(index);
    millisOfWork = 1000;
  }

  private static String content(Path path) {
    Run run = Run.of("digest", path, "--json");
    assertEquals(run.err(), ExitCode.OK, run.code());
    return run.json().getAsJsonArray("indexes").get(0).getAsJsonObject().get("order").getAsString();
  }

  private void unharmed(Path path) throws IOException {
    assertEquals(content, content(path));
    try (Directory directory = FSDirectory.open(path)) {
      TestUtil.checkIndex(directory);
    }
  }

  /** Converts in another JVM; returns whether all was done, before it was killed or before. */
  private boolean converts(long killAfterMillis, String... arguments) throws Exception {
    List<Object> command = new ArrayList<>(List.of("convert", index));
    command.addAll(List.of(arguments));
    List<String> options =
        List.of("-ea", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", ToolProcess.NATIVE_ACCESS);
    Process process =
        ToolProcess.builder(options, command.toArray()).redirectErrorStream(true).start();
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String first = output.readLine();
      if (first.contains("--out holds an index already")) {
        // The process before was killed between its last commit and its end: the copy is whole.
        killedAtWork--;
        return true;
      }
      assertTrue(first, first.contains("segments to rewrite"));
      long begun = System.nanoTime();
      if (!process.waitFor(killAfterMillis, TimeUnit.MILLISECONDS)) {
        killedAtWork++;
        process.destroyForcibly();
        process.waitFor();
        return false;
      }
      assertEquals(String.join("\n", output.lines().toList()), 0, process.exitValue());
      millisOfWork = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
      return true;
    } finally {
      process.destroyForcibly();
    }
  }

  public void testInPlace() throws Exception {
    String to = "streak";
    for (int kill = 0; kill < KILLS; kill++) {
      if (converts(random().nextLong(millisOfWork / 2), "--to", to)) {
        to = to.equals("streak") ? "lucene" : "streak";
      }
      unharmed(index);
    }
    assertTrue(converts(TimeUnit.MINUTES.toMillis(5), "--to", to));
    unharmed(index);
    assertTrue(Run.of("convert", index, "--to", to).out().startsWith("0 of 12"));
    total("in place");
  }

  public void testIntoAnotherFolder() throws Exception {
    Path out = createTempDir("out").resolve("copy");
    String[] arguments = {"--to", "streak", "--out", out.toString()};
    for (int kill = 0; kill < KILLS; kill++) {
      boolean done = converts(random().nextLong(millisOfWork / 2), arguments);
      unharmed(index);
      if (done) {
        unharmed(out);
        out = out.resolveSibling("copy" + kill);
        arguments[3] = out.toString();
      }
    }
    assertTrue(converts(TimeUnit.MINUTES.toMillis(5), arguments));
    unharmed(out);
    assertTrue("none was killed at work", killedAtWork > 0);
    total("into another folder");
  }

  /** {@code ./streak trust} takes the line into the ledger. */
  private void total(String how) {
    System.out.printf(
        Locale.ROOT,
        "[totals] convert: %d kills %s, %d of them at work, index and digest unchanged%n",
        KILLS,
        how,
        killedAtWork);
  }
}
