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
package dev.streak.prefix;

import dev.streak.docset.DocUnion;
import dev.streak.docset.MatchingDocs;
import dev.streak.field.PrefixSets;
import dev.streak.field.TermEntry;
import dev.streak.file.FileBytes;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DocValuesSkipIndexType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.VectorEncoding;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.InfoStream;
import org.apache.lucene.util.StringHelper;
import org.apache.lucene.util.Version;

/** Prefix sets that say what cannot be so, with checksums that fit. */
public class TestDamagedPrefixSets extends LuceneTestCase {
  private static final int MAX_DOC = 1_000;

  private final Directory directory = new ByteBuffersDirectory();
  private final FieldInfo field = field();
  private final FieldInfos fields = new FieldInfos(new FieldInfo[] {field});
  private final SegmentInfo segment = segment();
  private final String file = PrefixSetFile.FILE.name(state());

  private static FieldInfo field() {
    return new FieldInfo(
        "name",
        0,
        /* storeTermVector= */ false,
        /* omitNorms= */ true,
        /* storePayloads= */ false,
        IndexOptions.DOCS,
        DocValuesType.NONE,
        DocValuesSkipIndexType.NONE,
        /* dvGen= */ -1,
        Map.of(),
        /* pointDimensionCount= */ 0,
        /* pointIndexDimensionCount= */ 0,
        /* pointNumBytes= */ 0,
        /* vectorDimension= */ 0,
        VectorEncoding.FLOAT32,
        VectorSimilarityFunction.EUCLIDEAN,
        /* softDeletesField= */ false,
        /* isParentField= */ false);
  }

  private SegmentInfo segment() {
    return new SegmentInfo(
        directory,
        Version.LATEST,
        Version.LATEST,
        "_0",
        MAX_DOC,
        /* isCompoundFile= */ false,
        /* hasBlocks= */ false,
        Codec.getDefault(),
        Map.of(),
        StringHelper.randomId(),
        Map.of(),
        /* indexSort= */ null);
  }

  private SegmentReadState state() {
    return new SegmentReadState(directory, segment, fields, IOContext.DEFAULT);
  }

  private static PrefixCandidate run(String prefix, int docs, int start, int length) {
    return new PrefixCandidate(
        new BytesRef(prefix), 16, docs, true, TermEntry.ofRun(start, length), 0, 0);
  }

  private void write(PrefixCandidate... candidates) throws IOException {
    write(field.number, candidates);
  }

  private void write(int fieldNumber, PrefixCandidate... candidates) throws IOException {
    SegmentWriteState state =
        new SegmentWriteState(
            InfoStream.NO_OUTPUT, directory, segment, fields, null, IOContext.DEFAULT);
    List<PrefixCandidate> all = List.of(candidates);
    try (PrefixSetOutput output = new PrefixSetOutput(PrefixSetFile.FILE.create(state))) {
      PrefixSettings settings = new PrefixSettings(1, 3, 100);
      output.writeField(fieldNumber, settings, all, new PrefixSelection(all, 10_000), null);
      output.finish();
    }
  }

  public void testDocumentsThatTheSegmentHasNot() throws IOException {
    write(run("a", MAX_DOC, 0, MAX_DOC), run("b", 0, 1, MAX_DOC), run("c", MAX_DOC + 1, 999, 2));
    try (PrefixSetsReader reader = new PrefixSetsReader(state())) {
      PrefixSets sets = reader.sets(field);
      assertEquals(3, sets.size());
      assertEquals(MAX_DOC, sets.docCount(0));
      DocUnion union = new DocUnion(MAX_DOC, 0);
      sets.collect(0, union);
      assertEquals(MAX_DOC, union.build().cardinality());
      for (int set = 1; set < 3; set++) {
        int wrong = set;
        assertRefused("number of documents of a prefix", () -> sets.docCount(wrong));
        assertRefused("run of a prefix", () -> sets.collect(wrong, new DocUnion(MAX_DOC, 0)));
      }
    }
  }

