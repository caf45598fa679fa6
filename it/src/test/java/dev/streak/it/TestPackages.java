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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Arrows between packages point one way: no package needs one that needs it. */
public class TestPackages extends LuceneTestCase {
  private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
  private static final Pattern IMPORT =
      Pattern.compile("^import (?:static )?(dev\\.streak[a-z0-9_.]*)\\.[A-Z]", Pattern.MULTILINE);

  /** A package for everybody. */
  private static final Pattern EXPORTED =
      Pattern.compile("^  exports ([\\w.]+);", Pattern.MULTILINE);

  private static final Pattern PUBLIC_TYPE =
      Pattern.compile(
          "^public (?:(?:final|abstract|sealed) )*(?:class|record|interface|enum) (\\w+)",
          Pattern.MULTILINE);

  /** A row of the table of packages, jars and classes. */
  private static final Pattern CLASSES =
      Pattern.compile(
          "^\\| (`dev\\.streak[\\w.]*` \\| `streak-\\w+` \\| )(.+) \\|$", Pattern.MULTILINE);

  public void testNoCircles() throws IOException {
    Map<String, Set<String>> needs = new HashMap<>();
    for (Path file : MainCode.files()) {
      add(Files.readString(file), needs);
    }
    assertTrue("found only " + needs.keySet(), needs.size() > 60);
    Set<String> inCircles = new TreeSet<>();
    for (String each : needs.keySet()) {
      if (reachedFrom(each, needs).contains(each)) {
        inCircles.add(each);
      }
    }
    assertEquals("packages that need each other", Set.of(), inCircles);
  }

  /** A reader of the guide need not look for a class in the sources. */
  public void testGuideSaysWhereClassesAre() throws IOException {
    Set<String> expected = new TreeSet<>();
    for (String module : List.of("codec", "compression", "offheap", "micrometer")) {
      Path code = MainCode.ROOT.resolve(module).resolve("src/main/java");
      Matcher exported = EXPORTED.matcher(Files.readString(code.resolve("module-info.java")));
      while (exported.find()) {
        String start = "`" + exported.group(1) + "` | `streak-" + module + "` | ";
        try (Stream<Path> files = Files.list(code.resolve(exported.group(1).replace('.', '/')))) {
          for (Path file : files.filter(Files::isRegularFile).toList()) {
            Matcher type = PUBLIC_TYPE.matcher(Files.readString(file));
            if (type.find()) {
              expected.add(start + type.group(1));
            }
          }
        }
      }
    }
    assertTrue("found only " + expected, expected.size() > 30);
    Set<String> said = new TreeSet<>();
    String guide = Files.readString(MainCode.ROOT.resolve("docs/operating.md"));
    for (Matcher row = CLASSES.matcher(guide); row.find(); ) {
      for (String type : row.group(2).split(", ")) {
        said.add(row.group(1) + type.replace("`", ""));
      }
    }
    assertEquals(expected, said);
  }

  /** A circle is found, however long it is. */
  public void testCirclesAreFound() {
    Map<String, Set<String>> needs = new HashMap<>();
    add("package dev.streak.a;\nimport dev.streak.b.B;\nimport dev.streak.a.x.X;\n", needs);
    add("package dev.streak.b;\nimport static dev.streak.c.C.NAME;\n", needs);
    add("package dev.streak.c;\nimport dev.streak.a.A;\n", needs);
    assertEquals(
        Set.of("dev.streak.a", "dev.streak.a.x", "dev.streak.b", "dev.streak.c"),
        reachedFrom("dev.streak.a", needs));
  }

  private static void add(String code, Map<String, Set<String>> needs) {
    Matcher name = PACKAGE.matcher(code);
    if (name.find() == false) {
      return;
    }
    Set<String> needed = needs.computeIfAbsent(name.group(1), each -> new HashSet<>());
    for (Matcher each = IMPORT.matcher(code); each.find(); ) {
      if (each.group(1).equals(name.group(1)) == false) {
        needed.add(each.group(1));
      }
    }
  }

  private static Set<String> reachedFrom(String name, Map<String, Set<String>> needs) {
    Set<String> reached = new HashSet<>();
    Set<String> left = new HashSet<>(needs.getOrDefault(name, Set.of()));
    while (left.isEmpty() == false) {
      String next = left.iterator().next();
      left.remove(next);
      if (reached.add(next)) {
        left.addAll(needs.getOrDefault(next, Set.of()));
      }
    }
    return reached;
  }
}
