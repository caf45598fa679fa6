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

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.streak.tools.cli.ExitCode;
import dev.streak.tools.cli.Quantity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

public class TestAdviseCommand extends LuceneTestCase {

  private static Path index() throws IOException {
    Path path = createTempDir("index");
    try (Directory directory = FSDirectory.open(path)) {
      SampleDocuments.write(directory, SampleDocuments.config(new Lucene104Codec()), 0, 2000);
    }
    return path;
  }

  public void testOrdersAreFound() throws Exception {
    Run run = Run.of("advise", index());
    assertEquals(run.err(), ExitCode.OK, run.code());
    for (String line :
        new String[] {
          "order: as it is",
          "order: rank",
          "order: shop",
          "smallest: ",
          "holds terms and tables",
          "text: terms have frequencies"
        }) {
      assertTrue(line + "\n" + run.out(), run.out().contains(line));
    }
    assertFalse(run.out(), run.out().contains("order: tags"));
    assertTrue(run.out(), run.out().lines().allMatch(line -> line.length() <= 120));
  }

  public void testAGivenOrderOfAPartOfTheIndex() throws Exception {
    Path path = createTempDir("index");
    SampleDocuments.writeSegments(path, SampleDocuments.config(new Lucene104Codec()), 300, 100);
    Run run = Run.of("advise", path, "--sort", "rank:desc,shop", "--documents", 150, "--json");
    assertEquals(run.err(), ExitCode.OK, run.code());
    JsonObject json = run.json();
    assertEquals(300, json.get("documents").getAsInt());
    assertEquals(100, json.get("documentsSeen").getAsInt());
    assertEquals(0, json.get("documentsDeleted").getAsInt());
    JsonObject shop =
        json.getAsJsonObject("orders").getAsJsonObject("rank:desc,shop").getAsJsonObject("shop");
    assertEquals(5, shop.get("terms").getAsInt());
    assertEquals(5, shop.get("runs").getAsInt());
    assertEquals(100, shop.get("postings").getAsInt());
    // Of so few documents nothing is known before code is compiled.
    assertTrue(json.getAsJsonObject("speeds").getAsJsonArray("as it is").isEmpty());
  }

  /** An order that takes more than the one that is there, for it tears the lists apart. */
  public void testTheOrderThatWasNamedIsMeasured() throws Exception {
    Path path = createTempDir("index");
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer =
            new IndexWriter(directory, SampleDocuments.config(new Lucene104Codec()))) {
      for (int i = 0; i < 10_000; i++) {
        Document document = new Document();
        document.add(new StringField("shop", "s" + i / 100, Field.Store.NO));
        document.add(new NumericDocValuesField("mixed", i * 7919 % 10_000));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    Run run = Run.of("advise", path, "--sort", "mixed", "--json");
    assertEquals(run.err(), ExitCode.OK, run.code());
    assertEquals(Set.of("as it is", "mixed"), run.json().getAsJsonObject("speeds").keySet());
    JsonObject orders = run.json().getAsJsonObject("orders");
    assertTrue(bytes(orders, "mixed") > bytes(orders, "as it is"));
    assertEquals(Set.of("as it is"), AdviseCommand.measured(Optional.empty(), "as it is"));
    assertEquals(Set.of("as it is", "rank"), AdviseCommand.measured(Optional.empty(), "rank"));
  }

  private static long bytes(JsonObject orders, String order) {
    JsonObject shop = orders.getAsJsonObject(order).getAsJsonObject("shop");
    return shop.get("streakBytes").getAsLong();
  }

  /** Hundreds of fields of a few terms each are no reason to measure for minutes. */
  public void testMoreFieldsThanAreMeasured() throws Exception {
    Path path = createTempDir("fields");
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer =
            new IndexWriter(directory, SampleDocuments.config(new Lucene104Codec()))) {
      for (int i = 0; i < 10_012; i++) {
        Document document = new Document();
        for (int field = 0; field < 12; field++) {
          if (i < 10_000 + field) {
            document.add(new StringField("field" + field, "v" + i % 50, Field.Store.NO));
          }
        }
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    Run run = Run.of("advise", path, "--json");
    assertEquals(run.err(), ExitCode.OK, run.code());
    assertEquals(12, run.json().getAsJsonObject("orders").getAsJsonObject("as it is").size());
    JsonArray speeds = run.json().getAsJsonObject("speeds").getAsJsonArray("as it is");
    assertTrue(speeds.toString(), speeds.size() <= 10);
    Set<String> words = Set.of("slower", "about equal", "faster", "much faster", "unclear");
    for (JsonElement speed : speeds) {
      String field = speed.getAsJsonObject().get("field").getAsString();
      assertTrue(field, Integer.parseInt(field.substring("field".length())) >= 2);
      for (String what : new String[] {"reads", "writes"}) {
        String word = speed.getAsJsonObject().get(what).getAsString();
        assertTrue(word, words.contains(word));
      }
    }
  }

  /** Fields come and go, and any text may be the name of one. */
  public void testFieldsOfSomeSegmentsAndNamesThatNoOrderCanSay() throws Exception {
    Path path = createTempDir("index");
    SampleDocuments.writeSegments(path, SampleDocuments.config(new Lucene104Codec()), 100, 100);
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer =
            new IndexWriter(
                directory,
                SampleDocuments.config(new Lucene104Codec())
                    .setMergePolicy(NoMergePolicy.INSTANCE))) {
      Document document = new Document();
      document.add(new StringField(SampleDocuments.ID, "new", Field.Store.NO));
      for (String name : new String[] {"late", "geo:lat", "a,b"}) {
        document.add(new NumericDocValuesField(name, 1));
      }
      writer.addDocument(document);
    }
    Run run = Run.of("advise", path, "--json");
    assertEquals(run.err(), ExitCode.OK, run.code());
    assertEquals(
        Set.of("as it is", "late", "rank", "shop"), run.json().getAsJsonObject("orders").keySet());
    assertEquals(ExitCode.OK, Run.of("advise", path, "--sort", "late:desc,shop").code());
  }

  /** A parent and its children stand together, which no order of single documents keeps. */
  public void testBlocksStayAsTheyAre() throws Exception {
    Path path = createTempDir("blocks");
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer =
            new IndexWriter(directory, SampleDocuments.config(new Lucene104Codec()))) {
      for (int i = 0; i < 100; i += 2) {
        writer.addDocuments(List.of(SampleDocuments.document(i), SampleDocuments.document(i + 1)));
      }
    }
    Run run = Run.of("advise", path);
    assertEquals(run.err(), ExitCode.OK, run.code());
    assertTrue(run.out(), run.out().contains("order: as it is"));
    assertFalse(run.out(), run.out().contains("order: rank"));
    assertTrue(
        run.out(),
        run.out()
            .contains(
                "no other order: this index has blocks of documents that belong together"
                    + System.lineSeparator()));
    assertEquals(
        Set.of("as it is"),
        Run.of("advise", path, "--json").json().getAsJsonObject("orders").keySet());
    String refusal = "--sort: this index has blocks of documents that belong together";
    for (Run refused :
        new Run[] {
          Run.of("advise", path, "--sort", "rank"),
          Run.of("convert", path, "--sort", "rank", "--out", createTempDir("out"))
        }) {
      assertEquals(refused.err(), ExitCode.REFUSED, refused.code());
      assertEquals("streak: " + refusal + System.lineSeparator(), refused.err());
    }
  }

