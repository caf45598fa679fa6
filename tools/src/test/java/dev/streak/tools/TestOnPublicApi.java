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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Whatever the tools can do, users can do: they call nothing that Streak's modules hide. */
public class TestOnPublicApi extends LuceneTestCase {
  private static final Path MODULE = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
  private static final Pattern EXPORTS = Pattern.compile("exports ([\\w.]+);");
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?(dev\\.streak\\.[a-z.]+)\\.[A-Z]");

  public void testOnlyExportedPackagesAreImported() throws Exception {
    Set<String> exported = new TreeSet<>();
    for (String module : List.of("codec", "offheap", "compression")) {
      Path descriptor = MODULE.resolveSibling(module + "/src/main/java/module-info.java");
      exported.addAll(found(EXPORTS, descriptor));
    }
    assertTrue(exported.toString(), exported.contains("dev.streak.codec"));
    assertFalse(exported.toString(), exported.contains("dev.streak.field"));
    List<Path> sources;
    try (Stream<Path> all = Files.walk(MODULE.resolve("src/main/java"))) {
      sources = all.filter(path -> path.toString().endsWith(".java")).toList();
    }
    assertTrue(sources.size() > 10);
    for (Path source : sources) {
      for (String used : found(IMPORT, source)) {
        assertTrue(
            source + " uses " + used,
            used.startsWith("dev.streak.tools") || exported.contains(used));
      }
    }
  }

  private static List<String> found(Pattern pattern, Path file) throws IOException {
    List<String> found = new ArrayList<>();
    Matcher matcher = pattern.matcher(Files.readString(file));
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }
}
