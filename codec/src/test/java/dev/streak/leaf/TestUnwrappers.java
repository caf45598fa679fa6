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
package dev.streak.leaf;

import java.io.IOException;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Unwrappers of applications may be wrong, which is said and does not go on for ever. */
public class TestUnwrappers extends LuceneTestCase {

  public void testReadersBehindEachOtherAreRefused() throws IOException {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      writer.addDocument(new Document());
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        LeafReader first = getOnlyLeafReader(reader);
        LeafReader second = new PassingLeafReader(first);
        LeafReaders.Unwrapper there = leaf -> leaf == first ? second : null;
        LeafReaders.Unwrapper back = leaf -> leaf == second ? first : null;
        LeafReaders.register(there);
        try {
          assertSame(second, LeafReaders.unwrap(first));
          LeafReaders.register(back);
          try {
            var e = expectThrows(IllegalStateException.class, () -> LeafReaders.unwrap(first));
            assertTrue(e.getMessage(), e.getMessage().contains("behind each other"));
          } finally {
            LeafReaders.unregister(back);
          }
        } finally {
          LeafReaders.unregister(there);
        }
      }
    }
  }
}
