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

import com.google.gson.JsonObject;
import dev.streak.codec.StreakCodec;
import dev.streak.tools.cli.ExitCode;
import dev.streak.tools.cli.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;

/** What {@code verify} says that it looked at, for whoever keeps what it printed. */
@SuppressFileSystems("ExtrasFS") // Finds files by their extensions.
public class TestVerifiedExtent extends LuceneTestCase {
  private static Path index() throws IOException {
    Path path = createTempDir("index");
    SampleDocuments.writeSegments(
        path, SampleDocuments.config(new StreakCodec()).setUseCompoundFile(false), 30, 10);
    return path;
  }

  private static SegmentInfos commit(Path path) throws IOException {
    try (Directory directory = FSDirectory.open(path)) {
      return SegmentInfos.readLatestCommit(directory);
    }
  }

  private static long bytes(Path path) throws IOException {
    long bytes = 0;
    try (Directory directory = FSDirectory.open(path)) {
      for (String file : SegmentInfos.readLatestCommit(directory).files(false)) {
        bytes += Files.exists(path.resolve(file)) ? directory.fileLength(file) : 0;
      }
    }
    return bytes;
  }

  private static String extent(Path path) throws IOException {
    return path
        + ": commit "
        + commit(path).getGeneration()
        + ", 3 segments, 30 documents, "
        + Quantity.bytes(bytes(path));
  }

  private static void lose(Path path, String pattern) throws IOException {
    try (var files = Files.newDirectoryStream(path, pattern)) {
      Files.delete(files.iterator().next());
    }
  }

  public void testASoundIndex() throws Exception {
    Path path = index();
    assertEquals(extent(path) + ": sound" + System.lineSeparator(), Run.of("verify", path).out());
    assertEquals(
        extent(path) + ", with --slow: sound" + System.lineSeparator(),
        Run.of("verify", path, "--slow").out());
    for (boolean slow : new boolean[] {false, true}) {
      JsonObject json =
          (slow ? Run.of("verify", path, "--json", "--slow") : Run.of("verify", path, "--json"))
              .json();
      assertEquals(path.toString(), json.get("directory").getAsString());
      assertEquals(slow, json.get("slow").getAsBoolean());
      assertEquals(commit(path).getGeneration(), json.get("generation").getAsLong());
      assertEquals(3, json.get("segments").getAsInt());
      assertEquals(30, json.get("documents").getAsLong());
      assertEquals(bytes(path), json.get("bytes").getAsLong());
      assertTrue(json.get("sound").getAsBoolean());
    }
  }

  /** A file that is gone takes nothing, and hides nothing. */
  public void testADamagedIndex() throws Exception {
    for (String lost : List.of("_1*.skm", "_1*.fnm")) {
      Path path = index();
      lose(path, lost);
      Run run = Run.of("verify", path);
      assertEquals(run.out() + run.err(), ExitCode.NO, run.code());
      String last = extent(path) + ": damaged" + System.lineSeparator();
      assertTrue(run.out(), run.out().endsWith(last));
      assertEquals(3, Run.of("verify", path, "--json").json().get("segments").getAsInt());
    }
  }

  /** Deleted documents are no documents. */
  public void testDeletedDocuments() throws Exception {
    Path path = createTempDir("index");
    try (Directory directory = FSDirectory.open(path)) {
      SampleDocuments.write(directory, SampleDocuments.config(new StreakCodec()), 0, 40, 7, 8, 9);
    }
    Run run = Run.of("verify", path, "--json");
    assertEquals(37, run.json().get("documents").getAsLong());
  }

  public void testACommitThatCannotBeRead() throws Exception {
    Path path = index();
    Path commit = path.resolve(commit(path).getSegmentsFileName());
    Files.write(commit, new byte[0]);
    Run run = Run.of("verify", path);
    assertEquals(run.out() + run.err(), ExitCode.NO, run.code());
    assertTrue(run.out(), run.out().endsWith(path + ": damaged" + System.lineSeparator()));
    JsonObject json = Run.of("verify", path, "--json").json();
    assertEquals(path.toString(), json.get("directory").getAsString());
    assertFalse(json.has("generation"));
  }

  /** What counts is the commit that is there in the end. */
  public void testARepairedIndex() throws Exception {
    Path path = createTempDir("index");
    SampleDocuments.writeSegments(
        path,
        SampleDocuments.config(StreakCodec.builder().bundleSmallFiles(false).build())
            .setUseCompoundFile(false),
        30,
        10);
    lose(path, "_1*.skdk");
    long before = commit(path).getGeneration();
    Run run = Run.of("verify", path, "--repair", "--yes", "--json");
    assertEquals(run.out() + run.err(), ExitCode.OK, run.code());
    long after = run.json().get("generation").getAsLong();
    assertTrue(before + " " + after, after > before);
    assertEquals(commit(path).getGeneration(), after);
    assertEquals(bytes(path), run.json().get("bytes").getAsLong());
  }
}
