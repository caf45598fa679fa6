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
package dev.streak.file;

import dev.streak.codec.StreakCodec;
import java.io.EOFException;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.CompoundDirectory;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Compound files of one file: what is written, and what of it is refused. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // Files are counted.
public class TestOneFileCompoundFormat extends LuceneTestCase {
  private static final int DOCUMENTS = 50;

  private static IndexWriterConfig config(boolean bundles) {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(StreakCodec.builder().bundleSmallFiles(bundles).build())
            .setUseCompoundFile(true);
    config.getMergePolicy().setNoCFSRatio(1);
    return config;
  }

  private static void index(Directory directory, boolean bundles, int from) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, config(bundles))) {
      for (int number = from; number < from + DOCUMENTS; number++) {
        Document document = new Document();
        document.add(new StringField("id", Integer.toString(number), Field.Store.YES));
        document.add(new NumericDocValuesField("number", number));
        writer.addDocument(document);
      }
    }
  }

  private static void assertDocuments(Directory directory, int count) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      assertEquals(count, reader.numDocs());
      IndexSearcher searcher = newSearcher(reader);
      for (int number = 0; number < count; number++) {
        String id = Integer.toString(number);
        int doc = searcher.search(new TermQuery(new Term("id", id)), 1).scoreDocs[0].doc;
        assertEquals(id, searcher.storedFields().document(doc).get("id"));
      }
    }
  }

  private static Set<String> extensions(Directory directory) throws IOException {
    Set<String> extensions = new TreeSet<>();
    for (SegmentCommitInfo segment : SegmentInfos.readLatestCommit(directory)) {
      for (String file : segment.files()) {
        extensions.add(file.substring(file.lastIndexOf('.') + 1));
      }
    }
    return extensions;
  }

  public void testOneFile() throws IOException {
    try (Directory directory = newDirectory()) {
      index(directory, true, 0);
      assertEquals(Set.of("cfs", "si"), extensions(directory));
      assertDocuments(directory, DOCUMENTS);
    }
  }

  public void testLucenesAreWrittenWithoutBundles() throws IOException {
    try (Directory directory = newDirectory()) {
      index(directory, false, 0);
      assertEquals(Set.of("cfe", "cfs", "si"), extensions(directory));
      // Segments of both kinds, then one of the other.
      index(directory, true, DOCUMENTS);
      assertDocuments(directory, 2 * DOCUMENTS);
      try (IndexWriter writer = new IndexWriter(directory, config(true))) {
        writer.forceMerge(1);
      }
      assertEquals(Set.of("cfs", "si"), extensions(directory));
      assertDocuments(directory, 2 * DOCUMENTS);
      try (IndexWriter writer = new IndexWriter(directory, config(false))) {
        writer.forceMerge(1);
        writer.updateDocument(new Term("id", "0"), document0());
        writer.forceMerge(1);
      }
      assertEquals(Set.of("cfe", "cfs", "si"), extensions(directory));
      assertDocuments(directory, 2 * DOCUMENTS);
    }
  }

  private static Document document0() {
    Document document = new Document();
    document.add(new StringField("id", "0", Field.Store.YES));
    return document;
  }

  /** Lucene gives a copied segment another name, and copies its files as they are. */
  public void testCopiedSegments() throws IOException {
    try (Directory source = newDirectory();
        Directory target = newDirectory()) {
      index(source, true, DOCUMENTS);
      index(target, true, 0);
      try (IndexWriter writer =
          new IndexWriter(target, config(false).setMergePolicy(newMergePolicy()))) {
        writer.addIndexes(source);
      }
      assertDocuments(target, 2 * DOCUMENTS);
    }
  }

  private static void create(Directory directory, SegmentInfo segment, String name)
      throws IOException {
    try (IndexOutput output = directory.createOutput(name, IOContext.DEFAULT)) {
      CodecUtil.writeIndexHeader(output, "Test", 1, segment.getId(), "");
      output.writeVInt(random().nextInt());
      CodecUtil.writeFooter(output);
    }
  }

  private static OneFileCompoundFormat format() {
    return new OneFileCompoundFormat(TestUtil.getDefaultCodec().compoundFormat(), true);
  }

  private static Set<String> write(Directory directory, SegmentInfo segment, Set<String> names)
      throws IOException {
    for (String name : names) {
      create(directory, segment, name);
    }
    segment.setFiles(names);
    format().write(directory, segment, IOContext.DEFAULT);
    Set<String> written = new HashSet<>(Set.of(directory.listAll()));
    written.removeAll(names);
    return written;
  }

  public void testNamesThatDoNotFitAreLeftToLucene() throws IOException {
    String name = "_0." + "x".repeat(255);
    // File systems refuse such names.
    try (Directory memory = new ByteBuffersDirectory()) {
      SegmentInfo segment = TestFileBundle.segment(memory);
      assertEquals(Set.of("_0.cfs", "_0.cfe"), write(memory, segment, Set.of(name)));
      try (CompoundDirectory files = format().getCompoundReader(memory, segment)) {
        assertArrayEquals(FileBytes.read(memory, name), FileBytes.read(files, name));
      }
    }
  }

  /** Whatever is damaged: no file is given away that is not as it was written. */
  public void testDamage() throws IOException {
    try (Directory directory = newDirectory()) {
      SegmentInfo segment = TestFileBundle.segment(directory);
      Set<String> names = Set.of("_0.a", "_0.bcd", "_0_Format_0.e");
      assertEquals(Set.of("_0.cfs"), write(directory, segment, names));
      Map<String, byte[]> contents = new HashMap<>();
      for (String name : names) {
        contents.put(name, FileBytes.read(directory, name));
      }
      byte[] whole = FileBytes.read(directory, "_0.cfs");
      for (int at = 0; at < whole.length; at++) {
        byte[] damaged = whole.clone();
        damaged[at] ^= (byte) (1 << random().nextInt(8));
        FileBytes.replace(directory, "_0.cfs", damaged, damaged.length);
        assertRefused(() -> readAll(directory, segment, contents));
        FileBytes.replace(directory, "_0.cfs", whole, at);
        assertRefused(() -> format().getCompoundReader(directory, segment).close());
      }
      FileBytes.replace(directory, "_0.cfs", whole, whole.length);
      try (CompoundDirectory files = format().getCompoundReader(directory, segment)) {
        files.checkIntegrity();
        assertEquals(names, Set.of(files.listAll()));
      }
    }
  }

  /** Fails if a file inside that its own checksum passes is another one. */
  private static void readAll(
      Directory directory, SegmentInfo segment, Map<String, byte[]> contents) throws IOException {
    try (CompoundDirectory files = format().getCompoundReader(directory, segment)) {
      for (Map.Entry<String, byte[]> file : contents.entrySet()) {
        try (IndexInput in = files.openInput(file.getKey(), IOContext.DEFAULT)) {
          CodecUtil.checksumEntireFile(in);
        }
        assertArrayEquals(file.getValue(), FileBytes.read(files, file.getKey()));
      }
      files.checkIntegrity();
    }
  }

  private static void assertRefused(ThrowingRunnable run) {
    expectThrowsAnyOf(
        List.of(
            CorruptIndexException.class,
            EOFException.class,
            IndexFormatTooNewException.class,
            IndexFormatTooOldException.class),
        run);
  }
}
