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
package dev.streak.hashedterms;

import dev.streak.codec.StreakCodec;
import dev.streak.codec.StreakWarmer;
import dev.streak.field.StreakTerms;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.junit.AfterClass;
import org.junit.BeforeClass;

/** Who asks few terms of a large table does not wait until all of it is read. */
public class TestFirstLookUps extends LuceneTestCase {
  private static final String FIELD = "id";
  private static final int KEYS = 400_000;

  private static Directory directory;

  @BeforeClass
  public static void write() throws IOException {
    directory = newDirectory();
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(new StreakCodec()).setUseCompoundFile(false);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < KEYS; i++) {
        Document document = new Document();
        document.add(new StringField(FIELD, key(i), Field.Store.NO));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
  }

  @AfterClass
  public static void close() throws IOException {
    directory.close();
    directory = null;
  }

  private static String key(int number) {
    return Integer.toString(3 * number);
  }

  private static StreakTerms terms(DirectoryReader reader) throws IOException {
    return (StreakTerms) getOnlyLeafReader(reader).terms(FIELD);
  }

  /** Seeks a key that is there and one that is not. */
  private static void seekTwo(DirectoryReader reader) throws IOException {
    int number = random().nextInt(KEYS);
    assertTrue(terms(reader).iterator().seekExact(new BytesRef(key(number))));
    assertFalse(terms(reader).iterator().seekExact(new BytesRef(key(number) + "x")));
  }

  private static long opened() {
    return TableCounts.now().opened();
  }

  public void testTheTableIsReadOnceEnoughWasAsked() throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      long before = opened();
      long unknown = TableCounts.now().unknown();
      int pairs = 0;
      while (opened() == before) {
        seekTwo(reader);
        pairs++;
      }
      assertTrue("after " + pairs, 2 < pairs && 2 * pairs < KEYS / 1000);
      seekTwo(reader);
      // The table was not left out because something is wrong with it.
      assertEquals(unknown, TableCounts.now().unknown());
    }
  }

  /** Who asks for many terms at once waits for each less long. */
  public void testTheTableIsReadLaterIfManyTermsAreAskedAtOnce() throws IOException {
    int alone;
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      alone = askedUntilOpened(reader, 1);
    }
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      int together = askedUntilOpened(reader, 64);
      assertTrue(alone + " " + together, 4 * alone - 4 <= together && together < 4 * alone + 64);
    }
  }

  private static int askedUntilOpened(DirectoryReader reader, int size) throws IOException {
    long before = opened();
    int asked = 0;
    while (opened() == before) {
      terms(reader).lookup(new long[size], 0, size, new long[size]);
      asked += size;
    }
    return asked;
  }

  public void testABatchReadsItAtOnce() throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      long before = opened();
      long[] ids = new long[1000];
      long[] entries = new long[ids.length];
      for (int i = 0; i < ids.length; i++) {
        ids[i] = 3L * random().nextInt(KEYS);
      }
      terms(reader).lookup(ids, 0, ids.length, entries);
      assertEquals(before + 1, opened());
      for (long entry : entries) {
        assertTrue(entry >= 0);
      }
    }
  }

  public void testAWarmTableIsAskedAtOnce() throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      StreakWarmer.warm(reader);
      long before = opened();
      seekTwo(reader);
      assertEquals(before + 1, opened());
    }
  }

  /** One thread reads the table; others are answered by the dictionary meanwhile. */
  public void testNobodyWaitsForWhoReadsIt() throws Exception {
    HeldDirectory held = new HeldDirectory(directory);
    try (DirectoryReader reader = DirectoryReader.open(held)) {
      long before = opened();
      held.holds = true;
      CompletableFuture<Void> reading =
          CompletableFuture.runAsync(
              () -> {
                try {
                  terms(reader).lookup(new long[1000], 0, 1000, new long[1000]);
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      held.entered.await();
      for (int i = 0; i < 100; i++) {
        seekTwo(reader);
      }
      assertEquals(before, opened());
      assertFalse(reading.isDone());
      held.goOn.countDown();
      reading.get();
      assertEquals(before + 1, opened());
      seekTwo(reader);
    } finally {
      held.goOn.countDown();
    }
  }

  /** Holds who reads bytes of a table, once asked to. */
  private static final class HeldDirectory extends FilterDirectory {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private volatile boolean holds;

    HeldDirectory(Directory in) {
      super(in);
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
      IndexInput input = in.openInput(name, context);
      boolean hasTables = name.endsWith("." + TermHashFile.FILE.extension());
      return hasTables ? new Held(input) : input;
    }

    private final class Held extends FilterIndexInput {
      Held(IndexInput in) {
        super("held " + in, in);
      }

      @Override
      public IndexInput clone() {
        return new Held(in.clone());
      }

      @Override
      public void readBytes(byte[] bytes, int offset, int length) throws IOException {
        if (holds) {
          entered.countDown();
          try {
            goOn.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        }
        super.readBytes(bytes, offset, length);
      }
    }
  }
}
