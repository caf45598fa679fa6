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

import dev.streak.cache.BlockCache;
import dev.streak.monitor.StreakCounters;
import dev.streak.search.RunPrefixQuery;
import dev.streak.search.StreakIndexSearcher;
import dev.streak.sidecar.SidecarFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/**
 * A part of a file that the disk cannot read. Java makes an {@link InternalError} of it if the file
 * is mapped. What can be done without is done without.
 */
public class TestUnreadablePages extends LuceneTestCase {

  private static final int DOCS = 6_000;

  /** A directory of which a quarter of some files cannot be read, once it is lost. */
  private static final class Unreadable extends FilterDirectory {
    private final String extension;
    private final int quarter;
    private final AtomicBoolean lost;

    Unreadable(Directory in, String extension, int quarter) {
      this(in, extension, quarter, new AtomicBoolean(true));
    }

    Unreadable(Directory in, String extension, int quarter, AtomicBoolean lost) {
      super(in);
      this.extension = extension;
      this.quarter = quarter;
      this.lost = lost;
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
      IndexInput input = in.openInput(name, context);
      if (name.endsWith(extension) == false) {
        return input;
      }
      long length = input.length();
      return new Input(input, 0, length * quarter / 4, length * (quarter + 1) / 4, lost);
    }
  }

  private static final class Input extends FilterIndexInput {
    private final long base;
    private final long lostFrom;
    private final long lostTo;
    private final AtomicBoolean lost;

    Input(IndexInput in, long base, long lostFrom, long lostTo, AtomicBoolean lost) {
      super("unreadable " + in, in);
      this.base = base;
      this.lostFrom = lostFrom;
      this.lostTo = lostTo;
      this.lost = lost;
    }

    private void read(int length) {
      long from = base + getFilePointer();
      if (lost.get() && from < lostTo && from + length > lostFrom) {
        throw new InternalError("a fault occurred in an unsafe memory access operation");
      }
    }

    @Override
    public byte readByte() throws IOException {
      read(1);
      return in.readByte();
    }

    @Override
    public void readBytes(byte[] bytes, int offset, int length) throws IOException {
      read(length);
      in.readBytes(bytes, offset, length);
    }

    @Override
    public IndexInput clone() {
      return new Input(in.clone(), base, lostFrom, lostTo, lost);
    }

    @Override
    public IndexInput slice(String description, long offset, long length) throws IOException {
      return new Input(
          in.slice(description, offset, length), base + offset, lostFrom, lostTo, lost);
    }
  }

  private static Directory index(boolean streak) throws IOException {
    Directory directory = new ByteBuffersDirectory();
    IndexWriterConfig config = new IndexWriterConfig().setUseCompoundFile(false);
    if (streak) {
      config.setCodec(
          StreakCodec.builder().bundleSmallFiles(false).prefixes("name", 1, 1, 100).build());
    }
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < DOCS; i++) {
        Document document = new Document();
        document.add(new StringField("id", Integer.toString(i), Field.Store.NO));
        document.add(new StringField("name", name(i), Field.Store.NO));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    return directory;
  }

  private static String name(int i) {
    return "" + (char) ('a' + i % 8) + i;
  }

  /** Every second one, half of which are not in the index. */
  private static Query terms(String field, IntFunction<String> term) {
    List<BytesRef> terms = new ArrayList<>();
    for (int i = 0; i < 2 * DOCS; i += 2) {
      terms.add(new BytesRef(term.apply(i)));
    }
    return new TermInSetQuery(field, terms);
  }

  private static void assertAnswers(DirectoryReader reader) throws IOException {
    StreakWarmer.warm(reader);
    IndexSearcher searcher = new StreakIndexSearcher(reader);
    searcher.setQueryCache(null);
    for (int round = 0; round < 3; round++) {
      assertEquals(DOCS / 2, searcher.count(terms("id", Integer::toString)));
      assertEquals(DOCS / 2, searcher.count(terms("name", TestUnreadablePages::name)));
      assertEquals(DOCS / 8, searcher.count(new RunPrefixQuery("name", "c")));
    }
  }

  /** The first quarter has the header, and the last one the directory. */
  private static void assertAnswersWithout(String extension, LongSupplier failures)
      throws IOException {
    try (Directory directory = index(true)) {
      for (int quarter = 0; quarter < 4; quarter++) {
        long before = failures.getAsLong();
        try (DirectoryReader reader =
            DirectoryReader.open(new Unreadable(directory, extension, quarter))) {
          assertAnswers(reader);
        }
        assertTrue("counted, quarter " + quarter, failures.getAsLong() > before);
      }
    }
  }

  /** What was sound when it was first read is lost while it is used. */
  private static void assertAnswersWhenLost(
      String extension, LongSupplier failures, boolean firstQueryFails) throws IOException {
    BlockCache.shared().setEnabled(false);
    long before = failures.getAsLong();
    try (Directory directory = index(true)) {
      for (int quarter = 0; quarter < 4; quarter++) {
        AtomicBoolean lost = new AtomicBoolean();
        try (DirectoryReader reader =
            DirectoryReader.open(new Unreadable(directory, extension, quarter, lost))) {
          assertAnswers(reader);
          lost.set(true);
          try {
            assertAnswers(reader);
          } catch (CorruptIndexException e) {
            assertTrue(e.toString(), e.getMessage().startsWith("prefix sets can no longer be"));
            assertTrue(e.toString(), firstQueryFails);
          }
          assertAnswers(reader);
        }
      }
    } finally {
      BlockCache.shared().setEnabled(true);
    }
    assertTrue("counted", failures.getAsLong() > before);
  }

  public void testHashTableIsLost() throws IOException {
    assertAnswersWhenLost(".skh", () -> StreakCounters.now().tablesDamaged(), false);
  }

  public void testPrefixSetsAreLost() throws IOException {
    assertAnswersWhenLost(".skx", () -> StreakCounters.now().prefixSetFailures(), true);
  }

  public void testHashTable() throws IOException {
    assertAnswersWithout(".skh", () -> StreakCounters.now().tablesDamaged());
  }

  public void testPrefixSets() throws IOException {
    assertAnswersWithout(".skx", () -> StreakCounters.now().prefixSetFailures());
  }

  public void testChecksumsOfBlocks() throws IOException {
    long[] calls = new long[1];
    assertAnswersWithout(".skik", () -> calls[0]++); // No counter tells of them.
  }

  /**
   * A predicate stands for the page: sidecars are mapped, whatever the directory of the index is.
   */
  public void testSidecarOfAMerge() throws IOException {
    SidecarFolder folder =
        new SidecarFolder(
            createTempDir(),
            new StreakCodec(),
            field -> {
              throw new InternalError("a fault occurred in an unsafe memory access operation");
            });
    try (Directory directory = index(false);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      folder.warmer().warm(reader.leaves().get(0).reader());
    }
  }
}
