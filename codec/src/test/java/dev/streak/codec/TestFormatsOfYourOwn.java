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
package dev.streak.codec;

import java.io.IOException;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsFormat;
import org.apache.lucene.codecs.perfield.PerFieldKnnVectorsFormat;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** A codec of an application's around ours, as the guide tells how to make one. */
public class TestFormatsOfYourOwn extends LuceneTestCase {

  private static final class WithOwnVectors extends FilterCodec {
    private final KnnVectorsFormat vectors =
        new PerFieldKnnVectorsFormat() {
          @Override
          public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
            return new Lucene99HnswVectorsFormat(32, 200);
          }
        };

    WithOwnVectors() {
      super(StreakCodec.NAME, new StreakCodec());
    }

    @Override
    public KnnVectorsFormat knnVectorsFormat() {
      return vectors;
    }
  }

  public void testVectors() throws IOException {
    try (Directory directory = newDirectory()) {
      for (int round = 0; round < 2; round++) {
        IndexWriterConfig config = new IndexWriterConfig().setCodec(new WithOwnVectors());
        try (IndexWriter writer = new IndexWriter(directory, config)) {
          for (int i = 0; i < 50; i++) {
            Document document = new Document();
            document.add(new StringField("id", round + "-" + i, Field.Store.YES));
            document.add(new KnnFloatVectorField("v", new float[] {i, round}));
            writer.addDocument(document);
          }
          writer.forceMerge(1);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        SegmentReader segment = (SegmentReader) getOnlyLeafReader(reader);
        assertEquals(StreakCodec.NAME, segment.getSegmentInfo().info.getCodec().getName());
        assertEquals(
            "Lucene99HnswVectorsFormat",
            segment
                .getFieldInfos()
                .fieldInfo("v")
                .getAttribute(PerFieldKnnVectorsFormat.PER_FIELD_FORMAT_KEY));
        IndexSearcher searcher = new IndexSearcher(reader);
        KnnFloatVectorQuery query = new KnnFloatVectorQuery("v", new float[] {17, 1}, 1);
        int doc = searcher.search(query, 1).scoreDocs[0].doc;
        assertEquals("1-17", searcher.storedFields().document(doc).get("id"));
      }
    }
  }
}
