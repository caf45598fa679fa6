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
package dev.streak.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;

import dev.streak.codec.StreakPostingsFormat;
import java.io.IOException;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.opensearch.common.settings.Settings;

public class TestIndexCodec {
  private static final String FORMAT = "PerFieldPostingsFormat.format";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  /** Adds a document, reads it and leaves the reader to whoever looks after it. */
  private static String formatOfTerms(Directory directory) throws IOException {
    IndexCodec codec = new IndexCodec(new IndexChoices(Settings.EMPTY), new Lucene104Codec());
    IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig().setCodec(codec));
    Document document = new Document();
    document.add(new StringField("shop", "7", Field.Store.YES));
    writer.addDocument(document);
    LeafReader reader = DirectoryReader.open(writer).leaves().getFirst().reader();
    assertNotNull(reader.postings(new Term("shop", "7")));
    assertEquals("7", reader.storedFields().document(0).get("shop"));
    return reader.getFieldInfos().fieldInfo("shop").getAttribute(FORMAT);
  }

  /** The host never closes the reader of a document whose source it derives. */
  @Test
  public void testNothingOfOursForAnIndexOnTheHeap() throws IOException {
    assertEquals("Lucene104", formatOfTerms(new ByteBuffersDirectory()));
    try (Directory directory = FSDirectory.open(folder.newFolder().toPath())) {
      assertEquals(StreakPostingsFormat.NAME, formatOfTerms(directory));
    }
  }
}
