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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Documents can be read once: no long lines outside tables and code, no long sentences. */
public class TestProse extends LuceneTestCase {
  private static final int MAX_COLUMNS = 120;
  private static final int MAX_WORDS = 45;

  private static final Path ROOT = MainCode.ROOT;

  public void testLinesAndSentencesAreShort() throws IOException {
    List<String> problems = new ArrayList<>();
    List<Path> documents = documents();
    assertTrue("found only " + documents, documents.size() >= 8);
    for (Path document : documents) {
      check(ROOT.relativize(document).toString(), Files.readAllLines(document), problems);
    }
    assertEquals(String.join("\n", problems), 0, problems.size());
  }

  public void testLongLinesAndSentencesAreFound() {
    List<String> problems = new ArrayList<>();
    String word = "word ";
    check("wide", List.of("x".repeat(MAX_COLUMNS + 1)), problems);
    check("long", List.of(word.repeat(20), word.repeat(20), word.repeat(5) + "end."), problems);
    assertEquals(problems.toString(), 2, problems.size());
    check("table", List.of("| " + word.repeat(60) + "|"), problems);
    check("code", List.of("```", word.repeat(60), "```", "    " + word.repeat(60)), problems);
    check("two", List.of(word.repeat(20) + "end.", "Next " + word.repeat(20)), problems);
    check("list", List.of("* " + word.repeat(20), "* " + word.repeat(20), "* more"), problems);
    assertEquals(problems.toString(), 2, problems.size());
  }

  /** All but what the report writes. */
  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    try (Stream<Path> files = Files.find(ROOT, 3, (file, type) -> isDocument(file))) {
      files.forEach(documents::add);
    }
    return documents;
  }

  private static boolean isDocument(Path file) {
    Path path = ROOT.relativize(file);
    return path.toString().endsWith(".md")
        && path.toString().contains("target") == false
        && path.endsWith("benchmarks.md") == false
        && path.startsWith(".git") == false;
  }

  private static void check(String document, List<String> lines, List<String> problems) {
    StringBuilder sentence = new StringBuilder();
    boolean code = false;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.stripLeading().startsWith("```")) {
        code = code == false;
      }
      if (code || line.matches("(    |```|\\||#|<|!\\[).*")) {
        sentence.setLength(0);
        continue;
      }
      if (line.length() > MAX_COLUMNS) {
        problems.add(document + ":" + (i + 1) + " has " + line.length() + " columns");
      }
      if (line.isBlank() || line.matches("\\s*([*-]|\\d+\\.) .*")) {
        sentence.setLength(0);
      }
      for (String word : line.strip().split("\\s+")) {
        sentence.append(word).append(' ');
        if (word.matches(".*[.!?:;]\\W*")) {
          sentence.setLength(0);
        } else if (words(sentence) == MAX_WORDS) {
          problems.add(
              document + ":" + (i + 1) + " has a sentence of over " + MAX_WORDS + " words");
        }
      }
    }
  }

  private static int words(StringBuilder sentence) {
    return sentence.toString().strip().split("\\s+").length;
  }
}
