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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;

@SuppressFileSystems("ExtrasFS") // Damages a file by its extension.
public class TestDigestCommand extends LuceneTestCase {

  private static Path index(boolean streak, int documents, int... deleted) throws IOException {
    Path path = createTempDir("index");
    IndexWriterConfig config =
        SampleDocuments.config(streak ? new StreakCodec() : new Lucene104Codec());
    try (Directory directory = newFSDirectory(path)) {
      SampleDocuments.write(directory, config, 0, documents, deleted);
    }
    return path;
  }

  public void testPrintsEveryPart() throws Exception {
    Run run = Run.of("digest", index(true, 30));
    assertEquals(ExitCode.OK, run.code());
    assertEquals(run.out(), 11, run.out().lines().count());
    assertTrue(run.out(), run.out().contains("  documents      30"));
    assertTrue(run.out(), run.out().matches("(?s).*in this order  [0-9a-f]{32}\\R"));
    assertEquals("", run.err());
  }

  public void testTwoIndexesThatHoldTheSame() throws Exception {
    Run run = Run.of("digest", index(true, 30), index(false, 30), "--threads", 2);
    assertEquals(run.err(), ExitCode.OK, run.code());
    assertTrue(run.out(), run.out().endsWith("equal" + System.lineSeparator()));
  }

  public void testTwoIndexesThatDoNot() throws Exception {
    Run run = Run.of("digest", index(true, 30), index(false, 30, 1), "--json");
    assertEquals(ExitCode.NO, run.code());
    JsonObject json = run.json();
    assertFalse(json.get("equal").getAsBoolean());
    assertEquals(
        "different: number of documents, terms, stored fields, term vectors, doc values, norms, points",
        json.get("verdict").getAsString());
    assertEquals(2, json.getAsJsonArray("indexes").size());
  }

  public void testAnotherOrderIsEqualOnRequest() throws Exception {
    Path one = index(true, 2);
    Path other = createTempDir("other");
    try (Directory directory = newFSDirectory(other);
        IndexWriter writer =
            new IndexWriter(directory, SampleDocuments.config(new StreakCodec()))) {
      writer.addDocument(SampleDocuments.document(1));
      writer.addDocument(SampleDocuments.document(0));
    }
    Run strict = Run.of("digest", one, other);
    assertEquals(ExitCode.NO, strict.code());
    assertTrue(strict.out(), strict.out().contains("order differs"));
    Run anyOrder = Run.of("digest", one, other, "--any-order");
    assertEquals(ExitCode.OK, anyOrder.code());
    assertTrue(
        anyOrder.out(),
        anyOrder.out().endsWith("equal, in another order" + System.lineSeparator()));
    JsonObject json = Run.of("digest", one, other, "--any-order", "--json").json();
    assertEquals("equal, in another order", json.get("verdict").getAsString());
    assertTrue(json.get("equal").getAsBoolean());
  }

  public void testRefusals() throws Exception {
    Path empty = createTempDir("empty");
    Path file = Files.createTempFile(empty, "a", "file");
    refused("missing argument: expected DIR [OTHER]", "digest");
    refused("no such folder: " + empty.resolve("nowhere"), "digest", empty.resolve("nowhere"));
    refused("not a folder: " + file, "digest", file);
    refused("no index in " + empty, "digest", empty);
    refused("--any-order needs OTHER", "digest", empty, "--any-order");
    refused("unexpected argument: c (expected DIR [OTHER])", "digest", empty, empty, "c");
    refused(
        "unknown option: --fast (known: --help, -h, --json, --any-order, --threads)",
        "digest",
        empty,
        "--fast");
    refused("--threads must be 1 to 1,024: 0", "digest", empty, "--threads", 0);
    refused("--threads must be a whole number: many", "digest", empty, "--threads=many");
  }

  public void testRefusesAnIndexOfAnUnknownCodec() throws Exception {
    Path path = createTempDir("index");
    Codec unheardOf = new FilterCodec("Unheard1", new Lucene104Codec()) {};
    try (Directory directory = FSDirectory.open(path)) {
      SampleDocuments.write(directory, SampleDocuments.config(unheardOf), 0, 3);
    }
    Run run = Run.of("digest", path);
    assertEquals(ExitCode.REFUSED, run.code());
    assertTrue(run.err(), run.err().contains("needs what is not on the class path"));
    assertTrue(run.err(), run.err().contains("'Unheard1'"));
  }

  public void testADamagedIndexIsAFailureInALine() throws Exception {
    Path path = index(true, 30);
    try (var files = Files.newDirectoryStream(path, "*.si")) {
      Files.write(files.iterator().next(), new byte[3]);
    }
    Run run = Run.of("digest", path);
    assertEquals(ExitCode.FAILED, run.code());
    assertEquals(run.err(), 1, run.err().lines().count());
  }

  /** Lists of documents have no checksums but that of the file: another document has none wrong. */
  public void testADamagedListIsNoOtherDigest() throws Exception {
    Path path = createTempDir("index");
    IndexWriterConfig config = new IndexWriterConfig();
    config.setCodec(StreakCodec.builder().bundleSmallFiles(false).build());
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config.setUseCompoundFile(false))) {
      for (int i = 0; i < 2000; i++) {
        Document document = new Document();
        document.add(new StringField("shop", "shop" + i * i % 40, Field.Store.NO));
        writer.addDocument(document);
      }
    }
    Path lists;
    try (var files = Files.newDirectoryStream(path, "*.skp")) {
      lists = files.iterator().next();
    }
    byte[] whole = Files.readAllBytes(lists);
    int header;
    try (Directory directory = FSDirectory.open(path);
        IndexInput in = directory.openInput(lists.getFileName().toString(), IOContext.READONCE)) {
      header = CodecUtil.readIndexHeader(in).length;
    }
    // Not the header: with a wrong bit in its version, it is refused as a version of tomorrow.
    for (int i = 0; i < 10; i++) {
      byte[] damaged = whole.clone();
      int at = header + random().nextInt(whole.length - header);
      damaged[at] ^= (byte) (1 << random().nextInt(8));
      Files.write(lists, damaged);
      Run run = Run.of("digest", path);
      assertEquals(run.out(), ExitCode.FAILED, run.code());
      assertEquals(run.err(), 1, run.err().lines().count());
    }
    Files.write(lists, whole);
    assertEquals(ExitCode.OK, Run.of("digest", path).code());
  }

  /** An index may be read for an hour before the other one's turn comes. */
  public void testWhatIsWrongWithTheOtherIsSaidFirst() throws Exception {
    Path damaged = createTempDir("index");
    IndexWriterConfig config = SampleDocuments.config(new Lucene104Codec());
    SampleDocuments.writeSegments(damaged, config.setUseCompoundFile(false), 30, 30);
    try (var files = Files.newDirectoryStream(damaged, "*.dvd")) {
      Path file = files.iterator().next();
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length / 2] ^= 1;
      Files.write(file, bytes);
    }
    assertEquals(ExitCode.FAILED, Run.of("digest", damaged).code());
    Path empty = createTempDir("empty");
    refused("no index in " + empty, "digest", damaged, empty);
  }

  private static void refused(String sentence, Object... arguments) {
    Run run = Run.of(arguments);
    assertEquals(run.err(), ExitCode.REFUSED, run.code());
    assertEquals("streak: " + sentence + System.lineSeparator(), run.err());
    assertEquals("", run.out());
  }
}
