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
import dev.streak.tools.cli.FullDisk;
import dev.streak.tools.cli.GermanLocale;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;

@SuppressFileSystems("*") // A link leads out of the test's folder.
public class TestFullDisk extends LuceneTestCase {

  public void testTellsItFromOtherFailures() {
    assertTrue(FullDisk.isCauseOf(new IOException("No space left on device")));
    assertTrue(FullDisk.isCauseOf(new FileSystemException("f", null, "Disk quota exceeded")));
    IOException windows = new IOException("There is not enough space on the disk");
    assertTrue(FullDisk.isCauseOf(new IOException("background merge hit exception", windows)));
    assertFalse(FullDisk.isCauseOf(new IOException("Input/output error", new IOException())));
  }

  /** The same from a process to which the system says it in another language. */
  public void testInWhateverLanguage() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue("needs /dev/full", Files.isWritable(full));
    Path locale = GermanLocale.of(createTempDir());
    Path index = createTempDir("index");
    SampleDocuments.writeSegments(index, SampleDocuments.config(new Lucene104Codec()), 10, 10);
    Path page = createTempDir("page").resolve("page.html");
    Files.createSymbolicLink(page, full);
    ProcessBuilder builder = ToolProcess.builder(List.of(), "inspect", index, "--html", page);
    GermanLocale.use(builder, locale);
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(said, ExitCode.FAILED.status(), process.waitFor());
    assertTrue(said, said.contains("The disk of " + page + " is full: make room and"));
  }

  /** Linux has a device that is full. */
  public void testSaysWhatToDo() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue("needs /dev/full", Files.isWritable(full));
    Path index = createTempDir("index");
    SampleDocuments.writeSegments(index, SampleDocuments.config(new Lucene104Codec()), 10, 10);
    Path page = createTempDir("page").resolve("page.html");
    Files.createSymbolicLink(page, full);
    Run run = Run.of("inspect", index, "--html", page);
    assertEquals(run.err(), ExitCode.FAILED, run.code());
    assertTrue(run.err(), run.err().contains("The disk of " + page + " is full: make room and"));
  }
}
