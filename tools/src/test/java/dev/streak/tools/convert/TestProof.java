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
package dev.streak.tools.convert;

import dev.streak.tools.SampleDocuments;
import dev.streak.tools.digest.IndexDigest;
import dev.streak.tools.index.IndexFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.NormsConsumer;
import org.apache.lucene.codecs.NormsFormat;
import org.apache.lucene.codecs.NormsProducer;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FilterNumericDocValues;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What was written wrong does not take the place of what was right. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // A folder that is meant to be empty has to be.
public class TestProof extends LuceneTestCase {

  /** Lucene's codec, but that it writes all norms wrong. */
  private static final class WrongNorms extends FilterCodec {
    WrongNorms() {
      super(new Lucene104Codec().getName(), new Lucene104Codec());
    }

    @Override
    public NormsFormat normsFormat() {
      NormsFormat right = delegate.normsFormat();
      return new NormsFormat() {
        @Override
        public NormsConsumer normsConsumer(SegmentWriteState state) throws IOException {
          return wrong(right.normsConsumer(state));
        }

        @Override
        public NormsProducer normsProducer(SegmentReadState state) throws IOException {
          return right.normsProducer(state);
        }
      };
    }
  }

  private static NormsConsumer wrong(NormsConsumer out) {
    return new NormsConsumer() {
      @Override
      public void addNormsField(FieldInfo field, NormsProducer norms) throws IOException {
        out.addNormsField(field, wrong(norms));
      }

      @Override
      public void close() throws IOException {
        out.close();
      }
    };
  }

  private static NormsProducer wrong(NormsProducer norms) {
    return new NormsProducer() {
      @Override
      public NumericDocValues getNorms(FieldInfo field) throws IOException {
        return new FilterNumericDocValues(norms.getNorms(field)) {
          @Override
          public long longValue() throws IOException {
            return super.longValue() + 1;
          }
        };
      }

      @Override
      public void checkIntegrity() throws IOException {
        norms.checkIntegrity();
      }

      @Override
      public void close() {}
    };
  }

  private static Path index() throws IOException {
    Path path = createTempDir("index");
    SampleDocuments.writeSegments(path, SampleDocuments.config(new Lucene104Codec()), 40, 20);
    return path;
  }

  private static IndexDigest digest(Path path) throws IOException {
    try (Directory directory = FSDirectory.open(path);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      return IndexDigest.of(IndexDigest.segments(reader), 1, SampleDocuments.SILENT, "digest");
    }
  }

  private static SegmentInfos commit(Path path) throws IOException {
    try (Directory directory = FSDirectory.open(path)) {
      return SegmentInfos.readLatestCommit(directory);
    }
  }

  private static void assertTold(IOException e) {
    assertTrue(
        e.getMessage(),
        e.getMessage()
            .startsWith(
                "what was written for segment _0 differs from what it holds, so it stays as it is"));
  }

  public void testASegmentStaysThatWouldBeWrittenWrong() throws Exception {
    Path path = index();
    IndexDigest before = digest(path);
    long generation = commit(path).getGeneration();
    List<Rewritten> reported = new ArrayList<>();
    assertTold(
        expectThrows(
            IOException.class,
            () ->
                Conversion.rewrite(
                    IndexFolder.existing(path.toString()),
                    new WrongNorms(),
                    Set.of("_0", "_1"),
                    1,
                    SampleDocuments.SILENT,
                    reported::add)));
    assertEquals(List.of(), reported);
    assertEquals(generation, commit(path).getGeneration());
    assertEquals(before, digest(path));
  }

  public void testACopyDoesNotCountWhatWasWrittenWrong() throws Exception {
    Path path = index();
    Path out = createTempDir("out");
    Codec codec = new WrongNorms();
    List<Rewritten> reported = new ArrayList<>();
    Conversion conversion =
        new Conversion(
            IndexFolder.existing(path.toString()),
            codec,
            false,
            Optional.of(out.toString()),
            Optional.empty());
    assertTold(
        expectThrows(
            IOException.class, () -> conversion.run(1, SampleDocuments.SILENT, reported::add)));
    assertEquals(List.of(), reported);
    assertEquals(0, commit(out).size());
    assertEquals("0", commit(out).getUserData().get(UnfinishedCopy.DONE));
  }

  /** The same documents, the last one first. */
  public void testTheOrderCountsUnlessAnotherWasAskedFor() throws Exception {
    Path path = createTempDir("one");
    Path turned = createTempDir("turned");
    try (Directory one = FSDirectory.open(path);
        Directory other = FSDirectory.open(turned)) {
      SampleDocuments.write(one, SampleDocuments.config(new Lucene104Codec()), 0, 10);
      try (IndexWriter writer =
          new IndexWriter(other, SampleDocuments.config(new Lucene104Codec()))) {
        for (int number = 9; number >= 0; number--) {
          writer.addDocument(SampleDocuments.document(number));
        }
      }
      try (DirectoryReader old = DirectoryReader.open(one);
          DirectoryReader written = DirectoryReader.open(other)) {
        OpenSegment segment = OpenSegment.of(old).get(0);
        Proof same = new Proof(1, SampleDocuments.SILENT, true);
        IndexDigest held = same.before(segment);
        assertTold(
            expectThrows(
                IOException.class, () -> same.check(segment, held, OpenSegment.of(written))));
        Proof any = new Proof(1, SampleDocuments.SILENT, false);
        assertEquals(10, any.check(segment, held, OpenSegment.of(written)).documents());
      }
    }
  }
}
