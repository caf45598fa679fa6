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

import com.google.gson.JsonObject;
import dev.streak.codec.StreakCodec;
import dev.streak.tools.cli.ExitCode;
import dev.streak.tools.convert.Conversion;
import dev.streak.tools.index.IndexFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoDeletionPolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SnapshotDeletionPolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;
import org.apache.lucene.tests.util.TestUtil;

@SuppressFileSystems("ExtrasFS") // A folder that is meant to be empty has to be.
public class TestConvertCommand extends LuceneTestCase {

  private static final Codec LUCENE = new Lucene104Codec();

  private static IndexWriterConfig config(Codec codec) {
    return SampleDocuments.config(codec)
        .setMergePolicy(NoMergePolicy.INSTANCE)
        .setUseCompoundFile(random().nextBoolean());
  }

  /** Several segments, with deletions, and user data in the commit. */
  private static Path index(IndexWriterConfig config) throws IOException {
    Path path = createTempDir("index");
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number = 0; number < 100; number++) {
        writer.addDocument(SampleDocuments.document(number));
        if (number % 30 == 29) {
          writer.commit();
        }
      }
      for (int number = 28; number < 65; number++) {
        writer.deleteDocuments(new Term(SampleDocuments.ID, Integer.toString(number)));
      }
      writer.updateNumericDocValue(new Term(SampleDocuments.ID, "3"), "rank", 77);
      writer.setLiveCommitData(Map.of("who", "me").entrySet());
    }
    return path;
  }

  private static String content(Path path) {
    Run run = Run.of("digest", path, "--json");
    assertEquals(run.err(), ExitCode.OK, run.code());
    JsonObject digest = run.json().getAsJsonArray("indexes").get(0).getAsJsonObject();
    digest.remove("directory");
    return digest.toString();
  }

  private static Set<String> codecs(Path path) throws IOException {
    Set<String> names = new TreeSet<>();
    try (Directory directory = FSDirectory.open(path)) {
      for (SegmentCommitInfo segment : SegmentInfos.readLatestCommit(directory)) {
        names.add(segment.info.getCodec().getName());
      }
    }
    return names;
  }

  private static Map<String, String> userData(Path path) throws IOException {
    try (Directory directory = FSDirectory.open(path)) {
      return SegmentInfos.readLatestCommit(directory).getUserData();
    }
  }

  private static void sound(Path path) throws IOException {
    try (Directory directory = FSDirectory.open(path)) {
      TestUtil.checkIndex(directory);
    }
  }

  private static Run done(Object... arguments) {
    Run run = Run.of(arguments);
    assertEquals(run.err(), ExitCode.OK, run.code());
    return run;
  }

  private static void refused(String sentence, Object... arguments) {
    Run run = Run.of(arguments);
    assertEquals(run.err(), ExitCode.REFUSED, run.code());
    assertTrue(run.err(), run.err().startsWith("streak: " + sentence));
  }

  public void testThereAndBackInPlace() throws Exception {
    Path path = index(config(LUCENE));
    String before = content(path);
    Run there = done("convert", path, "--to", "streak");
    assertEquals(Set.of(StreakCodec.NAME), codecs(path));
    assertEquals(before, content(path));
    assertEquals(there.out(), 3, there.out().split("digest on both sides", -1).length - 1);
    sound(path);
    done("convert", path, "--to", "lucene");
    assertEquals(Set.of(LUCENE.getName()), codecs(path));
    assertEquals(before, content(path));
    assertEquals(Map.of("who", "me"), userData(path));
    sound(path);
  }

  /** It is there, and no folder. */
  public void testALinkThatLeadsNowhere() throws Exception {
    Path path = index(config(LUCENE));
    Path link = createTempDir("link").resolve("out");
    Files.createSymbolicLink(link, link.resolveSibling("nothing"));
    String sentence = "--out must be a folder: " + link;
    refused(sentence, "convert", path, "--to", "streak", "--out", link);
    refused(sentence, "convert", path, "--to", "streak", "--out", link, "--plan");
    refused("not a folder: " + link, "sidecar", "build", path, "--out", link);
  }

  public void testNothingLeftToDo() throws Exception {
    Path path = index(config(LUCENE));
    done("convert", path, "--to", "streak");
    long generation = generation(path);
    Run again = done("convert", path, "--to", "streak");
    assertTrue(again.out(), again.out().startsWith("0 of 3 segments to rewrite"));
    assertEquals(generation, generation(path));
    assertFalse(again.out(), again.out().contains("not rewritten"));
    Run other = done("convert", path, "--to", "streak", "--prefixes", "shop=1-2");
    assertTrue(other.out(), other.out().contains("segments that Streak wrote are not rewritten"));
    assertEquals(generation, generation(path));
  }

  private static long generation(Path path) throws IOException {
    try (Directory directory = FSDirectory.open(path)) {
      return SegmentInfos.readLatestCommit(directory).getGeneration();
    }
  }

  public void testIntoAnotherFolder() throws Exception {
    Path path = index(config(LUCENE));
    String before = content(path);
    Path out = createTempDir("out").resolve("new");
    Run run = done("convert", path, "--to", "streak", "--out", out, "--json");
    assertEquals(3, run.json().getAsJsonArray("rewritten").size());
    assertEquals(before, content(out));
    assertEquals(before, content(path));
    assertEquals(Set.of(LUCENE.getName()), codecs(path));
    assertEquals(Set.of(StreakCodec.NAME), codecs(out));
    assertEquals(Map.of("who", "me"), userData(out));
    sound(out);
    refused(
        "--out holds an index already, and not an unfinished copy of this one with these options: "
            + out,
        "convert",
        path,
        "--to",
        "streak",
        "--out",
        out);
  }

  public void testAnotherOrder() throws Exception {
    Path path = index(config(LUCENE));
    Path out = createTempDir("out");
    done("convert", path, "--out", out, "--sort", "rank:int:desc,shop,prices:desc,tags");
    Run run = Run.of("digest", path, out, "--any-order");
    assertEquals(run.out(), ExitCode.OK, run.code());
    assertTrue(run.out(), run.out().contains("equal, in another order"));
    sound(out);
    try (Directory directory = FSDirectory.open(out)) {
      for (SegmentCommitInfo segment : SegmentInfos.readLatestCommit(directory)) {
        assertEquals("<int: \"rank\">!,", segment.info.getIndexSort().toString().substring(0, 15));
      }
    }
  }

  public void testKeepsOrderAndSoftDeletes() throws Exception {
    IndexWriterConfig config =
        config(LUCENE)
            .setIndexSort(new Sort(new SortField("rank", SortField.Type.LONG, true)))
            .setSoftDeletesField("gone");
    Path path = createTempDir("soft");
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number = 0; number < 50; number++) {
        writer.addDocument(SampleDocuments.document(number));
      }
      writer.commit();
      for (int number = 0; number < 50; number += 7) {
        writer.softUpdateDocument(
            new Term(SampleDocuments.ID, Integer.toString(number)),
            SampleDocuments.document(number),
            new NumericDocValuesField("gone", 1));
      }
    }
    String before = content(path);
    assertTrue(before, before.contains("\"documents\":58"));
    done("convert", path, "--to", "streak");
    assertEquals(before, content(path));
    Path out = createTempDir("out");
    done("convert", path, "--to", "lucene", "--out", out);
    assertEquals(before, content(out));
    sound(out);
  }

  public void testASegmentOfWhichNothingIsLeft() throws Exception {
    Path path = createTempDir("index");
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config(LUCENE))) {
      Document document = new Document();
      document.add(new StringField("id", "a", Field.Store.YES));
      writer.addDocument(document);
      writer.commit();
      writer.addDocument(SampleDocuments.document(1));
    }
    Path out = createTempDir("out");
    done("convert", path, "--to", "streak", "--out", out);
    assertEquals(content(path), content(out));
  }

  public void testPlanChangesNothing() throws Exception {
    Path path = index(config(LUCENE));
    long generation = generation(path);
    Run run = done("convert", path, "--to", "streak", "--plan");
    assertTrue(run.out(), run.out().matches("3 of 3 segments to rewrite; may take .* are free\\R"));
    assertEquals(generation, generation(path));
    Path nowhere = createTempDir("out").resolve("not").resolve("there");
    done("convert", path, "--to", "streak", "--out", nowhere, "--plan");
    assertFalse(Files.exists(nowhere));
  }

  public void testRefusals() throws Exception {
    Path path = index(config(LUCENE));
    Path full = createTempDir("full");
    Files.writeString(full.resolve("letter.txt"), "dear");
    refused("missing option: --to", "convert", path);
    refused("--to must be one of streak, lucene: solr", "convert", path, "--to", "solr");
    refused("--sort needs --out", "convert", path, "--sort", "rank");
    refused(
        "--out must be a new or an empty folder: " + full,
        "convert",
        path,
        "--to=streak",
        "--out",
        full);
    refused(
        "--prefixes needs --to streak", "convert", path, "--to=lucene", "--prefixes", "shop=1-2");
    refused("--out must be another folder", "convert", path, "--to=streak", "--out", path);
    Path out = createTempDir("out");
    refused("--sort: no field has doc values", "convert", path, "--out", out, "--sort", "nose");
    refused("--sort: the doc values of blob", "convert", path, "--out", out, "--sort", "blob");
    refused("--sort: a type must be int", "convert", path, "--out", out, "--sort", "rank:up");
    for (String order : new String[] {"shop:int", "tags:long:desc"}) {
      refused(
          "--sort: keyword doc values sort as strings and take no type: " + order,
          "convert",
          path,
          "--out",
          out,
          "--sort",
          order);
    }
    refused("--sort must be FIELD", "convert", path, "--out", out, "--sort", "rank,,shop");
    refused("--sort must be FIELD", "convert", path, "--out", out, "--sort", "rank:int:long");
  }

  public void testRefusesWhileSomebodyWrites() throws Exception {
    Path path = index(config(LUCENE));
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config(LUCENE))) {
      refused("somebody else is writing", "convert", path, "--to", "streak");
      assertTrue(writer.isOpen());
    }
    done("convert", path, "--to", "streak");
  }

  public void testRefusesToDropOlderCommits() throws Exception {
    Path path = index(config(LUCENE));
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer =
            new IndexWriter(
                directory,
                config(LUCENE)
                    .setIndexDeletionPolicy(
                        new SnapshotDeletionPolicy(NoDeletionPolicy.INSTANCE)))) {
      writer.addDocument(SampleDocuments.document(1000));
    }
    refused("the index keeps 2 commits", "convert", path, "--to", "streak");
    done("convert", path, "--to", "streak", "--out", createTempDir("out"));
  }

  /** A conversion that is killed leaves the commit before its last one, if it had no time more. */
  public void testGoesOnAfterACommitThatLeftTheOneBefore() throws Exception {
    Path path = index(config(LUCENE));
    String content = content(path);
    KilledConversion.behindACommit(path, createTempDir("before"));
    done("convert", path, "--to", "streak");
    assertEquals(Set.of("Streak1"), codecs(path));
    assertEquals(content, content(path));
  }

  /** It opens as any index does, with fewer documents. */
  public void testAnInterruptedCopyIsNotTakenForWhole() throws Exception {
    Path path = index(config(LUCENE));
    Path out = createTempDir("out").resolve("new");
    Conversion conversion =
        new Conversion(
            IndexFolder.existing(path.toString()),
            new StreakCodec(),
            true,
            Optional.of(out.toString()),
            Optional.empty());
    expectThrows(
        IllegalStateException.class,
        () ->
            conversion.run(
                1,
                SampleDocuments.SILENT,
                segment -> {
                  throw new IllegalStateException("interrupted");
                }));
    String told = "an unfinished copy: convert --out has copied 1 of the segments";
    Run verified = Run.of("verify", out);
    assertEquals(verified.out() + verified.err(), ExitCode.NO, verified.code());
    List<String> lines = verified.out().lines().toList();
    assertEquals("the commit, completeness: " + told, lines.get(0));
    assertTrue(lines.get(1), lines.get(1).startsWith("run the same convert again, or delete it"));
    assertTrue(verified.out(), verified.out().endsWith("damaged" + System.lineSeparator()));
    refused("nothing was repaired: it is " + told, "verify", out, "--repair", "--yes");
    refused(out + " is " + told + "; run the same convert", "digest", out);
    refused(out + " is " + told, "digest", path, out);
    refused(out + " is " + told, "convert", out, "--to", "lucene");
    refused(out + " is " + told + "; run the same convert", "advise", out);
    String line = out + " is " + told + "; run the same convert again, or delete it\n";
    for (Object[] inspect :
        new Object[][] {
          {"inspect", out, "--fast"},
          {"inspect", out, "--doc", 1},
          {"inspect", out, "--term", "id", 1}
        }) {
      Run inspected = Run.of(inspect);
      assertEquals(inspected.err(), ExitCode.OK, inspected.code());
      assertTrue(inspected.out(), inspected.out().startsWith(line));
    }
    assertFalse(Run.of("inspect", out, "--fast", "--json").json().get("whole").getAsBoolean());
    Run status = Run.of("sidecar", "status", out);
    assertEquals(status.err(), ExitCode.NO, status.code());
    assertTrue(status.out(), status.out().contains(": needs none\n" + line));
    status = Run.of("sidecar", "status", out, "--json");
    assertFalse(status.json().get("whole").getAsBoolean());
    done("convert", path, "--to", "streak", "--out", out);
    done("verify", out);
    assertTrue(done("inspect", out, "--fast", "--json").json().get("whole").getAsBoolean());
    assertTrue(done("sidecar", "status", out, "--json").json().get("whole").getAsBoolean());
    assertEquals(content(path), content(out));
  }
}
