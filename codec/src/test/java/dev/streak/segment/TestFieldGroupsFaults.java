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
package dev.streak.segment;

import dev.streak.codec.StreakCodec;
import dev.streak.file.FileBytes;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.FieldsConsumer;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValuesSkipIndexType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.Fields;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.index.VectorEncoding;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.InfoStream;
import org.apache.lucene.util.StringHelper;
import org.apache.lucene.util.Version;

/**
 * Whatever fails while the terms of a segment are written or opened, it is what the caller is told,
 * nothing stays open, and no temporary file is left.
 */
public class TestFieldGroupsFaults extends LuceneTestCase {
  private static final int DOCS = 200;

  /** Extensions of files. */
  private static final Set<String> READ_BY_MERGES =
      Set.of("skp", "skd", "ski", "tim", "tip", "doc", "pos");

  private final Directory source = new ByteBuffersDirectory();
  private LeafReader leaf;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    IndexWriterConfig config = new IndexWriterConfig().setCodec(TestUtil.getDefaultCodec());
    try (IndexWriter writer = new IndexWriter(source, config)) {
      for (int i = 0; i < DOCS; i++) {
        Document document = new Document();
        document.add(new StringField("id", "key-" + i, Field.Store.NO));
        document.add(new StringField("name", i % 9 + "name" + i % 100, Field.Store.NO));
        document.add(new StringField("name", "same", Field.Store.NO));
        document.add(new TextField("text", "word" + i % 3 + " word" + i, Field.Store.NO));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    leaf = getOnlyLeafReader(DirectoryReader.open(source));
  }

  @Override
  public void tearDown() throws Exception {
    IOUtils.close(leaf, source);
    super.tearDown();
  }

  private static StreakCodec codec(boolean bundles) {
    return StreakCodec.builder().bundleSmallFiles(bundles).prefixes("name", 1, 2, 100).build();
  }

  private static FieldInfo copy(FieldInfo field) {
    return new FieldInfo(
        field.name,
        field.number,
        /* storeTermVector= */ false,
        /* omitNorms= */ true,
        /* storePayloads= */ false,
        field.getIndexOptions(),
        DocValuesType.NONE,
        DocValuesSkipIndexType.NONE,
        /* dvGen= */ -1,
        new HashMap<>(),
        /* pointDimensionCount= */ 0,
        /* pointIndexDimensionCount= */ 0,
        /* pointNumBytes= */ 0,
        /* vectorDimension= */ 0,
        VectorEncoding.FLOAT32,
        VectorSimilarityFunction.EUCLIDEAN,
        /* softDeletesField= */ false,
        /* isParentField= */ false);
  }

  private FieldInfos infos() {
    List<FieldInfo> infos = new ArrayList<>();
    leaf.getFieldInfos().forEach(field -> infos.add(copy(field)));
    return new FieldInfos(infos.toArray(FieldInfo[]::new));
  }

  private Fields fields() {
    return new Fields() {
      @Override
      public Iterator<String> iterator() {
        return List.of("id", "name", "text").iterator();
      }

      @Override
      public Terms terms(String field) throws IOException {
        return leaf.terms(field);
      }

      @Override
      public int size() {
        return 3;
      }
    };
  }

  private static SegmentInfo segment(Directory directory, Codec codec) {
    return new SegmentInfo(
        directory,
        Version.LATEST,
        Version.LATEST,
        "_0",
        DOCS,
        /* isCompoundFile= */ false,
        /* hasBlocks= */ false,
        codec,
        Map.of(),
        StringHelper.randomId(),
        Map.of(),
        /* indexSort= */ null);
  }

  private SegmentReadState write(Codec codec, Directory directory) throws IOException {
    SegmentInfo segment = segment(directory, codec);
    FieldInfos infos = infos();
    SegmentWriteState state =
        new SegmentWriteState(
            InfoStream.NO_OUTPUT, directory, segment, infos, null, IOContext.DEFAULT);
    try (FieldsConsumer consumer = codec.postingsFormat().fieldsConsumer(state)) {
      consumer.write(fields(), /* norms= */ null);
    }
    return new SegmentReadState(directory, segment, infos, IOContext.DEFAULT);
  }

  private static void assertAsTold(String when, IOException thrown) {
    if (isAsTold(thrown) == false) {
      throw new AssertionError(when, thrown);
    }
  }

  /** Lucene says that a checksum is wrong where not all could be read, and has why with it. */
  private static boolean isAsTold(Throwable thrown) {
    return thrown != null
        && (FaultyFiles.MESSAGE.equals(thrown.getMessage())
            || isAsTold(thrown.getCause())
            || (thrown instanceof CorruptIndexException
                && Arrays.stream(thrown.getSuppressed()).anyMatch(each -> isAsTold(each))));
  }

  private static int next(int nth) {
    return nth < 12 ? nth + 1 : nth + 1 + random().nextInt(nth);
  }

  public void testWriting() throws IOException {
    for (boolean bundles : new boolean[] {false, true}) {
      for (FaultyFiles.Operation what : FaultyFiles.Operation.values()) {
        int failures = 0;
        for (int nth = 0; ; nth = next(nth)) {
          String when = what + " " + nth + " bundles=" + bundles;
          FaultyFiles files = new FaultyFiles(new ByteBuffersDirectory());
          files.failAt(what, nth);
          try {
            write(codec(bundles), files);
            break;
          } catch (IOException e) {
            assertAsTold(when, e);
            failures++;
          }
          files.assertNothingIsOpen(when);
          // A file that cannot be deleted stays, and no other one.
          long left = Arrays.stream(files.listAll()).filter(f -> f.endsWith(".tmp")).count();
          assertEquals(when, what == FaultyFiles.Operation.DELETE ? 1 : 0, left);
        }
        assertTrue(what + " failures=" + failures, failures > 0);
      }
    }
  }

  /** A failure of what is done after another one is not what the caller is told. */
  public void testWritingWhereNothingCanBeDeletedOrClosedEither() throws IOException {
    for (FaultyFiles.Operation what :
        List.of(FaultyFiles.Operation.CREATE, FaultyFiles.Operation.WRITE)) {
      for (int nth = 0; ; nth = next(nth)) {
        FaultyFiles files = new FaultyFiles(new ByteBuffersDirectory());
        files.failAt(what, nth);
        files.failAllAfterwards();
        try {
          write(codec(false), files);
          break;
        } catch (IOException e) {
          assertAsTold(what + " " + nth, e);
          files.assertNothingIsOpen(what + " " + nth);
        }
      }
    }
  }

  public void testOpening() throws IOException {
    for (boolean bundles : new boolean[] {false, true}) {
      Codec codec = codec(bundles);
      FaultyFiles files = new FaultyFiles(new ByteBuffersDirectory());
      SegmentReadState state = write(codec, files);
      for (FaultyFiles.Operation what :
          List.of(FaultyFiles.Operation.OPEN, FaultyFiles.Operation.READ)) {
        int failures = 0;
        for (int nth = 0; ; nth = next(nth)) {
          String when = what + " " + nth + " bundles=" + bundles;
          files.failAt(what, nth);
          try (FieldsProducer opened = codec.postingsFormat().fieldsProducer(state)) {
            files.heal();
            assertSame(opened);
            if (files.hasFailed() == false) {
              break;
            }
          } catch (IOException e) {
            assertAsTold(when, e);
            failures++;
          }
          files.assertNothingIsOpen(when);
        }
        assertTrue(what + " failures=" + failures, failures > 0);
      }
      files.heal();
      files.assertNothingIsOpen("bundles=" + bundles);
    }
  }

  private void assertSame(FieldsProducer opened) throws IOException {
    TreeSet<String> names = new TreeSet<>();
    opened.forEach(names::add);
    assertEquals(List.of("id", "name", "text"), List.copyOf(names));
    assertEquals(3, opened.size());
    assertNull(opened.terms("absent"));
    for (String field : names) {
      assertEquals(leaf.terms(field).size(), opened.terms(field).size());
      assertEquals(leaf.terms(field).getSumDocFreq(), opened.terms(field).getSumDocFreq());
      TermsEnum expected = leaf.terms(field).iterator();
      TermsEnum actual = opened.terms(field).iterator();
      for (BytesRef term = expected.next(); term != null; term = expected.next()) {
        assertEquals(term, actual.next());
        assertEquals(expected.docFreq(), actual.docFreq());
      }
      assertNull(actual.next());
    }
  }

  /** What closes several things closes all of them, and tells of the first that fails. */
  public void testClosing() throws IOException {
    for (boolean bundles : new boolean[] {false, true}) {
      Codec codec = codec(bundles);
      FaultyFiles files = new FaultyFiles(new ByteBuffersDirectory());
      SegmentReadState state = write(codec, files);
      int failures = 0;
      for (int nth = 0; ; nth++) {
        Closeable opened = codec.postingsFormat().fieldsProducer(state);
        files.failAt(FaultyFiles.Operation.CLOSE_INPUT, nth);
        try {
          opened.close();
          break;
        } catch (IOException e) {
          assertAsTold("close " + nth, e);
          failures++;
        }
        files.assertNothingIsOpen("close " + nth + " bundles=" + bundles);
      }
      assertTrue("failures=" + failures, failures >= (bundles ? 1 : 5));
    }
  }

  public void testPolicyThatIsNone() throws IOException {
    for (String field : List.of("id", "text")) {
      Codec codec = codec(false);
      FaultyFiles files = new FaultyFiles(new ByteBuffersDirectory());
      SegmentReadState state = write(codec, files);
      state.fieldInfos.fieldInfo(field).putAttribute(TermsIndexCaching.POLICY_ATTRIBUTE, "none");
      CorruptIndexException e =
          expectThrows(
              CorruptIndexException.class, () -> codec.postingsFormat().fieldsProducer(state));
      assertTrue(e.getMessage(), e.getMessage().contains("of field " + field + " is none"));
      files.assertNothingIsOpen(field);
    }
  }

  public void testGroupsThatThereAreNotWithFittingChecksum() throws IOException {
    FaultyFiles files = new FaultyFiles(new ByteBuffersDirectory());
    Codec codec = codec(false);
    SegmentReadState state = write(codec, files);
    String name = "";
    for (String file : files.listAll()) {
      name = file.endsWith(".skm") ? file : name;
    }
    byte[] bytes = FileBytes.read(files, name);
    String suffix = IndexFileNames.stripExtension(IndexFileNames.stripSegmentName(name));
    int groups = CodecUtil.indexHeaderLength(FieldGroups.META.codec(), suffix.substring(1));
    assertEquals(FieldGroups.ALL, bytes[groups]);
    for (int wrong : new int[] {FieldGroups.ALL + 1, -1}) {
      bytes[groups] = (byte) wrong;
      CRC32 checksum = new CRC32();
      checksum.update(bytes, 0, bytes.length - Long.BYTES);
      BitUtil.VH_BE_LONG.set(bytes, bytes.length - Long.BYTES, checksum.getValue());
      FileBytes.replace(files, name, bytes, bytes.length);
      CorruptIndexException e =
          expectThrows(
              CorruptIndexException.class, () -> codec.postingsFormat().fieldsProducer(state));
      assertTrue(e.getMessage(), e.getMessage().startsWith("groups is " + wrong + ", must be 0"));
      files.assertNothingIsOpen(name);
    }
  }

  /** In any file; a merge asks only for what it reads, and writes the others anew. */
  public void testWrongBitsAreFound() throws IOException {
    for (boolean bundles : new boolean[] {false, true}) {
      Codec codec = codec(bundles);
      FaultyFiles files = new FaultyFiles(new ByteBuffersDirectory());
      SegmentReadState state = write(codec, files);
      for (String name : files.listAll()) {
        byte[] whole = FileBytes.read(files, name);
        for (int at = 0; at < whole.length; at += 1 + random().nextInt(1 + whole.length / 15)) {
          byte[] damaged = whole.clone();
          damaged[at] ^= (byte) (1 << random().nextInt(8));
          FileBytes.replace(files, name, damaged, damaged.length);
          assertFound(codec, state, name, name + " at " + at);
          files.assertNothingIsOpen(name);
        }
        FileBytes.replace(files, name, whole, whole.length);
      }
    }
  }

  private static void assertFound(Codec codec, SegmentReadState state, String name, String when) {
    String extension = IndexFileNames.getExtension(name);
    boolean mergeFails = false;
    boolean isOpen = false;
    try (FieldsProducer opened = codec.postingsFormat().fieldsProducer(state)) {
      isOpen = true;
      try {
        opened.getMergeInstance().checkIntegrity();
      } catch (
          @SuppressWarnings("unused")
          IOException expected) {
        mergeFails = true;
      }
      opened.checkIntegrity();
    } catch (
        @SuppressWarnings("unused")
        IOException expected) {
      assertFalse(when, mergeFails && Set.of("skh", "skx").contains(extension));
      assertTrue(
          when, mergeFails || isOpen == false || READ_BY_MERGES.contains(extension) == false);
      return;
    }
    throw new AssertionError("not found: " + when);
  }
}
