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
import com.google.gson.JsonObject;
import dev.streak.codec.StreakCodec;
import dev.streak.termhash.TermHashSettings;
import dev.streak.tools.cli.ExitCode;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;
import org.xml.sax.InputSource;

@SuppressFileSystems("ExtrasFS") // All files of the folder are counted.
public class TestInspectCommand extends LuceneTestCase {
  private static final String DOC_ALONE =
      "--doc is of the whole index: without --term, --segment, --html and --fast";

  private static Codec streak() {
    return StreakCodec.builder()
        .prefixes("shop", 1, 5, 50)
        .termHash(TermHashSettings.DEFAULT.withField(SampleDocuments.ID, true))
        .build();
  }

  /** Two segments, the second in a compound file; five documents deleted. */
  private static Path index(Codec codec) throws IOException {
    Path path = createTempDir("index");
    try (Directory directory = FSDirectory.open(path)) {
      for (boolean compound : new boolean[] {false, true}) {
        IndexWriterConfig config = SampleDocuments.config(codec).setUseCompoundFile(compound);
        int from = compound ? 400 : 0;
        SampleDocuments.write(
            directory, config, from, from + 400, from, from + 1, from + 2, from + 3, from + 4);
      }
    }
    return path;
  }

  private static Run done(Object... arguments) {
    Run run = Run.of(arguments);
    assertEquals(run.err(), ExitCode.OK, run.code());
    return run;
  }

  private static JsonObject field(JsonObject report, String name) {
    for (JsonElement field : report.getAsJsonArray("fields")) {
      if (field.getAsJsonObject().get("field").getAsString().equals(name)) {
        return field.getAsJsonObject();
      }
    }
    throw new AssertionError(name);
  }

