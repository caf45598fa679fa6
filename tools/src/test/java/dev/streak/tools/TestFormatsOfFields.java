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

import dev.streak.codec.StreakPostingsFormat;
import dev.streak.tools.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.perfield.PerFieldDocValuesFormat;
import org.apache.lucene.codecs.perfield.PerFieldKnnVectorsFormat;
import org.apache.lucene.codecs.perfield.PerFieldPostingsFormat;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.codecs.asserting.AssertingDocValuesFormat;
import org.apache.lucene.tests.codecs.asserting.AssertingKnnVectorsFormat;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Indexes of Lucene's codec in which single fields have formats of others. */
public class TestFormatsOfFields extends LuceneTestCase {

  /** Lucene's codec, and for a field Streak's postings. */
  private static final class WithOurPostings extends Lucene104Codec {
    @Override
    public PostingsFormat getPostingsFormatForField(String field) {
      return field.equals(SampleDocuments.ID)
          ? new StreakPostingsFormat()
          : super.getPostingsFormatForField(field);
    }
  }

  /** Lucene's codec, and for some fields formats of somebody else. */
  private static final class WithOthers extends Lucene104Codec {
    @Override
    public DocValuesFormat getDocValuesFormatForField(String field) {
      return field.equals("rank")
          ? new AssertingDocValuesFormat()
          : super.getDocValuesFormatForField(field);
    }

    @Override
    public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
      return field.equals("floats")
          ? new AssertingKnnVectorsFormat()
          : super.getKnnVectorsFormatForField(field);
    }
  }

  private static Path index(Lucene104Codec codec) throws IOException {
    Path path = createTempDir("index");
    SampleDocuments.writeSegments(path, SampleDocuments.config(codec), 60, 30);
    return path;
  }

  private static Set<String> formats(Path path) throws IOException {
    Set<String> formats = new TreeSet<>();
    try (Directory directory = FSDirectory.open(path);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      for (LeafReaderContext leaf : reader.leaves()) {
        for (FieldInfo field : leaf.reader().getFieldInfos()) {
          formats.add("" + field.getAttribute(PerFieldPostingsFormat.PER_FIELD_FORMAT_KEY));
          formats.add("" + field.getAttribute(PerFieldDocValuesFormat.PER_FIELD_FORMAT_KEY));
          formats.add("" + field.getAttribute(PerFieldKnnVectorsFormat.PER_FIELD_FORMAT_KEY));
        }
      }
    }
    formats.remove("null");
    return formats;
  }

  private static long generation(Path path) throws IOException {
    try (Directory directory = FSDirectory.open(path)) {
      return SegmentInfos.readLatestCommit(directory).getGeneration();
    }
  }

  public void testTheWayBackTakesEveryFormat() throws Exception {
    for (Lucene104Codec codec : new Lucene104Codec[] {new WithOurPostings(), new WithOthers()}) {
      Path path = index(codec);
      Run before = Run.of("digest", path);
      Run run = Run.of("convert", path, "--to", "lucene");
      assertEquals(run.err(), ExitCode.OK, run.code());
      assertTrue(run.out(), run.out().startsWith("2 of 2 segments to rewrite"));
      assertEquals(formats(index(new Lucene104Codec())), formats(path));
      assertEquals(before.out(), Run.of("digest", path).out());
      long generation = generation(path);
      Run again = Run.of("convert", path, "--to", "lucene");
      assertTrue(again.out(), again.out().startsWith("0 of 2 segments to rewrite"));
      assertEquals(generation, generation(path));
    }
  }

  /** What fields had that have no terms any more is not there. */
  public void testAFieldThatIsGone() throws Exception {
    Path path = index(new WithOurPostings());
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer =
            new IndexWriter(directory, SampleDocuments.config(new WithOurPostings()))) {
      writer.addDocument(new Document());
      for (int number = 0; number < 60; number++) {
        writer.deleteDocuments(new Term(SampleDocuments.ID, Integer.toString(number)));
      }
      writer.forceMerge(1);
    }
    assertEquals(ExitCode.OK, Run.of("convert", path, "--to", "lucene").code());
    Run again = Run.of("convert", path, "--to", "lucene");
    assertTrue(again.out(), again.out().startsWith("0 of 1 segments to rewrite"));
  }

  public void testStaysWithTheCodecOnTheWayToStreak() throws Exception {
    Path path = index(new WithOurPostings());
    assertEquals(ExitCode.OK, Run.of("convert", path, "--to", "streak").code());
    Run again = Run.of("convert", path, "--to", "streak");
    assertTrue(again.out(), again.out().startsWith("0 of 2 segments to rewrite"));
  }

  /** Streak's postings against Streak's postings would tell nothing. */
  public void testIsNotLucenesSideOfAComparison() throws Exception {
    Path path = index(new WithOurPostings());
    Path queries = createTempFile("queries", ".txt");
    Files.writeString(queries, "id:7\n");
    Run run = Run.of("compare", path, queries);
    assertEquals(run.err(), ExitCode.OK, run.code());
    assertTrue(run.out(), run.out().contains("both sides are copies"));
  }
}