  /** Numbers of the part that was looked at, times what there is of the whole. */
  public void testWhatPeopleRead() throws Exception {
    Path path = createTempDir("index");
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer =
            new IndexWriter(
                directory,
                SampleDocuments.config(new Lucene104Codec())
                    .setMergePolicy(NoMergePolicy.INSTANCE))) {
      for (int i = 0; i < 3000; i++) {
        Document document = new Document();
        String name = String.format(Locale.ROOT, "ab%03d%s", i * 7 % 1000, "x".repeat(i % 2));
        document.add(new StringField("name", name, Field.Store.NO));
        document.add(new StringField("shop", "s" + i % 5, Field.Store.NO));
        document.add(new SortedDocValuesField("shop", new BytesRef("s" + i % 5)));
        writer.addDocument(document);
        if (i % 1000 == 999) {
          writer.commit();
        }
      }
    }
    Object[] command = {"advise", path, "--documents", 1000};
    String out = Run.of(command).out();
    String shortened = out.replaceAll(" +", " ");
    assertTrue(out, shortened.contains(" name 3,000 1.0 1.0 "));
    assertTrue(out, shortened.contains(" shop 15 200.0 200.0 "));
    assertTrue(out, shortened.contains(" shop 15 200.0 1.0 "));
    assertTrue(out, out.startsWith("terms are counted in each of 3 segments"));
    assertTrue(out, out.contains("from 1,000 documents, for all of them"));
    assertTrue(out, out.contains("smallest: shop" + System.lineSeparator()));
    assertTrue(out, out.contains("by prefix: --prefixes name=3-3" + System.lineSeparator()));
    JsonObject orders =
        Run.of("advise", path, "--documents", 1000, "--json").json().getAsJsonObject("orders");
    long widest = 0;
    for (String order : orders.keySet()) {
      widest = Math.max(widest, sum(orders, order, "luceneBytes"));
      widest = Math.max(widest, sum(orders, order, "streakBytes"));
    }
    for (String order : orders.keySet()) {
      for (String format : List.of("Lucene", "Streak")) {
        long bytes = sum(orders, order, format.toLowerCase(Locale.ROOT) + "Bytes");
        String bar = "#".repeat((int) Math.round(30.0 * bytes / widest));
        String line = "  " + format + " " + bar + " " + Quantity.bytes(3 * bytes);
        assertTrue(line + "\n" + out, out.contains(line + System.lineSeparator()));
      }
    }
    long dictionaries = sum(orders, "shop", "streakDictionaryBytes");
    assertTrue(out, out.contains("a cache of " + Quantity.bytes(6 * dictionaries) + " holds"));
  }

  private static long sum(JsonObject orders, String order, String column) {
    long sum = 0;
    for (String field : List.of("name", "shop")) {
      long bytes = orders.getAsJsonObject(order).getAsJsonObject(field).get(column).getAsLong();
      assertTrue(field + " " + column, bytes > 0);
      sum += bytes;
    }
    return sum;
  }

  /** Half of the documents of each shop, and all of the last one. */
  public void testDeletedDocumentsAreLeftOut() throws Exception {
    Path path = createTempDir("index");
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer =
            new IndexWriter(
                directory,
                SampleDocuments.config(new Lucene104Codec())
                    .setMergePolicy(NoMergePolicy.INSTANCE))) {
      for (int i = 0; i < 1000; i++) {
        Document document = new Document();
        document.add(new StringField("shop", "s" + i / 200, Field.Store.NO));
        document.add(new NumericDocValuesField("gone", i >= 800 ? 1 : i % 2));
        writer.addDocument(document);
      }
      writer.commit();
      writer.deleteDocuments(NumericDocValuesField.newSlowExactQuery("gone", 1));
    }
    Run run = Run.of("advise", path, "--sort", "gone");
    assertEquals(run.err(), ExitCode.OK, run.code());
    assertTrue(
        run.out(),
        run.out().startsWith("without 600 deleted of 1,000 documents" + System.lineSeparator()));
    assertTrue(run.out(), run.out().replaceAll(" +", " ").contains(" shop 4 100.0 1.0 "));
    JsonObject json = Run.of("advise", path, "--sort", "gone", "--json").json();
    assertEquals(400, json.get("documents").getAsInt());
    assertEquals(600, json.get("documentsDeleted").getAsInt());
    assertEquals(400, json.get("documentsSeen").getAsInt());
    String out = Run.of("advise", index()).out();
    assertTrue(out, out.startsWith("order: as it is" + System.lineSeparator()));
  }

  public void testTheOrderThatTheIndexHasIsNotTried() throws Exception {
    Path path = createTempDir("index");
    Sort sort =
        new Sort(
            new SortField("rank", SortField.Type.INT, true),
            new SortField("shop", SortField.Type.STRING));
    IndexWriterConfig config = SampleDocuments.config(new Lucene104Codec()).setIndexSort(sort);
    SampleDocuments.writeSegments(path, config, 200, 100);
    Run run = Run.of("advise", path);
    assertEquals(run.err(), ExitCode.OK, run.code());
    assertFalse(run.out(), run.out().contains("order: rank"));
    assertTrue(run.out(), run.out().contains("order: shop"));
    String line = "as it is: sorted by rank:int:desc,shop" + System.lineSeparator();
    assertTrue(run.out(), run.out().contains(line));
    JsonObject json = Run.of("advise", path, "--json").json();
    assertEquals(Set.of("as it is", "shop"), json.getAsJsonObject("orders").keySet());
    assertEquals("rank:int:desc,shop", json.get("sortedBy").getAsString());
    run = Run.of("advise", index(), "--json");
    assertFalse(run.out(), run.json().has("sortedBy"));
  }

  public void testFieldsThatAreNotTriedAsAnOrder() throws Exception {
    Path path = index();
    String several = "no order by prices, tags, weight: a document may have several values; ";
    String out = Run.of("advise", path).out();
    assertTrue(out, out.contains(several + "--sort tries it" + System.lineSeparator()));
    assertTrue(out, out.contains("no order by blob: binary doc values have none"));
    JsonObject leftOut = Run.of("advise", path, "--json").json().getAsJsonObject("ordersLeftOut");
    assertEquals(Set.of("blob", "prices", "tags", "weight"), leftOut.keySet());
    out = Run.of("advise", path, "--sort", "rank").out();
    assertFalse("an order was given: " + out, out.contains("no order by"));
  }

  public void testRefusals() throws Exception {
    Run run = Run.of("advise", index(), "--sort", "nose");
    assertEquals(ExitCode.REFUSED, run.code());
    assertTrue(run.err(), run.err().contains("no field has doc values under the name nose"));
    Path empty = createTempDir("empty");
    SampleDocuments.writeSegments(empty, SampleDocuments.config(new Lucene104Codec()), 0, 1);
    run = Run.of("advise", empty);
    assertEquals(ExitCode.REFUSED, run.code());
    assertEquals("streak: the index has no documents" + System.lineSeparator(), run.err());
  }
}
