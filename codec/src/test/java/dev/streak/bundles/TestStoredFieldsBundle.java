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
package dev.streak.bundles;

import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.codecs.lucene90.Lucene90StoredFieldsFormat.Mode;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** Stored fields of small segments: which files they have, and what becomes of damaged ones. */
public class TestStoredFieldsBundle extends LuceneTestCase {
  private static final String ONE = "[zsm]";
  private static final String THREE = "[zsd, zsi, zsm]";
  private static final String TWO = "[zsd, zsm]";

  private static IndexWriterConfig config(boolean bundled) {
    return new IndexWriterConfig()
        .setCodec(StreakCodec.builder().bundleSmallFiles(bundled).build())
        .setUseCompoundFile(false)
        .setMergePolicy(new LogDocMergePolicy());
  }

  private static Document document(int number, int bytes) {
    Document document = new Document();
    document.add(new StoredField("number", number));
    byte[] value = new byte[bytes];
    // Nothing that becomes smaller.
    new Random(number).nextBytes(value);
    document.add(new StoredField("bytes", new BytesRef(value)));
    document.add(new NumericDocValuesField("order", -number));
    return document;
  }

  private static void assertDocuments(DirectoryReader reader, int bytes) throws IOException {
    boolean[] seen = new boolean[reader.maxDoc()];
    for (int doc = 0; doc < reader.maxDoc(); doc++) {
      Document document = reader.storedFields().document(doc);
      int number = document.getField("number").numericValue().intValue();
      assertFalse(seen[number]);
      seen[number] = true;
      assertEquals(
          document(number, bytes).getBinaryValue("bytes"), document.getBinaryValue("bytes"));
    }
  }

  /** Extensions of the files with stored fields, by segment. */
  private static List<String> files(Directory directory) throws IOException {
    return SegmentInfos.readLatestCommit(directory).asList().stream()
        .map(TestStoredFieldsBundle::extensions)
        .toList();
  }

  private static String extensions(SegmentCommitInfo segment) {
    TreeSet<String> extensions = new TreeSet<>();
    for (String file : segment.info.files()) {
      String extension = file.substring(file.lastIndexOf('.') + 1);
      if (extension.startsWith("zs") || extension.startsWith("fd")) {
        extensions.add(extension);
      }
    }
    return extensions.toString();
  }

  public void testSmallSegmentsHaveOneFile() throws IOException {
    for (boolean bundled : new boolean[] {true, false}) {
      for (boolean sorted : new boolean[] {true, false}) {
        IndexWriterConfig config = config(bundled);
        if (sorted) {
          config.setIndexSort(new Sort(new SortField("order", SortField.Type.LONG)));
        }
        SmallSegments.check(
            config,
            i -> document(i, 1000),
            reader -> assertDocuments(reader, 1000),
            TestStoredFieldsBundle::files,
            bundled ? ONE : THREE,
            bundled ? TWO : THREE);
      }
    }
  }

  /** Which files are beside the bundle differs from segment to segment, and what is in them not. */
  public void testLittleRoom() throws IOException {
    LittleRoom.check(
        () -> config(true), i -> document(i, 300), reader -> assertDocuments(reader, 300));
  }

  /** Documents that are larger than what one file may have. */
  public void testLargeDocuments() throws IOException {
    for (int bytes : new int[] {1 << 10, 1 << 20, 5 << 20}) {
      try (Directory directory = newDirectory()) {
        try (IndexWriter writer = new IndexWriter(directory, config(true))) {
          writer.addDocument(document(0, bytes));
        }
        assertEquals(List.of(bytes < 1 << 20 ? ONE : TWO), files(directory));
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          assertDocuments(reader, bytes);
        }
      }
    }
  }

  public void testLucenesOwnHaveTheirFiles() throws IOException {
    try (Directory directory = newDirectory()) {
      IndexWriterConfig config = config(true);
      config.setCodec(StreakCodec.builder().luceneStoredFields(Mode.BEST_SPEED).build());
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        writer.addDocument(document(0, 100));
      }
      assertEquals(List.of("[fdm, fdt, fdx]"), files(directory));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertDocuments(reader, 100);
      }
    }
  }

  /** Merges copy whole blocks from readers of the format only. */
  public void testMergesSeeTheFormatItself() throws IOException {
    try (Directory directory = newDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, config(true))) {
        writer.addDocument(document(0, 100));
      }
      SegmentCommitInfo segment = SegmentInfos.readLatestCommit(directory).info(0);
      try (DirectoryReader reader = DirectoryReader.open(directory);
          StoredFieldsReader whole =
              segment
                  .info
                  .getCodec()
                  .storedFieldsFormat()
                  .fieldsReader(
                      directory,
                      segment.info,
                      getOnlyLeafReader(reader).getFieldInfos(),
                      IOContext.DEFAULT)) {
        assertEquals(BundledStoredFieldsReader.class, whole.getClass());
        // A clone checks the whole file, too, and leaves it open.
        try (StoredFieldsReader clone = whole.clone()) {
          assertEquals(BundledStoredFieldsReader.class, clone.getClass());
        }
        whole.checkIntegrity();
        CodecReader leaf = (CodecReader) getOnlyLeafReader(reader);
        assertEquals(
            "ZstdStoredFieldsReader",
            leaf.getFieldsReader().getMergeInstance().getClass().getSimpleName());
      }
    }
  }

  public void testTruncated() throws IOException {
    try (Directory directory = newDirectory()) {
      DamagedFiles.assertCutsAreRefused(directory, writeSome(directory));
    }
  }

  public void testFlippedBits() throws IOException {
    try (Directory directory = newDirectory()) {
      DamagedFiles.assertFlipsAreFound(directory, writeSome(directory));
      try (CheckIndex check = new CheckIndex(directory)) {
        assertTrue(check.checkIndex().clean);
      }
    }
  }

  private static String writeSome(Directory directory) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, config(true))) {
      for (int number = 0; number < 5; number++) {
        writer.addDocument(document(number, TestUtil.nextInt(random(), 20, 60)));
      }
    }
    assertEquals(List.of(ONE), files(directory));
    return "_0.zsm";
  }
}
