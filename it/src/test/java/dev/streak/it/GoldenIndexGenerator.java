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

import dev.streak.cache.CachePolicy;
import dev.streak.codec.StreakCodec;
import dev.streak.compression.ZstdSettings;
import dev.streak.sidecar.SidecarFolder;
import dev.streak.termhash.TermHashSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/**
 * Writes the golden indexes of a format version. Run once, when the version is released; what it
 * wrote then is read by {@link TestGoldenIndexes} for ever, and never written again. The argument
 * is the folder of the zips. No test runs this class.
 */
final class GoldenIndexGenerator {

  /** Enough for several blocks in every structure that is built over terms. */
  static final int MANY_TERMS = 50_000;

  private static final String NOTE =
      " was delivered warm, with chopsticks, a napkin and a fortune cookie that nobody read; "
          .repeat(4);

  static final String DIGEST_ENTRY = "digest.txt";

  /** The folder of a sidecar in an archive. */
  static final String SIDECAR_ENTRIES = "sidecar";

  private GoldenIndexGenerator() {}

  /** Argument: the folder of the zips, which must not hold any of the same name. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    write(folder, "everything", false);
    write(folder, "everything-compound", true);
    writeManyTerms(folder);
    writeSettings(folder);
    writeShapes(folder);
    writeSidecar(folder);
    writeUuids(folder);
    writeHex32(folder);
    writeNumbered(folder);
    writeBundles(folder);
    writeCompound(folder);
    writeLargeFiles(folder);
    writeLongTerms(folder);
  }

  private static void write(Path folder, String name, boolean compound) throws IOException {
    Path files = Files.createTempDirectory(name);
    try (Directory directory = FSDirectory.open(files);
        IndexWriter writer = new IndexWriter(directory, settings(compound))) {
      for (int number = 0; number < 400; number++) {
        writer.addDocument(Catalogue.document(number, 1));
      }
      writer.commit();
      for (int number = 380; number < 450; number++) {
        Term id = new Term(Catalogue.ID, Integer.toString(number));
        writer.updateDocument(id, Catalogue.document(number, 2));
      }
      writer.deleteDocuments(new Term(Catalogue.ID, "33"));
    }
    zip(files, folder.resolve(StreakCodec.NAME + "-" + name + ".zip"));
  }

  private static void writeManyTerms(Path folder) throws IOException {
    Path files = Files.createTempDirectory("many-terms");
    try (Directory directory = FSDirectory.open(files);
        IndexWriter writer = new IndexWriter(directory, settings(false))) {
      for (int number = 0; number < MANY_TERMS; number++) {
        Document document = new Document();
        document.add(new StringField(Catalogue.ID, Integer.toString(number), Field.Store.NO));
        document.add(new StringField(Catalogue.SHOP, number / 30 + "", Field.Store.NO));
        document.add(new StringField(Catalogue.SKU, Catalogue.skuOf(number), Field.Store.NO));
        document.add(new StringField(Catalogue.NAME, Catalogue.nameOf(number), Field.Store.NO));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    zip(files, folder.resolve(StreakCodec.NAME + "-many-terms.zip"));
  }

  /** What the default settings leave out: stored prefixes, policies, trained blocks. */
  private static void writeSettings(Path folder) throws IOException {
    Path files = Files.createTempDirectory("settings");
    IndexWriterConfig config = settings(false);
    config.setIndexSort(Catalogue.INDEX_SORT);
    config.setCodec(
        StreakCodec.builder()
            .bundleSmallFiles(false)
            .prefixes(Catalogue.NAME, 1, 3, 20)
            .termBlocks(Catalogue.SKU, CachePolicy.UNCACHED)
            .storedFields(ZstdSettings.DEFAULT.withBlockBytes(1024).withDictionaryBytes(16 * 1024))
            .build());
    try (Directory directory = FSDirectory.open(files);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number = 0; number < 3000; number++) {
        Document document = Catalogue.document(number * 7 % 3000, 1);
        // Enough text, and like enough, for a dictionary.
        document.add(new StoredField("note", Catalogue.skuOf(number) + NOTE + number));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    zip(files, folder.resolve(StreakCodec.NAME + "-settings.zip"));
  }

  /** Each layout of terms, lists and stored documents, in one segment. */
  private static void writeShapes(Path folder) throws IOException {
    Path files = Files.createTempDirectory("shapes");
    IndexWriterConfig config = settings(false).setRAMBufferSizeMB(512);
    config.setCodec(
        StreakCodec.builder()
            .bundleSmallFiles(false)
            .storedFields(ZstdSettings.DEFAULT.withDictionaryBytes(16 * 1024))
            .build());
    try (Directory directory = FSDirectory.open(files);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number = 0; number < GoldenShapes.DOCUMENTS; number++) {
        writer.addDocument(GoldenShapes.document(number));
      }
    }
    zip(files, folder.resolve(StreakCodec.NAME + "-shapes.zip"));
  }

