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

import dev.streak.cache.CachePolicy;
import dev.streak.cache.blocks.BlockCacheInvariants;
import dev.streak.termhash.TermHashSettings;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BytesRef;

/**
 * Files that cannot be read for a moment: the terms index, the blocks of terms, and hash tables.
 * Who reads gets the exception, nothing of it stays in the cache, and the same reader answers when
 * the disk does again.
 */
public class TestCachedFilesFaults extends SharedCacheTestCase {
  private static final int DOCUMENTS = 2_000;
  private static final Set<String> FILES =
      Set.of("tip", "tipk", "tim", "timk", "skd", "skdk", "ski", "skik", "skh");

  public TestCachedFilesFaults() {
    // Room for the blocks of all readers, closed ones as well: their handles are collected at
    // leisure.
    super(1 << 28);
  }

  private enum Operation {
    OPEN,
    READ,
    PREFETCH
  }

  /** Counts operations on the files, and has one of them fail. */
  private static final class Faults extends FilterDirectory {
    private final AtomicInteger operations = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private volatile Operation kind;
    private volatile int failAt = Integer.MAX_VALUE;

    Faults(Directory in) {
      super(in);
    }

    void failAt(Operation failing, int nth) {
      kind = failing;
      operations.set(0);
      failAt = nth;
    }

    void operation(Operation what) throws IOException {
      if (what == kind && operations.getAndIncrement() == failAt) {
        throw new IOException("as told: " + what + " " + failAt);
      }
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
      if (FILES.contains(name.substring(name.lastIndexOf('.') + 1)) == false) {
        return in.openInput(name, context);
      }
      operation(Operation.OPEN);
      open.incrementAndGet();
      return new Input(in.openInput(name, context), true);
    }

    private final class Input extends FilterIndexInput {
      private final boolean owner;
      private boolean closed;

      Input(IndexInput in, boolean owner) {
        super("faulty " + in, in);
        this.owner = owner;
      }

      @Override
      public byte readByte() throws IOException {
        operation(Operation.READ);
        return in.readByte();
      }

      @Override
      public void readBytes(byte[] bytes, int offset, int length) throws IOException {
        operation(Operation.READ);
        in.readBytes(bytes, offset, length);
      }

      @Override
      public void prefetch(long offset, long length) throws IOException {
        operation(Operation.PREFETCH);
        in.prefetch(offset, length);
      }

      @Override
      public IndexInput clone() {
        return new Input(in.clone(), false);
      }

      @Override
      public IndexInput slice(String description, long offset, long length) throws IOException {
        return new Input(in.slice(description, offset, length), false);
      }

      @Override
      public RandomAccessInput randomAccessSlice(long offset, long length) throws IOException {
        operation(Operation.READ);
        return in.randomAccessSlice(offset, length);
      }

      @Override
      public void close() throws IOException {
        if (owner && closed == false) {
          closed = true;
          open.decrementAndGet();
        }
        in.close();
      }
    }
  }

  private static void index(Directory directory, CachePolicy blocks) throws IOException {
    TermHashSettings tables = TermHashSettings.DEFAULT.withField("id", true);
    StreakCodec codec =
        StreakCodec.builder()
            .bundleSmallFiles(false)
            .postingsFormat("id", new StreakPostingsFormat(tables, false))
            .termsIndex("text", CachePolicy.CACHED)
            .termBlocks("id", blocks)
            .termBlocks("text", blocks)
            .build();
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(codec)
            .setUseCompoundFile(false)
            .setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < DOCUMENTS; i++) {
        Document document = new Document();
        document.add(new StringField("id", "id" + i * 7919L % DOCUMENTS, Field.Store.NO));
        document.add(new TextField("text", "word" + i + " word" + i / 2, Field.Store.NO));
        writer.addDocument(document);
      }
    }
  }

  private static void lookUp(DirectoryReader reader) throws IOException {
    TermsEnum ids = getOnlyLeafReader(reader).terms("id").iterator();
    TermsEnum words = getOnlyLeafReader(reader).terms("text").iterator();
    for (int i = 0; i < DOCUMENTS; i += 17) {
      assertTrue(ids.seekExact(new BytesRef("id" + i)));
      assertEquals(1, ids.docFreq());
      assertTrue(words.seekExact(new BytesRef("word" + i)));
      assertFalse(words.seekExact(new BytesRef("word" + i + "x")));
    }
  }

  /** Fails each operation in turn until there are no more of them. */
  private void failEach(Operation kind, CachePolicy blocks) throws Exception {
    try (Directory disk = new ByteBuffersDirectory()) {
      index(disk, blocks);
      Faults directory = new Faults(disk);
      int reachedOnes = 0;
      int step = kind == Operation.READ ? 1 + random().nextInt(20) : 1;
      for (int nth = random().nextInt(step); ; nth += step) {
        directory.failAt(kind, nth);
        Exception failure = null;
        DirectoryReader reader = null;
        try {
          reader = DirectoryReader.open(directory);
          lookUp(reader);
        } catch (IOException e) {
          failure = e;
          if (isAsTold(e) == false) {
            throw e;
          }
        }
        boolean reached = directory.operations.get() > nth;
        directory.kind = null;
        reachedOnes += reached ? 1 : 0;
        BlockCacheInvariants.check(cache.blocks());
        if (reader == null) {
          assertEquals("left open", 0, directory.open.get());
          reader = DirectoryReader.open(directory);
        }
        lookUp(reader);
        assertEquals("nothing in between", cache.stats().blocks(), cachedAgain(reader));
        reader.close();
        assertEquals("left open", 0, directory.open.get());
        assertEquals("closing evicts at once", 0, cache.stats().blocks());
        if (reached == false) {
          assertNull(failure);
          break;
        }
        // Announcements are advice: whoever reads finds out.
        assertEquals(kind + " " + nth, kind != Operation.PREFETCH, failure != null);
      }
      assertTrue("nothing was tested", reachedOnes > 0);
    }
  }

  private static boolean isAsTold(Throwable failure) {
    if (failure == null) {
      return false;
    }
    // Where a footer is checked Lucene suppresses what happened before.
    return String.valueOf(failure.getMessage()).startsWith("as told")
        || isAsTold(failure.getCause())
        || Arrays.stream(failure.getSuppressed()).anyMatch(TestCachedFilesFaults::isAsTold);
  }

  /** Returns how many blocks there are after everything was looked up again, which loads none. */
  private long cachedAgain(DirectoryReader reader) throws IOException {
    long loads = cache.stats().loads();
    lookUp(reader);
    assertEquals(loads, cache.stats().loads());
    return cache.stats().blocks();
  }

  public void testBlocksInSpareRoom() throws Exception {
    for (Operation kind : Operation.values()) {
      failEach(kind, CachePolicy.SPARE_ROOM);
    }
  }

  public void testPinnedBlocks() throws Exception {
    for (Operation kind : Operation.values()) {
      failEach(kind, CachePolicy.PINNED);
    }
  }
}
