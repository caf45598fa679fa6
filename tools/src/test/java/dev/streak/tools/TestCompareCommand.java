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

import static java.util.stream.Collectors.joining;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.streak.codec.StreakCodec;
import dev.streak.tools.cli.ExitCode;
import dev.streak.tools.cli.Quantity;
import dev.streak.tools.compare.Contest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;

@SuppressFileSystems("ExtrasFS") // Folders that are meant to be empty have to be.
public class TestCompareCommand extends LuceneTestCase {
  private static final String[] QUERIES = {
    "# what shops ask",
    "",
    "shop:shop3 OR shop:shop4",
    "shop:shop1*",
    "text:word3 AND id:17*",
    "text:Word1*",
    "+id:[17 TO 25] -text:word2",
    "id:*7",
    "{\"field\": \"id\", \"ids\": [3, 4, 77, 5000]}",
    "{\"field\": \"id\", \"ids\": [\"007\", 7, \"x\", 7]}",
    "{\"field\": \"shop\", \"ids\": []}",
  };

  private Path queries;
  private Path scratch;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    queries = createTempDir().resolve("queries.txt");
    scratch = createTempDir("scratch");
    Files.write(queries, List.of(QUERIES));
  }

  private static Path index(Codec codec, int... deleted) throws IOException {
    Path path = createTempDir("index");
    IndexWriterConfig config = SampleDocuments.config(codec).setMergePolicy(NoMergePolicy.INSTANCE);
    try (Directory directory = FSDirectory.open(path)) {
      SampleDocuments.write(directory, config, 0, 300, deleted);
    }
    return path;
  }

  private Run compare(Path index, Object... options) {
    Object[] always = {"compare", index, queries, "--dir", scratch, "--seconds", 1};
    return Run.of(Stream.concat(Stream.of(always), Stream.of(options)).toArray());
  }

  private JsonObject equal(Path index, Object... options) {
    Run run = compare(index, Stream.concat(Stream.of("--json"), Stream.of(options)).toArray());
    assertEquals(run.err() + run.out(), ExitCode.OK, run.code());
    JsonObject result = run.json();
    assertTrue(result.get("equal").getAsBoolean());
    assertEquals(QUERIES.length - 2, result.getAsJsonArray("timings").size());
    return result;
  }

  private static int hits(JsonObject result, int line) {
    JsonObject timing = null;
    for (JsonElement each : result.getAsJsonArray("timings")) {
      timing =
          each.getAsJsonObject().get("line").getAsInt() == line ? each.getAsJsonObject() : timing;
    }
    assertNotNull("line " + line, timing);
    for (String key :
        List.of(
            "calls",
            "luceneCountNanos",
            "streakCountNanos",
            "luceneTopNanos",
            "streakTopNanos",
            "countBetterBy",
            "topBetterBy")) {
      assertTrue(timing.toString(), timing.get(key).getAsDouble() > 0);
    }
    return timing.get("hits").getAsInt();
  }

  private long files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  public void testQueriesMeanWhatTheySay() throws IOException {
    JsonObject result = equal(index(new Lucene104Codec()), "--prefixes", "shop=1-2");
    assertEquals(300, result.get("documents").getAsInt());
    assertEquals(40, hits(result, 3));
    assertEquals("shop1, shop10 to shop14", 120, hits(result, 4));
    assertTrue(hits(result, 5) < 11);
    assertTrue("analyzed", hits(result, 6) > 0);
    assertTrue(hits(result, 7) > 0);
    assertEquals(30, hits(result, 8));
    assertEquals(3, hits(result, 9));
    assertEquals("007 and 7 are different terms", 1, hits(result, 10));
    assertEquals(0, hits(result, 11));
    for (JsonElement summary : result.getAsJsonArray("summaries")) {
      assertEquals(
          Set.of(
              "what",
              "luceneMedianNanos",
              "luceneP99Nanos",
              "streakMedianNanos",
              "streakP99Nanos",
              "betterBy"),
          summary.getAsJsonObject().keySet());
    }
    assertEquals("nothing is left behind", 0, files(scratch));
  }

  public void testTableForPeople() throws IOException {
    Path index = index(new Lucene104Codec());
    long before = files(index);
    Run run = compare(index);
    assertEquals(run.err(), ExitCode.OK, run.code());
    assertTrue(run.out(), run.out().contains("9 queries on 300 documents: all answers are equal"));
    assertTrue(run.out(), run.out().contains("all queries, top 10"));
    assertTrue(
        run.out(), run.out().contains("better by sums of each query's median processor time"));
    assertTrue(run.out(), run.out().contains("  line query" + System.lineSeparator()));
    assertTrue(run.out(), run.out().contains("     9 id: 4 ids "));
    assertFalse(run.out(), run.out().contains("copies"));
    assertEquals("the index is as it was", before, files(index));
    Files.writeString(queries, "id:7\n");
    run = compare(index);
    assertTrue(run.out(), run.out().contains("1 query on 300 documents: all answers are equal"));
  }

  private static Contest.Timing timing(long calls) {
    return new Contest.Timing(1, "q", 1, calls, 5, 1, 5, 1, 5.189, 5);
  }

  public void testFiguresOfFewCallsAreMarked() {
    assertEquals("5.19x", CompareCommand.betterBy(timing(50)));
    assertEquals("     5.19x ?", CompareCommand.betterBy(timing(49)));
    assertEquals("", CompareCommand.warning(List.of(timing(50), timing(4_000)), 10));
    assertEquals(
        "  ? fewer than 50 calls (1 query): rely on none of these, nor on the sums;"
            + " try --seconds 130, or fewer queries",
        CompareCommand.warning(List.of(timing(50), timing(4)), 10));
    String many = CompareCommand.warning(List.of(timing(20), timing(49)), 5);
    assertTrue(many, many.contains("(2 queries)"));
    assertTrue(many, many.contains("--seconds 20,"));
    String most = CompareCommand.warning(List.of(timing(3)), 3_600);
    assertTrue("not more than there can be", most.endsWith("; try fewer queries"));
  }

  /** An index of Streak's is one side, unless other prefix sets are asked for than it has. */
  public void testPrefixesOfAnIndexOfStreak() throws IOException {
    Path streak = index(new StreakCodec());
    JsonObject asItIs = equal(streak);
    assertEquals(bytes(streak), asItIs.get("streakBytes").getAsLong());
    JsonObject anew = equal(streak, "--prefixes", "shop=1-3");
    assertNotEquals(bytes(streak), anew.get("streakBytes").getAsLong());
  }

  /** Some of the queries are shown, and the user's own index is one side. */
  public void testManyQueries() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 24; i++) {
      lines.add("id:" + 10 * i);
    }
    // A number that is no long.
    lines.add("{\"field\": \"id\", \"ids\": [1, -5, 9999999999999999999]}");
    Files.write(queries, lines);
    Path streak = index(new StreakCodec());
    JsonObject result = compare(streak, "--json").json();
    assertEquals(25, result.getAsJsonArray("timings").size());
    assertEquals(1, hits(result, 25));
    assertEquals(bytes(streak), result.get("streakBytes").getAsLong());
    assertNotEquals(bytes(streak), result.get("luceneBytes").getAsLong());
    Path lucene = index(new Lucene104Codec());
    String out = compare(lucene).out();
    String disk = "  disk +" + Quantity.bytes(bytes(lucene)).replace(".", "\\.") + " .*";
    assertTrue(out, out.lines().anyMatch(line -> line.matches(disk)));
    assertTrue(out, out.endsWith("5 more: see --json" + System.lineSeparator()));
    assertTrue(out, out.contains("  20 id:190 "));
    assertFalse(out, out.contains("  21 id:200 "));
  }

  private static long bytes(Path index) throws IOException {
    long bytes = 0;
    try (Directory directory = FSDirectory.open(index)) {
      for (SegmentCommitInfo segment : SegmentInfos.readLatestCommit(directory)) {
        bytes += segment.sizeInBytes();
      }
    }
    return bytes;
  }

  public void testDeletedDocumentsAreLeftOutOnBothSides() throws IOException {
    Path index = index(new Lucene104Codec(), 3, 62, 63);
    assertEquals(297, equal(index).get("documents").getAsInt());
    assertTrue(compare(index).out().contains("both sides are copies"));
  }

  public void testIndexOfStreakIsComparedWithACopyOfLucenes() throws IOException {
    equal(index(new StreakCodec()), "--keep");
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(scratch)) {
      for (Path path : files.filter(Files::isDirectory).toList()) {
        if (path.endsWith("lucene") || path.endsWith("streak")) {
          try (Directory directory = FSDirectory.open(path)) {
            for (SegmentCommitInfo segment : SegmentInfos.readLatestCommit(directory)) {
              names.add(path.getFileName() + " " + segment.info.getCodec().getName());
            }
          }
        }
      }
    }
    assertEquals(Set.of("lucene Lucene104"), names);
  }

  private void refused(String sentence, Path index, String line, Object... options)
      throws IOException {
    Files.write(queries, List.of("# one line before", line));
    Run run = compare(index, options);
    assertEquals(run.err() + run.out(), ExitCode.REFUSED, run.code());
    assertTrue(run.err(), run.err().startsWith("streak: " + sentence));
    assertEquals(0, files(scratch));
  }

  public void testRefusals() throws IOException {
    Path index = index(new Lucene104Codec());
    refused("line 2 names no field; say --field: pizza", index, "pizza");
    String why = " (Encountered \"<EOF>\" at line 1, column 8.)" + System.lineSeparator();
    refused("line 2 is no query: id:[1 TO" + why, index, "id:[1 TO");
    refused("line 2 is no query: id:/[/ (unexpected end-of-string)", index, "id:/[/");
    refused("line 2 is no query: id:/(.*a){300}/ (Determinizing", index, "id:/(.*a){300}/");
    String nested = "(".repeat(20_000) + "id:1" + ")".repeat(20_000);
    refused("line 2 is nested too deeply: ((((", index, nested);
    refused("line 2 is no JSON: [[[[", index, "[".repeat(20_000) + "]".repeat(20_000));
    refused("line 2: no field of the index has terms and is called shpo", index, "shpo:7");
    refused("line 2: no field of the index has terms and is called rank", index, "rank:7");
    refused("line 2 has ids and no field; say --field: [1, 2]", index, "[1, 2]");
    refused("line 2 is no JSON: {\"field\"", index, "{\"field\" \"id\"}");
    refused("line 2 must be {\"field\"", index, "{\"field\": \"id\", \"ids\": 3}");
    refused("line 2: ids must be numbers or strings: {}", index, "{\"field\":\"id\",\"ids\":[{}]}");
    String yes = "{\"field\": \"id\", \"ids\": [1, true]}";
    refused("line 2: ids must be numbers or strings: true", index, yes);
    refused("no queries in", index, "");
    refused("--field: no field of the index", index, "[1]", "--field", "nix");
    refused("--top must be 1 to 10,000", index, "id:1", "--top", 0);
    refused("unknown option: --nothing", index, "id:1", "--nothing");
    scratch = Files.createFile(createTempDir().resolve("file"));
    Run run = compare(index);
    assertTrue(run.err(), run.err().startsWith("streak: --dir must be a folder"));
    Files.delete(queries);
    run = compare(index);
    assertTrue(run.err(), run.err().startsWith("streak: no such file"));
    Files.createDirectory(queries);
    run = compare(index);
    assertTrue(run.err(), run.err().startsWith("streak: a folder, not a file of queries"));
  }

  /** Said before the index is copied. */
  public void testAPhraseNeedsPositions() throws IOException {
    FieldType withoutPositions = new FieldType(TextField.TYPE_NOT_STORED);
    withoutPositions.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    Path index = createTempDir("index");
    try (Directory directory = FSDirectory.open(index);
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (String title : List.of("new moon", "moon new", "half")) {
        Document document = new Document();
        document.add(new Field("title", title, withoutPositions));
        document.add(new TextField("text", title, Field.Store.NO));
        writer.addDocument(document);
      }
    }
    refused(
        "line 2 is no query: title:\"new moon\" (no positions in field title)",
        index,
        "title:\"new moon\"");
    refused("line 2 is no query: text:half OR", index, "text:half OR title:\"new moon\"~3");
    String[] words = {"title:(new moon)", "title:\"moon\"", "text:\"new moon\"", "title:moon"};
    Files.write(queries, List.of(words));
    JsonObject result = compare(index, "--json").json();
    int[] hits = {2, 2, 1, 2};
    for (int i = 0; i < words.length; i++) {
      assertEquals(words[i], hits[i], hits(result, i + 1));
    }
  }

  /** Both begin with a bracket. */
  public void testRangesAreNoJson() throws IOException {
    Path index = index(new Lucene104Codec());
    String[] ranges = {"[17 TO 18]", "{17 TO 19}", "{17 TO 19]", "[\"17\" TO \"18\"] OR [9 TO 9]"};
    int[] hits = {12, 21, 22, 13};
    Files.write(queries, List.of(ranges));
    JsonObject result = compare(index, "--field", "id", "--json").json();
    for (int i = 0; i < ranges.length; i++) {
      assertEquals(ranges[i], hits[i], hits(result, i + 1));
    }
    Files.writeString(
        queries,
        IntStream.range(0, 100_000).mapToObj(Integer::toString).collect(joining(",", "[", "]")));
    assertEquals(300, hits(compare(index, "--field", "id", "--json").json(), 1));
    refused("line 2 has ids and no field; say --field: [\"a TO b\"]", index, "[\"a TO b\"]");
    refused("line 2 names no field; say --field: [a TO b]", index, "[a TO b]");
  }

  public void testAByteOrderMarkIsNoPartOfALine() throws IOException {
    Path index = index(new Lucene104Codec());
    for (String line : List.of("id:17", "{\"field\": \"id\", \"ids\": [17]}", "# said before")) {
      Files.write(queries, List.of("\uFEFF" + line, "id:17"));
      Run run = compare(index, "--json");
      assertEquals(run.err(), ExitCode.OK, run.code());
      assertEquals(1, hits(run.json(), line.startsWith("#") ? 2 : 1));
    }
  }

  public void testFieldOfTheUser() throws IOException {
    Files.write(queries, List.of("17", "[17, 18]", "text:word1"));
    Run run = compare(index(new Lucene104Codec()), "--field", "id", "--json");
    assertEquals(run.err(), ExitCode.OK, run.code());
    assertTrue(run.out(), run.out().contains("\"hits\": 1,"));
    assertTrue(run.out(), run.out().contains("\"hits\": 2,"));
  }
}
