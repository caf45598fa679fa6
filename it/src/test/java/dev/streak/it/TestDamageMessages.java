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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What is said of damage has one shape: what was read, its value, and what it must be. */
public class TestDamageMessages extends LuceneTestCase {

  private static final Pattern MADE =
      Pattern.compile("new CorruptIndexException\\((.*?)\\);", Pattern.DOTALL);

  private static final Pattern SHAPE =
      Pattern.compile(".* (is|are) .*must (be|lie|end)\\b.*", Pattern.DOTALL);

  /** A message that was made elsewhere, or whose cause says the rest. */
  private static final Pattern ELSEWHERE =
      Pattern.compile(
          ".*\\b(wrong|problem|e\\.getMessage\\(\\)), .*|.*,\\s+(e|cause|openFailure)",
          Pattern.DOTALL);

  public void testAllSayWhatMustBe() throws IOException {
    List<String> others = new ArrayList<>();
    int seen = 0;
    for (Path file : MainCode.files("codec", "compression", "offheap")) {
      Matcher made = MADE.matcher(Files.readString(file));
      while (made.find()) {
        seen++;
        String message = made.group(1).strip();
        if (SHAPE.matcher(message).matches() == false
            && ELSEWHERE.matcher(message).matches() == false) {
          others.add(file.getFileName() + ": " + message);
        }
      }
    }
    assertTrue("found " + seen, seen > 40);
    assertEquals(String.join("\n", others), 0, others.size());
  }
}
