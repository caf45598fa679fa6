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

import dev.streak.termhash.TermHashSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** The table of files in {@code docs/format.md} and the files of a segment. */
public class TestDocumentedFiles extends LuceneTestCase {

  private static final Path FORMAT = Path.of("..", "docs", "format.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `\\.([a-z]+)` \\|");

  public void testEveryPostingsFileIsDocumented() throws IOException {
    Set<String> documented = new TreeSet<>();
    Matcher rows = ROW.matcher(Files.readString(FORMAT));
    while (rows.find()) {
      documented.add(rows.group(1));
    }
    Set<String> written = extensions();
    Set<String> missing = new TreeSet<>(written);
    missing.removeAll(documented);
    assertEquals("files without a row in " + FORMAT, Set.of(), missing);
    for (String ours :
        Set.of("skm", "skp", "skd", "ski", "tim", "tip", "tmd", "doc", "pos", "psm")) {
      assertTrue(ours + " is documented, but not written: " + written, written.contains(ours));
    }
  }

  public void testTheFormatItselfNamesThemAll() throws IOException {
    String source =
        Files.readString(Path.of("src/main/java/dev/streak/codec/StreakPostingsFormat.java"));
    String text = source.replaceAll("\\s+\\* +", " ");
    Set<String> missing = extensions();
    missing.removeIf(extension -> text.contains("{@code ." + extension + "}"));
    assertEquals("files that the Javadoc does not name", Set.of(), missing);
  }

  private static Set<String> extensions() throws IOException {
    Set<String> extensions = new TreeSet<>();
    try (Directory directory = newDirectory()) {
      write(directory);
      for (String file : directory.listAll()) {
        String extension = IndexFileNames.getExtension(file);
        if (extension != null && file.contains(StreakPostingsFormat.NAME)) {
          extensions.add(extension);
        }
      }
    }
    return extensions;
  }

  private static void write(Directory directory) throws IOException {
    StreakPostingsFormat format = new StreakPostingsFormat(TermHashSettings.DEFAULT, false);
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(
                StreakCodec.builder()
                    .bundleSmallFiles(false)
                    .postingsFormat("id", format)
                    .postingsFormat("text", format)
                    .build())
            .setUseCompoundFile(false);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < 3; i++) {
        Document document = new Document();
        document.add(new StringField("id", i == 1 ? "b" : "a", Field.Store.NO));
        document.add(new TextField("text", "some text " + i, Field.Store.NO));
        writer.addDocument(document);
      }
    }
  }
}