  /** An index of Lucene's own codec, and Streak's structures beside it. */
  private static void writeSidecar(Path folder) throws IOException {
    Path files = Files.createTempDirectory("sidecar");
    IndexWriterConfig config = settings(false).setCodec(Codec.getDefault());
    try (Directory directory = FSDirectory.open(files);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number = 0; number < 600; number++) {
        writer.addDocument(Catalogue.document(number, 1));
        if (number == 400) {
          writer.commit();
        }
      }
      writer.commit();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        new SidecarFolder(files.resolve(SIDECAR_ENTRIES)).build(reader);
      }
    }
    zip(files, folder.resolve(StreakCodec.NAME + "-sidecar.zip"));
  }

  /** UUIDs in tables of their own, since version 2 of these, and others among UUIDs. */
  private static void writeUuids(Path folder) throws IOException {
    Path files = Files.createTempDirectory("uuids");
    TermHashSettings tables = TermHashSettings.DEFAULT;
    for (String field : List.of("one_version", "mixed", "any_version", "of_few")) {
      tables = tables.withField(field, true);
    }
    IndexWriterConfig config = settings(false);
    config.setCodec(StreakCodec.builder().bundleSmallFiles(false).termHash(tables).build());
    try (Directory directory = FSDirectory.open(files);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number = 0; number < 2400; number++) {
        Document document = new Document();
        String key = Catalogue.keyOf(number);
        document.add(new StringField("one_version", key, Field.Store.NO));
        document.add(new StringField("mixed", number % 3 == 0 ? key : key + "?", Field.Store.NO));
        String any = new UUID(number * 0x9E3779B97F4A7C15L, ~number).toString();
        document.add(new StringField("any_version", any, Field.Store.NO));
        document.add(new StringField("of_few", Catalogue.keyOf(number / 3), Field.Store.NO));
        writer.addDocument(document);
        if (number == 300) {
          writer.commit();
        }
      }
    }
    zip(files, folder.resolve(StreakCodec.NAME + "-uuids.zip"));
  }

  /** UUIDs without hyphens, digests, and both behind a head. */
  private static void writeHex32(Path folder) throws IOException {
    Path files = Files.createTempDirectory("hex32");
    TermHashSettings tables = TermHashSettings.DEFAULT;
    for (String field : List.of("digits", "digest", "with_head")) {
      tables = tables.withField(field, true);
    }
    IndexWriterConfig config = settings(false);
    config.setCodec(StreakCodec.builder().bundleSmallFiles(false).termHash(tables).build());
    try (Directory directory = FSDirectory.open(files);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number = 0; number < 1200; number++) {
        Document document = new Document();
        String digits = Catalogue.keyOf(number).replace("-", "");
        document.add(new StringField("digits", digits, Field.Store.NO));
        String any = new UUID(number * 0x9E3779B97F4A7C15L, ~number).toString().replace("-", "");
        document.add(new StringField("digest", any, Field.Store.NO));
        document.add(new StringField("with_head", "md5:" + any, Field.Store.NO));
        writer.addDocument(document);
        if (number == 300) {
          writer.commit();
        }
      }
    }
    zip(files, folder.resolve(StreakCodec.NAME + "-hex32.zip"));
  }

  /** Keys that are alike or have a head, whose tables are such since version 2 of these. */
  private static void writeNumbered(Path folder) throws IOException {
    Path files = Files.createTempDirectory("numbered");
    long[] machines = {0x1234_5678_9ABCL, 0xFEDC_BA98_7654L, 0x0102_0304_0506L};
    IndexWriterConfig config = settings(false);
    TermHashSettings tables = TermHashSettings.DEFAULT.withField("urn", true);
    config.setCodec(StreakCodec.builder().bundleSmallFiles(false).termHash(tables).build());
    try (Directory directory = FSDirectory.open(files);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number = 0; number < 3000; number++) {
        int scattered = number * 7919 % 3000;
        Document document = new Document();
        String user = "user-" + scattered / 4 + "-" + scattered % 4;
        document.add(new StringField("user", user, Field.Store.NO));
        String group = "group " + scattered / 40;
        document.add(new StringField("group", group, Field.Store.NO));
        String urn = "urn:uuid:" + Catalogue.keyOf(number);
        document.add(new StringField("urn", urn, Field.Store.NO));
        String customer = "customer of the shop " + scattered % 2500;
        document.add(new StringField("customer", customer, Field.Store.NO));
        HexFormat hex = HexFormat.of();
        String objectId =
            hex.toHexDigits(0x6915_0000 + number / 20)
                + hex.toHexDigits(machines[scattered % 3], 10)
                + hex.toHexDigits(scattered, 6);
        document.add(new StringField("object_id", objectId, Field.Store.NO));
        byte[] automaticId = new byte[15];
        BitUtil.VH_BE_INT.set(automaticId, 0, scattered);
        BitUtil.VH_BE_LONG.set(automaticId, 4, machines[scattered % 3]);
        BitUtil.VH_BE_SHORT.set(automaticId, 13, (short) (number / 8));
        document.add(new StringField("automatic_id", new BytesRef(automaticId), Field.Store.NO));
        writer.addDocument(document);
        if (number == 300) {
          writer.commit();
        }
      }
    }
    zip(files, folder.resolve(StreakCodec.NAME + "-numbered.zip"));
  }

  /** Small segments in which each format writes one file: postings, stored fields, Lucene's. */
  private static void writeBundles(Path folder) throws IOException {
    Path files = Files.createTempDirectory("bundled-values");
    IndexWriterConfig config = settings(false);
    config.setCodec(StreakCodec.builder().prefixes(Catalogue.NAME, 1, 3, 20).build());
    try (Directory directory = FSDirectory.open(files);
        IndexWriter writer = new IndexWriter(directory, config)) {
      writeTwoSegments(writer);
      writer.commit();
      Term id = new Term(Catalogue.ID, "5");
      writer.updateNumericDocValue(id, "revisionValue", 3);
      writer.commit();
      writer.updateDocValues(
          id,
          new NumericDocValuesField("revisionValue", 4),
          new BinaryDocValuesField("raw", new BytesRef("updated")));
    }
    zip(files, folder.resolve(StreakCodec.NAME + "-bundled-values.zip"));
  }

  /** The second one updates documents of the first. */
  private static void writeTwoSegments(IndexWriter writer) throws IOException {
    for (int number = 0; number < 300; number++) {
      writer.addDocument(Catalogue.document(number, 1));
    }
    writer.commit();
    for (int number = 290; number < 310; number++) {
      Term id = new Term(Catalogue.ID, Integer.toString(number));
      writer.updateDocument(id, Catalogue.document(number, 2));
    }
  }

  /** Compound files of one file each. */
  private static void writeCompound(Path folder) throws IOException {
    Path files = Files.createTempDirectory("compound");
    IndexWriterConfig config = settings(true).setCodec(new StreakCodec());
    try (Directory directory = FSDirectory.open(files);
        IndexWriter writer = new IndexWriter(directory, config)) {
      writeTwoSegments(writer);
    }
    zip(files, folder.resolve(StreakCodec.NAME + "-compound.zip"));
  }

  /**
   * A segment with so many documents that the large files of the postings are beside the bundle.
   */
  private static void writeLargeFiles(Path folder) throws IOException {
    Path files = Files.createTempDirectory("large-files");
    IndexWriterConfig config = settings(false).setCodec(new StreakCodec());
    try (Directory directory = FSDirectory.open(files);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number = 0; number <= 1 << 16; number++) {
        Document document = new Document();
        document.add(new StringField(Catalogue.ID, Integer.toString(number), Field.Store.NO));
        document.add(new StringField(Catalogue.SHOP, number / 30 + "", Field.Store.NO));
        writer.addDocument(document);
      }
    }
    zip(files, folder.resolve(StreakCodec.NAME + "-large-files.zip"));
  }

  /** Terms in codes of symbols, of several tables, beside some that are not; merged and not. */
  private static void writeLongTerms(Path folder) throws IOException {
    Path files = Files.createTempDirectory("long-terms");
    TermHashSettings tables = TermHashSettings.DEFAULT.withField("message", true);
    IndexWriterConfig config = settings(false);
    config.setCodec(StreakCodec.builder().bundleSmallFiles(false).termHash(tables).build());
    try (Directory directory = FSDirectory.open(files);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number = 0; number < 1500; number++) {
        writer.addDocument(longTerms(number * 7919 % 1500));
        if (number == 700) {
          writer.commit();
        }
        if (number == 1200) {
          writer.forceMerge(1);
        }
      }
    }
    zip(files, folder.resolve(StreakCodec.NAME + "-long-terms.zip"));
  }

  private static Document longTerms(int number) {
    String[] what = {
      "Connection of the shop refused after ",
      "\u9001\u8d27\u5b8c\u6210 Auftrag ausgeliefert nach ",
      "disk full while the order was written: "
    };
    Document document = new Document();
    String kind = what[number / 500].repeat(2);
    String order = number / 500 + " order " + number * 7919 % 1009 + ": ";
    String message = order + kind + Catalogue.nameOf(number) + ", " + number;
    document.add(new StringField("message", message, Field.Store.NO));
    String title = Catalogue.nameOf(number % 600) + " - " + Catalogue.nameOf(number % 600 * 7);
    document.add(new StringField("title", title, Field.Store.NO));
    return document;
  }

  private static IndexWriterConfig settings(boolean compound) {
    IndexWriterConfig config = new IndexWriterConfig();
    config.setCodec(StreakCodec.builder().bundleSmallFiles(false).build());
    config.setUseCompoundFile(compound).setMergeScheduler(new SerialMergeScheduler());
    config.getMergePolicy().setNoCFSRatio(compound ? 1 : 0);
    return config;
  }

  private static void zip(Path folder, Path zip) throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    try (Directory directory = FSDirectory.open(folder);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      for (String name : reader.getIndexCommit().getFileNames()) {
        files.put(name, DamagedDirectory.read(directory, name));
      }
      putSidecar(folder, files);
      files.put(
          DIGEST_ENTRY, Long.toString(IndexDigest.of(reader)).getBytes(StandardCharsets.US_ASCII));
    }
    ZippedFiles.write(files, zip);
  }

  /** The sidecar, if there is one, in a folder of the archive. */
  private static void putSidecar(Path folder, Map<String, byte[]> files) throws IOException {
    Path sidecar = folder.resolve(SIDECAR_ENTRIES);
    if (Files.exists(sidecar)) {
      try (Stream<Path> all = Files.walk(sidecar)) {
        for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
          files.put(
              folder.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
        }
      }
    }
  }
}