  public void testFieldsThatTheSegmentHasNot() throws IOException {
    for (int number : new int[] {Integer.MIN_VALUE, -1, 1, Integer.MAX_VALUE}) {
      write(number, run("a", 20, 0, 20));
      long before = PrefixSetsReader.failures();
      try (PrefixSetsReader reader = new PrefixSetsReader(state())) {
        assertEquals("number=" + number, before + 1, PrefixSetsReader.failures());
        assertNull(reader.sets(field));
        assertThrows(CorruptIndexException.class, reader::checkIntegrity);
      }
      directory.deleteFile(file);
    }
  }

  private void assertRefused(String what, ThrowingRunnable asked) {
    CorruptIndexException e = expectThrows(CorruptIndexException.class, asked);
    assertTrue(e.getMessage(), e.getMessage().startsWith(what));
    assertTrue(e.getMessage(), e.getMessage().contains(file));
  }

  /** Every byte in turn: either it is refused, or what is said can be so. */
  public void testChangedBytes() throws IOException {
    write(run("a", 20, 0, 20), run("ab", 10, 7, 10), run("b", 30, 970, 30), run("ba", 1, 999, 1));
    byte[] bytes = FileBytes.read(directory, file);
    int trailer = bytes.length - CodecUtil.footerLength() - Long.BYTES;
    int directoryStart = (int) (long) BitUtil.VH_LE_LONG.get(bytes, trailer);
    int crcOfDirectory = trailer - Integer.BYTES;
    int crcOfRegion = crcOfDirectory - Integer.BYTES;
    int from = CodecUtil.indexHeaderLength(PrefixSetFile.FILE.codec(), "");
    int refused = 0;
    for (int at = from; at < crcOfRegion; at++) {
      for (int value : new int[] {0, 1, bytes[at] + 1, 0x7F, 0x80, 0xFF, random().nextInt(256)}) {
        byte[] damaged = bytes.clone();
        damaged[at] = (byte) value;
        if (at < directoryStart) {
          writeCrc(damaged, from, directoryStart, crcOfRegion);
        }
        writeCrc(damaged, directoryStart, crcOfDirectory, crcOfDirectory);
        FileBytes.replace(directory, file, damaged, damaged.length);
        refused += isRefused("byte " + at + " is " + value) ? 1 : 0;
      }
    }
    assertTrue("refused=" + refused, refused > 100);
  }

  private static void writeCrc(byte[] bytes, int from, int to, int at) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    BitUtil.VH_LE_INT.set(bytes, at, (int) crc.getValue());
  }

  private boolean isRefused(String what) throws IOException {
    try (PrefixSetsReader reader = new PrefixSetsReader(state())) {
      PrefixSets sets = reader.sets(field);
      if (sets == null) {
        return true;
      }
      List<ThrowingRunnable> questions = new ArrayList<>();
      questions.add(() -> sets.ceiling(new BytesRef("ab")));
      for (int i = 0; i < sets.size(); i++) {
        int set = i;
        questions.add(() -> sets.prefix(set));
        questions.add(() -> sets.hasDocs(set));
        questions.add(() -> assertWithin(what, sets.docCount(set)));
        questions.add(
            () -> {
              DocUnion union = new DocUnion(MAX_DOC, 0);
              sets.collect(set, union);
              MatchingDocs docs = union.build();
              assertWithin(what, docs.cardinality());
              DocIdSetIterator iterator = docs.iterator();
              int last = iterator.nextDoc();
              while (last < MAX_DOC) {
                last = iterator.nextDoc();
              }
              assertEquals(what, DocIdSetIterator.NO_MORE_DOCS, last);
            });
      }
      int refused = 0;
      for (ThrowingRunnable question : questions) {
        refused += isRefused(what, question) ? 1 : 0;
      }
      return refused > 0;
    }
  }

  private static void assertWithin(String what, int docs) {
    assertTrue(what + ": docs=" + docs, docs >= 1 && docs <= MAX_DOC);
  }

  private static boolean isRefused(String what, ThrowingRunnable question) {
    try {
      question.run();
      return false;
    } catch (CorruptIndexException | EOFException expected) {
      return true;
    } catch (AssertionError e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(what, e);
    }
  }
}