  public void testSegmentsAreAsTheFilesAre() throws Exception {
    Path path = index(streak());
    JsonObject report = done("inspect", path, "--fast", "--json").json();
    assertEquals(0, report.getAsJsonArray("fields").size());
    long bytes = 0;
    long byExtension = 0;
    for (JsonElement segment : report.getAsJsonArray("segments")) {
      assertEquals("Streak1", segment.getAsJsonObject().get("codec").getAsString());
      assertEquals(395, segment.getAsJsonObject().get("documents").getAsInt());
      assertEquals(5, segment.getAsJsonObject().get("deleted").getAsInt());
      bytes += segment.getAsJsonObject().get("bytes").getAsLong();
      for (Map.Entry<String, JsonElement> file :
          segment.getAsJsonObject().getAsJsonObject("files").entrySet()) {
        byExtension += file.getValue().getAsLong();
      }
    }
    assertEquals(bytes, byExtension);
    long onDisk = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "_*")) {
      for (Path file : files) {
        onDisk += Files.size(file);
      }
    }
    assertEquals(onDisk, bytes);
  }

  /** Of the whole and of its parts, live ones and beside them those that are deleted. */
  public void testDocumentsAreCountedInOneWay() throws Exception {
    Path path = index(streak());
    Path page = createTempDir("page").resolve("page.html");
    String out = done("inspect", path, "--fast", "--html", page).out();
    assertTrue(out, out.contains("2 segments, 790 documents, 10 deleted, "));
    assertEquals(out, 2, out.split(", 395 documents, 5 deleted, ", -1).length - 1);
    String html = Files.readString(page);
    assertTrue(html, html.contains("<p>790 documents, 10 deleted, 2 segments, "));
    // Most of these are no files of the folder.
    String files = "iles by extension, those within compound files and bundles by their own";
    assertTrue(out, out.contains("\nf" + files + ": "));
    assertTrue(html, html.contains("<h2>F" + files + "</h2>"));
  }

  public void testOneIsNoPlural() throws Exception {
    Path path = createTempDir("index");
    SampleDocuments.writeSegments(path, SampleDocuments.config(streak()), 1, 1);
    Path page = createTempDir("page").resolve("page.html");
    String out =
        done("inspect", path, "--html", page, "--term", "shop", "shop0").out()
            + Files.readString(page);
    assertTrue(out, out.contains("  1 term, 1.0 documents and 1.0 runs each"));
    assertTrue(out, out.contains("<p>1 document, 0 deleted, 1 segment, "));
    assertTrue(out, out.contains("<p>1 document, 1 run; "));
    assertFalse(out, out.matches("(?s).*\\b1 (documents|segments|terms|runs)\\b.*"));
  }

  public void testLargeNumbersHaveCommas() throws Exception {
    Path path = createTempDir("index");
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, SampleDocuments.config(streak()))) {
      for (int i = 0; i < 4000; i++) {
        Document document = new Document();
        document.add(new StringField("parity", "p" + i % 2, Field.Store.NO));
        document.add(new StringField("all", "", Field.Store.NO));
        writer.addDocument(document);
      }
    }
    String out = done("inspect", path).out();
    assertTrue(out, out.contains("2 terms, 2,000.0 documents and 2,000.0 runs each"));
    assertTrue(out, out.contains("1 term, 4,000.0 documents and 1.0 runs each"));
    assertTrue(out, out.contains("average run 4,000.0"));
  }

  /** How many segments say it; where Streak's own files are is no setting. */
  public void testWhatSegmentsSayOfAField() throws Exception {
    Path path = createTempDir("index");
    try (Directory directory = FSDirectory.open(path)) {
      IndexWriterConfig config = SampleDocuments.config(streak());
      SampleDocuments.write(directory, config, 0, 400);
      SampleDocuments.write(directory, SampleDocuments.config(new StreakCodec()), 400, 401);
      try (IndexWriter writer = new IndexWriter(directory, SampleDocuments.config(streak()))) {
        writer.updateNumericDocValue(new Term(SampleDocuments.ID, "7"), "rank", 3);
      }
    }
    Path page = createTempDir("page").resolve("page.html");
    Run run = done("inspect", path, "--html", page);
    String html = Files.readString(page);
    for (String said : new String[] {run.out(), html}) {
      assertTrue(said, said.contains("1 segment: hash table with keys and documents in it"));
      assertTrue(said, said.contains("1 segment: no hash table: so few terms"));
      assertTrue(said, said.matches("(?s).*(  |; )no prefix sets: none were asked for.*"));
    }
    assertFalse(run.out(), run.out().contains("Bundle"));
    JsonObject report = done("inspect", path, "--json").json();
    assertFalse(report.toString(), report.toString().contains("Bundle"));
    JsonObject id = field(report, SampleDocuments.ID);
    assertTrue(id.toString(), id.get("reasons").isJsonArray());
    assertTrue(
        id.toString(),
        id.getAsJsonObject("segmentsOfReasons").toString().contains("asked for\":2"));
  }

  public void testFieldsOfStreak() throws Exception {
    JsonObject report = done("inspect", index(streak()), "--json").json();
    JsonObject shop = field(report, "shop");
    assertEquals("documents, doc values (SORTED)", shop.get("indexed").getAsString());
    assertEquals(40, shop.get("terms").getAsInt());
    assertEquals(800, shop.get("documents").getAsInt());
    assertEquals(40, shop.get("runs").getAsInt());
    assertEquals(40, shop.get("oneRunLists").getAsInt());
    assertEquals(40, shop.get("inTheEntry").getAsInt());
    assertEquals(800, shop.get("inRuns").getAsInt());
    assertTrue(shop.getAsJsonObject("bytes").has("dictionary"));
    assertTrue(shop.getAsJsonObject("bytes").has("doc values"));
    assertTrue(shop.getAsJsonObject("bytes").has("prefix sets"));
    String reasons = shop.get("reasons").toString();
    assertTrue(reasons, reasons.contains("no hash table: so few terms are a block or two"));
    assertFalse(reasons, reasons.contains("prefix sets"));
    // Two of each segment.
    JsonObject prefixes = shop.getAsJsonObject("prefixes");
    assertEquals(4, prefixes.get("withDocuments").getAsInt());
    assertEquals(0, prefixes.get("withCount").getAsInt());
    assertTrue(shop.toString(), shop.get("recorded").toString().contains("1-5 in 50.0 %"));
    JsonObject id = field(report, SampleDocuments.ID);
    assertTrue(id.toString(), id.getAsJsonObject("bytes").has("hash table"));
    reasons = id.get("reasons").toString();
    assertTrue(reasons, reasons.contains("hash table with keys and documents in it"));
    assertTrue(reasons, reasons.contains("no prefix sets: none were asked for"));
    JsonObject text = field(report, "text");
    assertTrue(text.toString(), text.get("reasons").toString().contains("have frequencies"));
    assertTrue(text.toString(), text.getAsJsonObject("bytes").has("positions"));
    assertTrue(field(report, "floats").getAsJsonObject("bytes").toString().contains("vectors"));
    assertTrue(field(report, "place").getAsJsonObject("bytes").has("points"));
  }

  public void testPrefixesOfAllSegments() throws Exception {
    Path page = createTempDir("page").resolve("page.html");
    Run run = done("inspect", index(streak()), "--html", page);
    String sets = "4 prefix sets, counted in each segment";
    assertTrue(run.out(), run.out().contains("  " + sets + System.lineSeparator()));
    assertTrue(Files.readString(page).contains(sets));
  }

  public void testReasonsByTheSettings() throws Exception {
    Codec codec =
        StreakCodec.builder()
            .prefixes("shop", 5, 5)
            .termHash(TermHashSettings.DEFAULT.withField(SampleDocuments.ID, false))
            .build();
    JsonObject report = done("inspect", index(codec), "--json").json();
    String reasons = field(report, SampleDocuments.ID).get("reasons").toString();
    assertTrue(reasons, reasons.contains("no hash table: turned off for this field"));
    reasons = field(report, "shop").get("reasons").toString();
    assertTrue(reasons, reasons.contains("no prefix sets: none that was asked for is worth"));
  }

  /** So many UUIDs as a table with documents is for, but alike. */
  public void testReasonOfASmallDictionary() throws Exception {
    Path path = createTempDir("index");
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config.setRAMBufferSizeMB(200))) {
      for (int i = 0; i < 1 << 18; i++) {
        String uuid = new UUID(0, i).toString();
        writer.addDocument(List.of(new StringField("uuid", uuid, Field.Store.NO)));
      }
    }
    JsonObject report = done("inspect", path, "--json").json();
    String reasons = field(report, "uuid").get("reasons").toString();
    assertTrue(reasons, reasons.contains("would take far more than terms do"));
  }

  public void testMemoryOfAnOpenReader() throws Exception {
    Path path = index(streak());
    JsonObject report = done("inspect", path, "--json").json();
    JsonObject memory = report.getAsJsonObject("memory");
    assertTrue(memory.toString(), memory.get("heapBytes").getAsLong() >= 0);
    assertTrue(memory.toString(), memory.get("nativeBytes").getAsLong() > 0);
    long cached = 0;
    for (JsonElement segment : report.getAsJsonArray("segments")) {
      JsonObject files = segment.getAsJsonObject().getAsJsonObject("files");
      cached += files.get("ski").getAsLong() + files.get("skh").getAsLong();
      assertTrue(segment.getAsJsonObject().get("recorded").toString().contains("Zstd"));
    }
    assertEquals(cached, memory.get("cacheBytes").getAsLong());
    assertFalse(done("inspect", path, "--fast", "--json").json().has("memory"));
    assertTrue(done("inspect", path).out().contains("memory of an open reader: heap about "));
  }

  /** What fields take together is not more than there is, and most of it. */
  public void testSizesOfFieldsAddUp() throws Exception {
    for (Codec codec : new Codec[] {streak(), new Lucene104Codec()}) {
      Path path = index(codec);
      for (String segment : new String[] {"_0", "_1"}) {
        JsonObject report = done("inspect", path, "--segment", segment, "--json").json();
        long docValues = 0;
        for (JsonElement field : report.getAsJsonArray("fields")) {
          JsonElement bytes = field.getAsJsonObject().getAsJsonObject("bytes").get("doc values");
          docValues += bytes == null ? 0 : bytes.getAsLong();
        }
        long file =
            report
                .getAsJsonArray("segments")
                .get(0)
                .getAsJsonObject()
                .getAsJsonObject("files")
                .get("dvd")
                .getAsLong();
        assertEquals(segment, file, docValues, 0.35 * file);
      }
    }
  }

  public void testFieldsOfLucene() throws Exception {
    Path page = createTempDir("page").resolve("page.html");
    Run run = done("inspect", index(new Lucene104Codec()), "--html", page);
    assertTrue(run.out(), run.out().contains("written by Lucene104"));
    // Twenty shops.
    String terms = "40 terms, counted in each segment, 20.0 documents and 1.0 runs each";
    assertTrue(run.out(), run.out().contains(terms));
    String html = Files.readString(page);
    assertTrue(html, html.contains("<th>terms, counted in each segment<th>"));
    assertFalse(run.out(), run.out().contains(" counted, "));
  }

  public void testATerm() throws Exception {
    Path path = index(streak());
    Run run = done("inspect", path, "--term", "shop", "shop0");
    assertTrue(
        run.out(),
        run.out()
            .startsWith(
                "segment _0: 20 documents, 15 live, 20 occurrences, 1 run;"
                    + " one run, with the term itself"));
    assertTrue(run.out(), run.out().contains("  0 to 19"));
    Run none = Run.of("inspect", path, "--term", "shop", "nose");
    assertEquals(ExitCode.NO, none.code());
    assertTrue(none.out(), none.out().contains("no segment has the term"));
    Run dashes = Run.of("inspect", path, "--term", "shop", "--", "--5");
    assertEquals(dashes.err(), ExitCode.NO, dashes.code());
    Run lucene = done("inspect", index(new Lucene104Codec()), "--term", "text", "word1");
    assertTrue(lucene.out(), lucene.out().contains("a list of Lucene's format"));
  }

  public void testADocument() throws Exception {
    Path path = index(streak());
    Run run = done("inspect", path, "--doc", 406);
    assertTrue(run.out(), run.out().startsWith("document 406: number 6 of segment _1"));
    assertTrue(run.out(), run.out().contains("  stored id: 406"));
    assertTrue(run.out(), run.out().contains("  doc value shop: shop20"));
    assertTrue(run.out(), run.out().contains("  doc value rank: 20"));
    // Nothing tells that weight is a double.
    String numbers = "  numbers are as doc values keep them: of doubles and floats the bits";
    assertTrue(run.out(), run.out().endsWith(numbers + System.lineSeparator()));
    assertEquals(
        "[\"prices\",\"rank\",\"weight\"]",
        done("inspect", path, "--doc", 406, "--json").json().getAsJsonArray("numbers").toString());
    assertTrue(done("inspect", path, "--doc", 1).out().contains("segment _0, deleted"));
  }

  public void testAPageThatIsWellFormed() throws Exception {
    Path path = index(streak());
    Path page = createTempDir("page").resolve("page.html");
    done("inspect", path, "--html", page, "--term", "shop", "shop0");
    String html = Files.readString(page);
    assertTrue(html, html.contains("shop: dictionary"));
    assertTrue(html, html.contains("The list in segment _0"));
    int pictures = 0;
    for (int at = html.indexOf("<svg"); at >= 0; at = html.indexOf("<svg", at + 1)) {
      String svg = html.substring(at, html.indexOf("</svg>", at) + "</svg>".length());
      DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new InputSource(new StringReader(svg)));
      pictures++;
    }
    assertEquals(3, pictures);
    Run none = Run.of("inspect", path, "--html", page, "--term", "shop", "nose");
    assertEquals(none.err(), ExitCode.NO, none.code());
    assertFalse(Files.readString(page).contains("The list in segment"));
  }

  /** The term is looked up in the table, which is then not read again for the sizes. */
  public void testATermTakesNothingFromItsField() throws Exception {
    Path path = index(streak());
    Path page = createTempDir("page").resolve("page.html");
    JsonObject alone = done("inspect", path, "--json").json();
    JsonObject both =
        done("inspect", path, "--json", "--html", page, "--term", SampleDocuments.ID, "7").json();
    assertEquals(
        field(alone, SampleDocuments.ID).get("bytes"),
        field(both, SampleDocuments.ID).get("bytes"));
  }

  public void testRefusals() throws Exception {
    Path path = index(streak());
    Path nowhere = path.resolve("none").resolve("page.html");
    refused(
        "--html must be a file in a folder that is there: " + nowhere,
        "inspect",
        path,
        "--html",
        nowhere);
    refused(
        "--html must be a file in a folder that is there: " + path,
        "inspect",
        path,
        "--html",
        path);
    refused("--doc must be less than 800: 800", "inspect", path, "--doc", 800);
    Path large = createTempDir("large");
    SampleDocuments.writeSegments(large, new IndexWriterConfig(), 1200, 1200);
    refused("--doc must be less than 1,200: 1200", "inspect", large, "--doc", 1200);
    refused(DOC_ALONE, "inspect", path, "--doc", 1, "--segment", "_0");
    refused(DOC_ALONE, "inspect", path, "--doc", 1, "--term", "id", 1);
    refused(DOC_ALONE, "inspect", path, "--doc", 1, "--html", path + ".html");
    refused(DOC_ALONE, "inspect", path, "--doc", 1, "--fast");
    refused("--fast with --term needs --html", "inspect", path, "--fast", "--term", "id", 1);
    refused("no segment of that name: _7", "inspect", path, "--segment", "_7");
    refused(
        "no segment of that name: _7",
        "inspect",
        path,
        "--segment",
        "_7",
        "--term",
        "shop",
        "shop0");
    refused("--term needs 2 values", "inspect", path, "--term", "shop");
    refused(
        "no field of the index has terms and is called nose",
        "inspect",
        path,
        "--term",
        "nose",
        "a");
  }

  /** Whatever the page is called, and through whatever links. */
  public void testAPageInTheIndex() throws Exception {
    Path path = index(streak());
    Path link = createTempDir("link").resolve("link");
    Files.createSymbolicLink(link, path);
    Path toFile = link.resolveSibling("page.html");
    Files.createSymbolicLink(toFile, path.resolve("_0.si"));
    byte[] before = Files.readAllBytes(path.resolve("_0.si"));
    for (Path page :
        new Path[] {
          path.resolve("_0.si"), path.resolve("page.html"), link.resolve("_0.si"), toFile
        }) {
      refused(
          "--html must be a file outside of the index: " + page, "inspect", path, "--html", page);
    }
    assertArrayEquals(before, Files.readAllBytes(path.resolve("_0.si")));
  }

  /** Whatever is wrong, one sentence tells it. */
  public void testDamagedStoredFields() throws Exception {
    Path path = createTempDir("damaged");
    SampleDocuments.writeSegments(
        path, SampleDocuments.config(new Lucene104Codec()).setUseCompoundFile(false), 40, 40);
    Path file = path.resolve("_0.fdt");
    byte[] whole = Files.readAllBytes(file);
    int told = 0;
    for (int at = 60; at < Math.min(whole.length - 16, 400); at += 2) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) 0xFF;
      Files.write(file, damaged);
      Run run = Run.of("inspect", path, "--doc", 7);
      assertTrue(run.err(), run.err().lines().count() <= 1);
      told +=
          run.err().contains("segment _0, stored fields of document 7 in _0.fdm, _0.fdt") ? 1 : 0;
    }
    assertTrue("told " + told, told > 0);
  }

  /** Whether it is missing, or read and found to be wrong: queries have no table. */
  public void testADamagedTableIsNone() throws Exception {
    for (boolean empty : new boolean[] {false, true}) {
      Path path = createTempDir("table");
      Codec codec =
          StreakCodec.builder()
              .bundleSmallFiles(false)
              .termHash(TermHashSettings.DEFAULT.withField(SampleDocuments.ID, true))
              .build();
      SampleDocuments.writeSegments(
          path, SampleDocuments.config(codec).setUseCompoundFile(false), 400, 200);
      String sound = Run.of("inspect", path).out();
      assertFalse(sound, sound.contains("no hash table: missing or damaged"));
      try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "_0*.skh")) {
        Path file = files.iterator().next();
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, empty ? new byte[0] : bytes);
      }
      Run run = Run.of("inspect", path);
      assertEquals(run.err(), ExitCode.OK, run.code());
      assertTrue(
          run.out(),
          run.out().contains("1 segment: no hash table: missing or damaged; verify says more"));
    }
  }

  /** Documents are read for the memory of a reader, and for a digest. */
  public void testEveryCommandTellsOfDamageInOneSentence() throws Exception {
    Path path = createTempDir("damaged");
    SampleDocuments.writeSegments(
        path, SampleDocuments.config(new Lucene104Codec()).setUseCompoundFile(false), 40, 40);
    Path file = path.resolve("_0.fdt");
    byte[] whole = Files.readAllBytes(file);
    int notCompared = 0;
    for (int at = 60; at < Math.min(whole.length - 16, 400); at += 25) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) 0xFF;
      Files.write(file, damaged);
      Path copy = createTempDir("copy").resolve("new");
      for (Run run :
          List.of(
              Run.of("digest", path),
              Run.of("inspect", path),
              Run.of("convert", path, "--to", "streak", "--out", copy, "--threads", 2))) {
        assertTrue(run.err(), run.err().lines().count() <= 1);
        assertTrue(run.err(), run.err().isEmpty() || run.err().contains("; verify says wh"));
        notCompared += run.err().contains("checksum failed") || run.err().isEmpty() ? 0 : 1;
      }
    }
    assertTrue(notCompared > 0);
  }

  private static void refused(String sentence, Object... arguments) {
    Run run = Run.of(arguments);
    assertEquals(run.err(), ExitCode.REFUSED, run.code());
    assertEquals("streak: " + sentence + System.lineSeparator(), run.err());
  }
}
