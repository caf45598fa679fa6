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

import dev.streak.postings.PostingShapes;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.FixedBitSet;

/** A file that lost its end is refused when the segment is opened, wherever it was cut. */
public class TestTruncatedPostings extends LuceneTestCase {

  private static final int MAX_DOC = 2_000;

  public void testLists() throws IOException {
    cutEverywhere(".skp", false);
  }

  public void testMetadata() throws IOException {
    cutEverywhere(".skm", false);
  }

  public void testBundle() throws IOException {
    cutEverywhere(".skm", true);
  }

  private static void cutEverywhere(String extension, boolean bundled) throws IOException {
    try (Directory whole = new ByteBuffersDirectory()) {
      write(whole, bundled);
      String cut = fileWith(extension, whole);
      int length = (int) whole.fileLength(cut);
      for (int i = 0; i < length; i += length < 500 ? 1 : 1 + random().nextInt(length / 100)) {
        int rest = i;
        try (Directory damaged = copy(whole, cut, rest)) {
          IOException refused =
              expectThrowsAnyOf(
                  List.of(CorruptIndexException.class, EOFException.class),
                  () -> DirectoryReader.open(damaged).close());
          // Lucene wraps what a reader says that met the end of the file.
          assertTrue(
              refused.toString(),
              refused.getCause() instanceof EOFException || refused.toString().contains(extension));
        }
      }
    }
  }

  /** Lists of every kind: a run, runs, arrays, bitmaps, and lists of many blocks. */
  private static void write(Directory directory, boolean bundled) throws IOException {
    FixedBitSet[] lists = new FixedBitSet[20];
    for (int i = 0; i < lists.length; i++) {
      lists[i] = PostingShapes.random(random(), MAX_DOC);
    }
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(StreakCodec.builder().bundleSmallFiles(bundled).build())
            .setUseCompoundFile(false)
            .setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int doc = 0; doc < MAX_DOC; doc++) {
        Document document = new Document();
        for (int i = 0; i < lists.length; i++) {
          if (lists[i].get(doc)) {
            document.add(new StringField("list", Integer.toString(i), Field.Store.NO));
          }
        }
        writer.addDocument(document);
      }
    }
  }

  private static String fileWith(String extension, Directory directory) throws IOException {
    for (String file : directory.listAll()) {
      if (file.endsWith(extension)) {
        return file;
      }
    }
    throw new AssertionError("no file " + extension);
  }

  private static Directory copy(Directory whole, String cut, int length) throws IOException {
    Directory copy = new ByteBuffersDirectory();
    for (String file : whole.listAll()) {
      if (file.equals(cut)) {
        try (IndexInput in = whole.openInput(file, IOContext.DEFAULT);
            IndexOutput out = copy.createOutput(file, IOContext.DEFAULT)) {
          out.copyBytes(in, length);
        }
      } else {
        copy.copyFrom(whole, file, file, IOContext.DEFAULT);
      }
    }
    return copy;
  }
}
