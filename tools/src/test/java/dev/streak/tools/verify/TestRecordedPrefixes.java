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
package dev.streak.tools.verify;

import dev.streak.codec.StreakCodec;
import java.io.IOException;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestRecordedPrefixes extends LuceneTestCase {
  private static final double[] SHARES = {
    100,
    5,
    0.1,
    100 / 3.0,
    0.0012345678901234567,
    1e-3,
    1e-4,
    1.2345678901234567e-4,
    Double.MIN_VALUE
  };

  private static Directory index(Codec codec) throws IOException {
    Directory directory = newDirectory();
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig().setCodec(codec))) {
      Document document = new Document();
      for (int i = 0; i < SHARES.length; i++) {
        document.add(new StringField("field" + i, "term", Field.Store.NO));
      }
      writer.addDocument(document);
    }
    return directory;
  }

  private static String recorded(DirectoryReader reader, int number) {
    FieldInfo field = reader.leaves().get(0).reader().getFieldInfos().fieldInfo("field" + number);
    return field.getAttribute("StreakPrefixSets.settings");
  }

  public void testEveryShare() throws IOException {
    StreakCodec.Builder builder = StreakCodec.builder();
    for (int i = 0; i < SHARES.length; i++) {
      builder.prefixes("field" + i, 1, 1 + i, SHARES[i]);
    }
    try (Directory one = index(builder.build())) {
      StreakCodec.Builder again = StreakCodec.builder();
      try (DirectoryReader reader = DirectoryReader.open(one)) {
        reader
            .leaves()
            .get(0)
            .reader()
            .getFieldInfos()
            .forEach(field -> RecordedPrefixes.addTo(again, field));
      }
      try (Directory other = index(again.build());
          DirectoryReader before = DirectoryReader.open(one);
          DirectoryReader after = DirectoryReader.open(other)) {
        for (int i = 0; i < SHARES.length; i++) {
          assertNotNull(recorded(before, i));
          assertEquals(recorded(before, i), recorded(after, i));
        }
      }
    }
  }
}
