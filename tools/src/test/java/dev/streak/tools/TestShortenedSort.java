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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoDeletionPolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** An application sorts by fewer fields than it did before, which Lucene allows. */
public class TestShortenedSort extends LuceneTestCase {
  private static final SortField RANK = new SortField("rank", SortField.Type.LONG, true);
  private static final SortField SHOP = new SortField("shop", SortField.Type.STRING);

  private static IndexWriterConfig config(Sort sort) {
    Codec codec = new Lucene104Codec();
    IndexWriterConfig config = SampleDocuments.config(codec).setMergePolicy(NoMergePolicy.INSTANCE);
    return sort == null ? config : config.setIndexSort(sort);
  }

  private static Path index(Sort later) throws IOException {
    Path path = createTempDir("index");
    try (Directory directory = FSDirectory.open(path)) {
      SampleDocuments.write(directory, config(new Sort(RANK, SHOP)), 0, 60);
      SampleDocuments.write(directory, config(later), 60, 120);
    }
    return path;
  }

  private static String content(Path path) {
    Run run = Run.of("digest", path, "--json");
    assertEquals(run.err(), ExitCode.OK, run.code());
    return run.json().getAsJsonArray("indexes").get(0).getAsJsonObject().get("order").getAsString();
  }

  private static void done(Object... arguments) {
    Run run = Run.of(arguments);
    assertEquals(run.err(), ExitCode.OK, run.code());
  }

  public void testConverts() throws Exception {
    for (Sort later : new Sort[] {new Sort(RANK), null}) {
      Path path = index(later);
      String before = content(path);
      done("convert", path, "--to", "streak", "--plan");
      Path out = createTempDir("out").resolve("new");
      done("convert", path, "--to", "streak", "--out", out);
      assertEquals(before, content(out));
      done("convert", path, "--to", "streak", "--sort", "shop", "--out", out.resolveSibling("3"));
      done("convert", path, "--to", "streak");
      assertEquals(before, content(path));
      for (Path each : new Path[] {path, out}) {
        done("verify", each);
        try (Directory directory = FSDirectory.open(each)) {
          // The application's own writer goes on.
          SampleDocuments.write(directory, config(later), 120, 130);
        }
      }
    }
  }

  public void testCompares() throws Exception {
    Path queries = createTempFile("queries", ".txt");
    Files.writeString(queries, "id:7\n");
    done("compare", index(new Sort(RANK)), queries);
  }

  public void testThePlanIsRefusedAsTheRunIs() throws Exception {
    Path path = createTempDir("commits");
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer =
            new IndexWriter(
                directory, config(null).setIndexDeletionPolicy(NoDeletionPolicy.INSTANCE))) {
      for (int i = 0; i < 3; i++) {
        writer.addDocument(SampleDocuments.document(i));
        writer.commit();
      }
    }
    String[] told = new String[2];
    for (int i = 0; i < 2; i++) {
      Run run =
          i == 0
              ? Run.of("convert", path, "--to", "streak")
              : Run.of("convert", path, "--to", "streak", "--plan");
      assertEquals(run.err(), ExitCode.REFUSED, run.code());
      told[i] = run.err();
    }
    assertEquals(told[0], told[1]);
    assertTrue(told[0], told[0].contains("the index keeps 3 commits"));
  }
}
