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
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Links between documents lead somewhere, and the list of decisions is that of their pages. */
public class TestLinks extends LuceneTestCase {
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Path ROOT = MainCode.ROOT;

  public void testLinksLeadToFilesAndHeadings() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path document : documents()) {
      for (String link : links(Files.readString(document))) {
        links++;
        if (leadsSomewhere(document, link) == false) {
          broken.add(ROOT.relativize(document) + ": " + link);
        }
      }
    }
    assertTrue("found only " + links + " links", links > 100);
    assertEquals(String.join("\n", broken), 0, broken.size());
  }

  public void testBrokenLinksAreFound() throws IOException {
    Path readme = ROOT.resolve("README.md");
    assertTrue(leadsSomewhere(readme, "docs/decisions.md#posting-lists"));
    assertFalse(leadsSomewhere(readme, "docs/decisions.md#no-such-heading"));
    assertFalse(leadsSomewhere(readme, "docs/no-such-page.md"));
  }

  public void testDecisionsAreListed() throws IOException {
    Path docs = ROOT.resolve("docs");
    String listed = Files.readString(docs.resolve("decisions.md"));
    StringBuilder found = new StringBuilder();
    for (String page : links(listed)) {
      if (page.startsWith("decisions/")) {
        String entries =
            headings(docs.resolve(page), "## ")
                .map(h -> "* " + h)
                .collect(Collectors.joining("\n"));
        assertTrue("not as in " + page + ":\n" + entries, listed.contains("\n\n" + entries + "\n"));
        found.append(page).append('\n');
      }
    }
    try (Stream<Path> pages = Files.list(docs.resolve("decisions"))) {
      pages.forEach(page -> assertTrue(page + " is not listed", found.indexOf(name(page)) >= 0));
    }
  }

  private static String name(Path page) {
    return "decisions/" + page.getFileName() + "\n";
  }

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    try (Stream<Path> pages = Files.list(ROOT)) {
      pages.filter(TestLinks::isPage).forEach(documents::add);
    }
    try (Stream<Path> pages = Files.walk(ROOT.resolve("docs"))) {
      pages.filter(TestLinks::isPage).forEach(documents::add);
    }
    return documents;
  }

  private static boolean isPage(Path file) {
    return file.toString().endsWith(".md");
  }

  private static List<String> links(String text) {
    return LINK.matcher(text).results().map((MatchResult link) -> link.group(1)).toList();
  }

  private static boolean leadsSomewhere(Path document, String link) throws IOException {
    if (link.contains("://")) {
      return true;
    }
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path target = file.isEmpty() ? document : document.resolveSibling(file);
    if (hash < 0 || isPage(target) == false) {
      return Files.exists(target);
    }
    return Files.exists(target) && anchors(target).contains(link.substring(hash + 1));
  }

  /** What GitHub calls headings: small letters and digits, hyphens for spaces, numbers if alike. */
  private static TreeSet<String> anchors(Path page) throws IOException {
    TreeSet<String> anchors = new TreeSet<>();
    for (String heading : headings(page, "#").toList()) {
      String text = heading.replaceFirst("^#* ", "").replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1");
      String anchor =
          text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
      String unique = anchor;
      for (int i = 1; anchors.add(unique) == false; i++) {
        unique = anchor + "-" + i;
      }
    }
    return anchors;
  }

  private static Stream<String> headings(Path page, String begin) throws IOException {
    return Files.readAllLines(page).stream()
        .filter(line -> line.startsWith(begin))
        .map(line -> line.substring(begin.length()));
  }
}
