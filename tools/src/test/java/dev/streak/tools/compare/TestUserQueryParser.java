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
package dev.streak.tools.compare;

import java.util.List;
import java.util.Optional;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestUserQueryParser extends LuceneTestCase {

  /** Nothing makes small letters of them. */
  public void testTermsOfFieldsWithoutFrequenciesAreTakenAsTheyStand() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      Document document = new Document();
      document.add(new StringField("name", "Pizza", Field.Store.NO));
      document.add(new TextField("text", "Pizza", Field.Store.NO));
      writer.addDocument(document);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        FieldInfos fields = FieldInfos.getMergedFieldInfos(reader);
        UserQueryParser parser = new UserQueryParser(fields, Optional.empty());
        for (String query :
            List.of("Pizza", "Piz*", "P?zza", "/Piz.+/", "Pizzza~1", "[Pa TO Pz]", "\"Pizza\"")) {
          assertEquals(
              "name:" + query, 1, newSearcher(reader).count(parser.parse("name:" + query)));
          assertEquals(
              "text:" + query, 1, newSearcher(reader).count(parser.parse("text:" + query)));
          String small = query.replace('P', 'p');
          assertEquals(
              "name:" + small, 0, newSearcher(reader).count(parser.parse("name:" + small)));
        }
      }
    }
  }
}
