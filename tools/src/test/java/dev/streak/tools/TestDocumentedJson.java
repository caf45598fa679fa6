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

import com.google.gson.JsonElement;
import dev.streak.tools.advise.FieldSpeed;
import dev.streak.tools.cli.ExitCode;
import dev.streak.tools.compare.Contest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;

/** The keys that docs/tools.md lists are those that commands print. */
@SuppressFileSystems("*") // Reads a file of the project.
public class TestDocumentedJson extends LuceneTestCase {
  private static final Path TOOLS =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling("docs/tools.md");

  private static final Pattern ITEM =
      Pattern.compile("(?s)\\* \\*\\*(.+?)\\*\\*: (.+?)(?=\n\\* |\n\n)");
  private static final Pattern KEY = Pattern.compile("`([A-Za-z0-9]+)`");

  /** Keys under which so many levels of names follow that an index or a user chose. */
  private static final Map<String, Integer> NAMES = new TreeMap<>(Map.of("orders", 2));

  static {
    Set.of("userData", "files", "bytes", "recorded", "segmentsOfReasons", "docValues", "parts")
        .forEach(key -> NAMES.put(key, 1));
    Set.of("speeds", "leftOut", "ordersLeftOut").forEach(key -> NAMES.put(key, 1));
  }

  private final Map<String, Set<String>> printed = new TreeMap<>();

  private static void keys(JsonElement json, int names, Set<String> keys) {
    if (json.isJsonArray()) {
      json.getAsJsonArray().forEach(each -> keys(each, 0, keys));
    } else if (json.isJsonObject()) {
      json.getAsJsonObject()
          .asMap()
          .forEach(
              (key, value) -> {
                if (names == 0) {
                  keys.add(key);
                }
                keys(value, names == 0 ? NAMES.getOrDefault(key, 0) : names - 1, keys);
              });
    }
  }

  private void print(String item, Object... command) {
    Run run = Run.of(command);
    assertEquals(run.err(), ExitCode.OK, run.code());
    keys(run.json(), 0, printed.computeIfAbsent(item, i -> new TreeSet<>()));
  }

  /** Of what so small an index has none. */
  private void add(String item, Class<? extends Record> record) {
    Arrays.stream(record.getRecordComponents())
        .forEach(key -> printed.get(item).add(key.getName()));
  }

  private static Map<String, Set<String>> documented() throws IOException {
    String text = Files.readString(TOOLS);
    String section = text.substring(text.indexOf("\n## JSON\n"), text.indexOf("\n## Luke\n"));
    return ITEM.matcher(section + "\n")
        .results()
        .collect(
            Collectors.toMap(
                item -> item.group(1),
                item ->
                    KEY.matcher(item.group(2))
                        .results()
                        .map(key -> key.group(1))
                        .collect(Collectors.toCollection(TreeSet::new)),
                (a, b) -> a,
                TreeMap::new));
  }

  public void testKeys() throws Exception {
    Path index = createTempDir("index");
    Sort sort = new Sort(new SortField("rank", SortField.Type.LONG));
    SampleDocuments.writeSegments(
        index, SampleDocuments.config(new Lucene104Codec()).setIndexSort(sort), 40, 20);
    Path copy = createTempDir("copy").resolve("streak");
    Path queries = Files.writeString(createTempDir("queries").resolve("q.txt"), "shop:shop1\n");
    print("convert", "convert", index, "--to", "streak", "--out", copy, "--json");
    print("inspect", "inspect", copy, "--json");
    print("inspect --term", "inspect", copy, "--term", "shop", "shop1", "--json");
    print("inspect --doc", "inspect", copy, "--doc", 1, "--json");
    print("digest", "digest", index, copy, "--json");
    print("warm", "warm", copy, "--json");
    for (String what : new String[] {"build", "status", "prune"}) {
      print("sidecar", "sidecar", what, index, "--json");
    }
    print("compare", "compare", index, queries, "--seconds", 1, "--json");
    add("compare", Contest.Difference.class);
    print("advise", "advise", index, "--json");
    add("advise", FieldSpeed.class);
    assertEquals(printed.toString(), documented().toString());
  }
}
