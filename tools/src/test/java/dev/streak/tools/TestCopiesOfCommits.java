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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.IOUtils;

/** Somebody keeps a copy of a commit beside it, before something is tried. */
public class TestCopiesOfCommits extends LuceneTestCase {

  /** Lucene reads the end of such a name as a number, and what is one as that of a commit. */
  public void testOneSentence() throws Exception {
    Path path = createTempDir("index");
    SampleDocuments.writeSegments(path, SampleDocuments.config(new Lucene104Codec()), 20, 10);
    Path commit;
    try (var files = Files.newDirectoryStream(path, "segments_*")) {
      commit = files.iterator().next();
    }
    String name = commit.getFileName().toString();
    for (String other :
        List.of(name + ".bak", name + "~", name + " (copy)", "segments.bak", "segments_zz")) {
      Path copy = path.resolve(other);
      if (other.equals("segments_zz")) {
        Files.createDirectory(copy);
      } else {
        Files.copy(commit, copy);
      }
      for (List<Object> command :
          List.<List<Object>>of(
              List.of("digest", path),
              List.of("inspect", path),
              List.of("inspect", path, "--doc", 1),
              List.of("verify", path),
              List.of("advise", path),
              List.of("warm", path),
              List.of("sidecar", "status", path),
              List.of("convert", path, "--to", "streak"))) {
        Run run = Run.of(command.toArray());
        assertEquals(run.err(), ExitCode.REFUSED, run.code());
        assertEquals(
            "streak: Lucene takes "
                + copy.getFileName()
                + " in "
                + path
                + " for a commit; move it elsewhere"
                + System.lineSeparator(),
            run.err());
      }
      // Lucene's tests put files of their own into some new directories.
      IOUtils.rm(copy);
      assertEquals(ExitCode.OK, Run.of("verify", path).code());
    }
  }
}
