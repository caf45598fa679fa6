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

import dev.streak.tools.cli.CommandLine;
import dev.streak.tools.cli.ExitCode;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Any text may be the name of a field, and has to be said on a command line. */
public class TestFieldNames extends LuceneTestCase {
  private static final List<String> NAMES =
      List.of("", "new\nline", "--fast", "a=1-2", "a,b", "a=1-2,b", "a\\,b", ",", "a\\");

  public void testAreUnderstood() throws Exception {
    Path path = createTempDir("index");
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer =
            new IndexWriter(directory, SampleDocuments.config(new Lucene104Codec()))) {
      Document document = new Document();
      NAMES.forEach(name -> document.add(new StringField(name, "--value", Field.Store.NO)));
      writer.addDocument(document);
    }
    for (String name : NAMES) {
      Run term = Run.of("inspect", path, "--term=" + name, "--", "--value");
      assertEquals(term.err(), ExitCode.OK, term.code());
      Run plan =
          Run.of("convert", path, "--to", "streak", "--plan", "--prefixes=" + prefixes(name));
      assertEquals(plan.err(), ExitCode.OK, plan.code());
    }
    String all = NAMES.stream().map(TestFieldNames::prefixes).collect(Collectors.joining(","));
    Run plan = Run.of("convert", path, "--to", "streak", "--plan", "--prefixes=" + all);
    assertEquals(plan.err(), ExitCode.OK, plan.code());
  }

  private static String prefixes(String name) {
    return CommandLine.escaped(name) + "=1-3";
  }

  public void testCommasWithinNames() {
    assertEquals(List.of("a", "b,c", ""), CommandLine.names("a,b\\,c,"));
    assertEquals(List.of("a\\,b"), CommandLine.names(CommandLine.escaped("a\\,b")));
  }
}
