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

import dev.streak.tools.cli.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Any text may be a field's name or value; on a terminal it colors, moves and rings. */
public class TestControlCharacters extends LuceneTestCase {
  private static final String NAME = "a\u001b[31m\nb";
  private static final String PRINTED = "a\\u001b[31m\\nb";

  private static Path index() throws Exception {
    Path path = createTempDir("index");
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer =
            new IndexWriter(directory, SampleDocuments.config(new Lucene104Codec()))) {
      for (int i = 0; i < 20; i++) {
        Document document = new Document();
        document.add(new StringField(NAME, "v\u0007\t\u007f\u0085" + i, Field.Store.YES));
        document.add(new SortedDocValuesField(NAME, new BytesRef("w\r" + i % 2)));
        writer.addDocument(document);
      }
    }
    return path;
  }

  private static void printable(String text) {
    String lines = text.replace(System.lineSeparator(), "").replace("\n", "");
    assertTrue(text, lines.chars().noneMatch(Character::isISOControl));
  }

  public void testOnALine() throws Exception {
    Path path = index();
    for (List<Object> command :
        List.<List<Object>>of(
            List.of("inspect", path),
            List.of("inspect", path, "--doc", 3),
            List.of("advise", path),
            List.of("convert", path, "--sort", "x\u001b"),
            List.of("inspect", path, "--term", "n\u001b", "t"))) {
      Run run = Run.of(command.toArray());
      printable(run.out());
      printable(run.err());
    }
    String out = Run.of("inspect", path).out();
    assertTrue(out, out.contains("field " + PRINTED + ": "));
    out = Run.of("inspect", path, "--doc", 3).out();
    String line = "  stored " + PRINTED + ": v\\u0007\\t\\u007f\\u00853" + System.lineSeparator();
    assertTrue(out, out.contains(line));
    line = "  doc value " + PRINTED + ": w\\r1" + System.lineSeparator();
    assertTrue(out, out.contains(line));
    String err = Run.of("inspect", path, "--term", "n\u001b", "t").err();
    assertTrue(err, err.contains("is called n\\u001b"));
  }

  public void testOnAPage() throws Exception {
    Path page = createTempDir("page").resolve("page.html");
    assertEquals(ExitCode.OK, Run.of("inspect", index(), "--html", page).code());
    String html = Files.readString(page);
    printable(html);
    assertTrue(html, html.contains("<td>" + PRINTED + "<td>"));
  }

  /** It is found by the name that it has. */
  public void testJsonHasThemAsTheyAre() throws Exception {
    Run run = Run.of("inspect", index(), "--json");
    String field =
        run.json().getAsJsonArray("fields").get(0).getAsJsonObject().get("field").getAsString();
    assertEquals(NAME, field);
  }
}
