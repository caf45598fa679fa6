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

import dev.streak.codec.StreakCodec;
import dev.streak.termhash.TermHashSettings;
import dev.streak.tools.cli.ExitCode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;

/** Files that are gone and that every merge makes anew. */
@SuppressFileSystems("ExtrasFS") // Deletes files by their extensions.
public class TestMissingFiles extends LuceneTestCase {
  private static final List<String> MADE_ANEW =
      List.of("skh", "skx", "skik", "skdk", "timk", "tipk");

  private static Path index() throws IOException {
    Path path = createTempDir("index");
    StreakCodec codec =
        StreakCodec.builder()
            .bundleSmallFiles(false)
            .prefixes("shop", 1, 5, 50)
            .termHash(TermHashSettings.DEFAULT.withField(SampleDocuments.ID, true))
            .build();
    SampleDocuments.writeSegments(
        path, SampleDocuments.config(codec).setUseCompoundFile(false), 200, 100);
    return path;
  }

  private static Path delete(Path path, String extension) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "_0*." + extension)) {
      Path file = files.iterator().next();
      Files.delete(file);
      return file;
    }
  }

  private static String content(Path path) {
    Run run = Run.of("digest", path, "--json");
    assertEquals(run.err(), ExitCode.OK, run.code());
    return run.json().getAsJsonArray("indexes").get(0).getAsJsonObject().get("order").getAsString();
  }

  /** What is read behind the end is damage, too. */
  public void testAnEmptyFile() throws Exception {
    Path path = index();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "_0*.dvd")) {
      Files.write(files.iterator().next(), new byte[0]);
    }
    for (String command : new String[] {"digest", "advise", "inspect"}) {
      Run run = Run.of(command, path);
      assertEquals(run.err(), ExitCode.FAILED, run.code());
      assertTrue(run.err(), run.err().startsWith("streak: failed: java.io.EOFException: "));
      assertTrue(
          run.err(), run.err().endsWith("; verify says what is damaged" + System.lineSeparator()));
    }
  }

  public void testRepairs() throws Exception {
    for (String extension : MADE_ANEW) {
      Path path = index();
      String before = content(path);
      Path file = delete(path, extension);
      Run found = Run.of("verify", path);
      assertEquals(found.out() + found.err(), ExitCode.NO, found.code());
      assertTrue(found.out(), found.out().contains(file.getFileName().toString()));
      assertTrue(found.out(), found.out().contains("nothing is lost; verify --repair"));
      Run repaired = Run.of("verify", path, "--repair", "--yes");
      assertEquals(repaired.out() + repaired.err(), ExitCode.OK, repaired.code());
      assertEquals(before, content(path));
      assertFalse(Files.exists(file));
      try (Directory directory = FSDirectory.open(path);
          CheckIndex check = new CheckIndex(directory)) {
        assertTrue(check.checkIndex().clean);
      }
    }
  }

  /** Each segment is committed by itself, and a commit asks for the files of all. */
  public void testRepairsSeveralSegments() throws Exception {
    for (String extension : MADE_ANEW) {
      Path path = index();
      String before = content(path);
      for (String segment : List.of("_0", "_1")) {
        try (DirectoryStream<Path> files =
            Files.newDirectoryStream(path, segment + "*." + extension)) {
          Files.delete(files.iterator().next());
        }
      }
      Run repaired = Run.of("verify", path, "--repair", "--yes");
      assertEquals(repaired.out() + repaired.err(), ExitCode.OK, repaired.code());
      assertEquals(before, content(path));
    }
  }

  public void testConverts() throws Exception {
    Path path = index();
    String before = content(path);
    delete(path, MADE_ANEW.get(random().nextInt(MADE_ANEW.size())));
    Path out = createTempDir("out").resolve("new");
    Run copied = Run.of("convert", path, "--to", "lucene", "--out", out);
    assertEquals(copied.out() + copied.err(), ExitCode.OK, copied.code());
    assertEquals(before, content(out));
    Run converted = Run.of("convert", path, "--to", "lucene");
    assertEquals(converted.out() + converted.err(), ExitCode.OK, converted.code());
    assertEquals(before, content(path));
  }

  public void testCompares() throws Exception {
    Path path = index();
    delete(path, MADE_ANEW.get(random().nextInt(MADE_ANEW.size())));
    Path queries = createTempFile("queries", ".txt");
    Files.writeString(queries, "id:7\n");
    Run run = Run.of("compare", path, queries);
    assertEquals(run.out() + run.err(), ExitCode.OK, run.code());
  }

  public void testOneSentence() throws Exception {
    for (String extension : MADE_ANEW) {
      Path path = index();
      Path file = delete(path, extension);
      for (List<String> command :
          List.of(
              List.of("inspect"),
              List.of("inspect", "--fast"),
              List.of("warm"),
              List.of("digest"))) {
        List<Object> arguments = new ArrayList<>(command);
        arguments.add(path);
        Run run = Run.of(arguments.toArray());
        assertEquals(command + run.err(), ExitCode.FAILED, run.code());
        assertEquals(
            "streak: failed: a file of the index is missing: "
                + file
                + "; verify says whether anything is lost"
                + System.lineSeparator(),
            run.err());
      }
    }
  }
}
