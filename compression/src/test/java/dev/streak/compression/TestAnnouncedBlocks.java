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
package dev.streak.compression;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Blocks of documents on slow storage are announced before they are read. */
public class TestAnnouncedBlocks extends LuceneTestCase {

  private record Range(long from, long to) {}

  private final List<Range> announced = new ArrayList<>();
  private boolean isLoaded;
  private DirectoryReader searched;

  @FunctionalInterface
  private interface Reading {
    void read(StoredFields fields, int maxDoc) throws IOException;
  }

  private void check(Document document, int count, Reading reading) throws IOException {
    try (Directory directory = new Recording()) {
      IndexWriterConfig config =
          new IndexWriterConfig(null)
              .setCodec(new ZstdTestCodec(ZstdSettings.DEFAULT))
              .setUseCompoundFile(false);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int id = 0; id < count; id++) {
          writer.addDocument(document == null ? Documents.document(random(), id) : document);
        }
        writer.forceMerge(1);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        announced.clear();
        searched = reader;
        reading.read(reader.storedFields(), reader.maxDoc());
      }
    }
  }

  /** What follows, the system reads ahead. */
  public void testOneAfterTheOther() throws IOException {
    check(
        null,
        5_000,
        (fields, maxDoc) -> {
          for (int doc = 0; doc < maxDoc; doc++) {
            assertNotNull(fields.document(doc));
          }
          assertEquals(announced.toString(), 1, announced.size());
        });
  }

  public void testEachBlockIsAnnouncedOnce() throws IOException {
    Document document = new Document();
    byte[] random = new byte[9_000];
    random().nextBytes(random);
    document.add(new StoredField("value", random));
    check(
        document,
        100,
        (fields, maxDoc) -> {
          for (int i = 0; i < 2; i++) {
            for (int doc = maxDoc - 1; doc >= 0; doc -= 10) {
              assertNotNull(fields.document(doc));
            }
          }
          assertEquals(announced.toString(), 20, announced.size());
          assertEquals(20, announced.stream().map(Range::from).distinct().count() * 2);
        });
  }

  /** Each by a reader of its own, as most callers do. */
  public void testReadersOfOneDocument() throws IOException {
    check(
        null,
        5_000,
        (fields, maxDoc) -> {
          for (int doc = 0; doc < maxDoc; doc += 20) {
            assertNotNull(searched.storedFields().document(doc));
          }
          assertTrue(announced.toString(), announced.size() < 5);
        });
  }

  public void testABlockThatWasAskedForAhead() throws IOException {
    check(
        null,
        5_000,
        (fields, maxDoc) -> {
          fields.prefetch(maxDoc / 2);
          assertEquals(1, announced.size());
          fields.document(maxDoc / 2);
          assertEquals(announced.get(0), announced.getLast());
        });
  }

  public void testBlocksInMemoryAreNotAnnounced() throws IOException {
    isLoaded = true;
    check(
        null,
        5_000,
        (fields, maxDoc) -> {
          for (int doc = 0; doc < maxDoc; doc += 100) {
            fields.prefetch(doc);
            assertNotNull(fields.document(doc));
          }
          assertEquals(List.of(), announced);
        });
  }

  /** A giant document is read slice by slice; the system reads ahead those after the first. */
  public void testSlicesOfADocument() throws IOException {
    Document document = new Document();
    String value = TestUtil.randomSimpleString(random(), 500_000, 500_000);
    document.add(new StoredField("value", value));
    check(
        document,
        1,
        (fields, maxDoc) -> {
          assertEquals(value, fields.document(0).get("value"));
          assertEquals(announced.toString(), 1, announced.size());
          assertTrue(announced.toString(), announced.get(0).to < 200_000);
        });
  }

  private final class Recording extends FilterDirectory {
    Recording() {
      super(new ByteBuffersDirectory());
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
      IndexInput input = in.openInput(name, context);
      return name.endsWith(".zsd") ? new Input(input) : input;
    }
  }

  private final class Input extends FilterIndexInput {
    Input(IndexInput in) {
      super("recorded " + in, in);
    }

    @Override
    public void prefetch(long offset, long length) {
      announced.add(new Range(offset, offset + length));
    }

    @Override
    public Optional<Boolean> isLoaded() {
      return Optional.of(isLoaded);
    }

    @Override
    public IndexInput slice(String description, long offset, long length) throws IOException {
      return new Input(in.slice(description, offset, length));
    }

    @Override
    public Input clone() {
      return new Input(in.clone());
    }
  }
}
