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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;

/** A machine on which the native library cannot load, in a process of its own. */
@SuppressFileSystems("*") // Another process reads the files.
public class TestZstandardMissing extends LuceneTestCase {

  /** What must read documents ends with the sentence that says what to do, and no stack trace. */
  public void testDigestSaysWhatToDo() throws Exception {
    Path index = createTempDir("index");
    SampleDocuments.writeSegments(index, SampleDocuments.config(new StreakCodec()), 20, 10);
    Process process =
        ToolProcess.builder(
                List.of("-DZstdNativePath=" + index.resolve("no-such-library.so")), "digest", index)
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    assertEquals(output, 2, process.exitValue());
    assertTrue(output, output.contains("streak: The native Zstandard library"));
    assertFalse(output, output.contains("\tat dev.streak"));
  }
}
