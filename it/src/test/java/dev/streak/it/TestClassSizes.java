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
package dev.streak.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Classes can be read in one go. */
public class TestClassSizes extends LuceneTestCase {
  private static final int MAX_LINES = 400;

  public void testNoFileIsLong() throws IOException {
    List<Path> all = MainCode.files();
    assertTrue("found only " + all, all.size() > 400);
    List<Path> tooLong = all.stream().filter(file -> lines(file) > MAX_LINES).toList();
    assertEquals("more than " + MAX_LINES + " lines: " + tooLong, 0, tooLong.size());
  }

  private static long lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
