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
package dev.streak.bench.demo;

import dev.streak.bench.demo.FileKinds.Kind;
import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestFileKinds extends LuceneTestCase {

  private static Map<Kind, Long> sizes(StreakCodec codec, int keys) throws IOException {
    Path path = createTempDir();
    IndexWriterConfig config = new IndexWriterConfig().setCodec(codec).setUseCompoundFile(false);
    config.getMergePolicy().setNoCFSRatio(0);
    try (FSDirectory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < 1_000; i++) {
        Document document = new Document();
        document.add(new StringField("name", "name " + i % keys, Field.Store.NO));
        writer.addDocument(document);
      }
      writer.commit();
    }
    return FileKinds.sizes(path);
  }

  public void testTablesAndPrefixSetsAreWhatTheyAreCalled() throws IOException {
    Map<Kind, Long> plain = sizes(new StreakCodec(), 2);
    assertEquals("nothing but lists and terms", 0, plain.get(Kind.PREFIXES) + plain.get(Kind.HASH));
    assertTrue(plain.get(Kind.TERMS) > 0);
    Map<Kind, Long> keys = sizes(new StreakCodec(), 1_000);
    assertEquals(0, (long) keys.get(Kind.PREFIXES));
    assertTrue(keys.get(Kind.HASH) > 1_000);
    Map<Kind, Long> prefixes = sizes(StreakCodec.builder().prefixes("name", 1, 3).build(), 1_000);
    assertTrue(prefixes.get(Kind.PREFIXES) > 0);
  }
}
