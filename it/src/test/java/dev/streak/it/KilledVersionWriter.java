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
package dev.streak.it;

import dev.streak.codec.StreakCodec;
import dev.streak.versions.VersionedReaders;
import java.nio.file.Path;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;

/** The process that is killed: writes one version of all keys after the other, for ever. */
final class KilledVersionWriter {

  static final int KEYS = 300;

  private KilledVersionWriter() {}

  /** Arguments: folder, the first version to write, seed. */
  public static void main(String[] arguments) throws Exception {
    Random random = new Random(Long.parseLong(arguments[2]));
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(new StreakCodec())
            .setMaxBufferedDocs(2 + random.nextInt(KEYS));
    try (Directory directory = FSDirectory.open(Path.of(arguments[0]));
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (long version = Long.parseLong(arguments[1]); ; version++) {
        for (int key = 0; key < KEYS; key++) {
          Document document = new Document();
          document.add(new StringField("key", Integer.toString(key), Field.Store.NO));
          document.add(new NumericDocValuesField("value", version * KEYS + key));
          writer.updateDocument(new Term("key", Integer.toString(key)), document);
        }
        VersionedReaders.setVersion(writer, version);
        writer.commit();
        System.out.println("committed " + version);
        System.out.flush();
      }
    }
  }
}
