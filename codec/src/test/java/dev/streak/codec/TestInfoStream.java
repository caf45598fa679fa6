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
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.InfoStream;

/** Who gives a writer an InfoStream reads there what was chosen for each field. */
public class TestInfoStream extends LuceneTestCase {

  private static final int DOCS = 100;

  public void testChoicesAreTold() throws Exception {
    Messages messages = new Messages("Streak");
    write(messages);
    assertTold(messages, "field=id: table for exact terms: EXACT DECIMAL");
    assertTold(messages, "field=few: table for exact terms: NONE FEW_TERMS");
    assertTold(messages, "field=name: stored prefixes: ");
    assertEquals(messages.lines.toString(), 4, messages.lines.size());
  }

  public void testNothingIsToldToWhoDoesNotListen() throws Exception {
    Messages messages = new Messages("other");
    write(messages);
    assertEquals(List.of(), messages.lines);
  }

  private static void assertTold(Messages messages, String part) {
    assertTrue(
        part + " in " + messages.lines,
        messages.lines.stream().anyMatch(l -> l.startsWith("segment=_0 ") && l.contains(part)));
  }

  private static void write(InfoStream messages) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(StreakCodec.builder().prefixes("name", 1, 2).build())
            .setInfoStream(messages);
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < DOCS; i++) {
        Document document = new Document();
        document.add(new StringField("id", "id-" + i, Field.Store.NO));
        document.add(new StringField("few", "f" + i % 3, Field.Store.NO));
        document.add(new StringField("name", "name" + i, Field.Store.NO));
        writer.addDocument(document);
      }
      writer.commit();
    }
  }

  private static final class Messages extends InfoStream {
    private final String component;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    Messages(String component) {
      this.component = component;
    }

    @Override
    public void message(String from, String message) {
      if (from.equals("Streak")) {
        lines.add(message);
      }
    }

    @Override
    public boolean isEnabled(String from) {
      return from.equals(component);
    }

    @Override
    public void close() {}
  }
}
