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
import java.util.concurrent.atomic.AtomicBoolean;
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

/** Reads that fail, of each file: whoever asks gets the exception of the file, as it is. */
public class TestFailedReads extends LuceneTestCase {

  public void testExceptionsOfFiles() throws IOException {
    AtomicBoolean fails = new AtomicBoolean();
    for (String extension : new String[] {".zsi", ".zsd"}) {
      try (Directory directory = new Failing(extension, fails)) {
        IndexWriterConfig config =
            new IndexWriterConfig(null)
                .setCodec(new ZstdTestCodec(ZstdSettings.DEFAULT))
                .setUseCompoundFile(false);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
          for (int id = 0; id < 1000; id++) {
            writer.addDocument(Documents.document(random(), id));
          }
        }
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          StoredFields fields = reader.storedFields();
          int doc = random().nextInt(reader.maxDoc());
          fails.set(true);
          IOException e = expectThrows(IOException.class, () -> fields.document(doc));
          assertEquals("as told", e.getMessage());
          fails.set(false);
          assertNotNull(fields.document(doc));
        }
      }
    }
  }

  private static final class Failing extends FilterDirectory {
    private final String extension;
    private final AtomicBoolean fails;

    Failing(String extension, AtomicBoolean fails) {
      super(new ByteBuffersDirectory());
      this.extension = extension;
      this.fails = fails;
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
      IndexInput input = in.openInput(name, context);
      return name.endsWith(extension) ? new Input(input, fails) : input;
    }
  }

  private static final class Input extends FilterIndexInput {
    private final AtomicBoolean fails;

    Input(IndexInput in, AtomicBoolean fails) {
      super("perhaps failing " + in, in);
      this.fails = fails;
    }

    private void read() throws IOException {
      if (fails.get()) {
        throw new IOException("as told");
      }
    }

    @Override
    public byte readByte() throws IOException {
      read();
      return in.readByte();
    }

    @Override
    public void readBytes(byte[] bytes, int offset, int length) throws IOException {
      read();
      in.readBytes(bytes, offset, length);
    }

    @Override
    public IndexInput slice(String description, long offset, long length) throws IOException {
      return new Input(in.slice(description, offset, length), fails);
    }

    @Override
    public Input clone() {
      return new Input(in.clone(), fails);
    }
  }
}
