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
package dev.streak.bench.report;

import dev.streak.bench.harness.ResultFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Each ratio of the last report is explained in docs/ratios.md, and judged as it says there. */
public class TestRatioNames extends LuceneTestCase {

  public void testEachRatioIsExplained() throws Exception {
    Path docs =
        Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent().resolve("docs");
    Path results = docs.resolve("benchmarks.json");
    assumeTrue("no report yet", Files.exists(results));
    RatioExplanations explanations = RatioExplanations.load();
    for (String name : ResultFile.read(results).getAsJsonObject("ratios").keySet()) {
      assertTrue("not in docs/ratios.md: " + name, explanations.of(name).isPresent());
    }
  }

  public void testTheTableIsFound() {
    assertTrue(RatioExplanations.load().size() > 30);
  }

  public void testTheRowThatLeavesLeastOpenIsTaken() {
    RatioExplanations explanations = RatioExplanations.load();
    String rows = explanations.text("terms.documents.eighth.run_terms_query");
    assertTrue(rows, rows.contains("eighth"));
    assertEquals("", explanations.text("no.such.ratio"));
  }

  public void testHeadlinesAreExplained() {
    for (String name : ReportText.HEADLINES) {
      assertFalse(name, RatioExplanations.load().text(name).isEmpty());
    }
  }
}
