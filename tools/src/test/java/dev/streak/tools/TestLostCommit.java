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
import dev.streak.tools.cli.ExitCode;
import dev.streak.tools.verify.Verification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** The worst that can be lost: without its commit no segment is of an index. */
public class TestLostCommit extends LuceneTestCase {
  private static final String TOLD = "no commit (segments_N is missing), but files of 3 segments";

  private static Path index() throws IOException {
    Path path = createTempDir("index");
    SampleDocuments.writeSegments(path, SampleDocuments.config(new StreakCodec()), 30, 10);
    try (Directory directory = FSDirectory.open(path)) {
      Files.delete(path.resolve(SegmentInfos.getLastCommitSegmentsFileName(directory)));
    }
    return path;
  }

  public void testItIsDamage() throws Exception {
    Path path = index();
    Run run = Run.of("verify", path);
    assertEquals(run.out() + run.err(), ExitCode.NO, run.code());
    assertTrue(run.out(), run.out().startsWith("the commit, opening: " + TOLD));
    assertTrue(run.out(), run.out().contains("restore the index from a copy of it"));
    Run json = Run.of("verify", path, "--json");
    assertEquals(ExitCode.NO, json.code());
    assertFalse(json.json().get("sound").getAsBoolean());
    assertEquals(1, json.json().getAsJsonArray("findings").size());
  }

  /** Without a commit nothing can be done, and no command may say that there is nothing. */
  public void testOtherCommandsSaySo() throws Exception {
    Path path = index();
    for (List<Object> command :
        List.<List<Object>>of(
            List.of("verify", path, "--repair", "--yes"),
            List.of("digest", path),
            List.of("inspect", path),
            List.of("convert", path, "--to", "lucene"))) {
      Run run = Run.of(command.toArray());
      assertEquals(command + run.err(), ExitCode.REFUSED, run.code());
      assertTrue(command + run.err(), (run.out() + run.err()).contains(TOLD));
    }
  }

  /** Lucene lists the files twice before it believes that there is no commit. */
  public void testAFirstCommitThatComesMeanwhile() throws Exception {
    Path path = createTempDir("index");
    SampleDocuments.writeSegments(path, SampleDocuments.config(new StreakCodec()), 30, 10);
    AtomicInteger before = new AtomicInteger(2);
    try (Directory files = FSDirectory.open(path);
        Directory directory =
            new FilterDirectory(files) {
              @Override
              public String[] listAll() throws IOException {
                boolean hasCommit = before.getAndDecrement() <= 0;
                return Arrays.stream(in.listAll())
                    .filter(file -> hasCommit || !file.startsWith(IndexFileNames.SEGMENTS))
                    .toArray(String[]::new);
              }
            };
        Verification verification = new Verification(directory, false)) {
      assertTrue("" + before, before.get() < 0);
      assertEquals(List.of(), verification.run(1, SampleDocuments.SILENT, "verifying"));
    }
  }

  /** Such as a folder that somebody was to fill. */
  public void testOtherFilesAreNoIndex() throws Exception {
    Path path = createTempDir("other");
    for (String name : List.of("write.lock", "_0.cfs", "notes.si")) {
      Files.write(path.resolve(name), new byte[1]);
    }
    Run run = Run.of("verify", path);
    assertEquals(run.out(), ExitCode.REFUSED, run.code());
    assertEquals("streak: no index in " + path + System.lineSeparator(), run.err());
  }
}
