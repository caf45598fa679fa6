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
package dev.streak.livedocs;

import dev.streak.codec.StreakCodec;
import dev.streak.field.PackedGaps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.DenseLiveDocs;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.SparseFixedBitSet;
import org.apache.lucene.util.SparseLiveDocs;

public class TestLiveRanks extends LuceneTestCase {

  /** Deletions of all kinds: none far and wide, single ones, whole ranges. */
  private static FixedBitSet randomBits(int maxDoc) {
    FixedBitSet live = new FixedBitSet(maxDoc);
    live.set(0, maxDoc);
    for (int i = random().nextInt(20); i > 0; i--) {
      int from = random().nextInt(maxDoc);
      int to = Math.min(maxDoc, from + 1 + random().nextInt(random().nextBoolean() ? 3 : 2000));
      if (random().nextBoolean()) {
        live.clear(from, to);
      } else {
        for (int doc = from; doc < to; doc += 1 + random().nextInt(9)) {
          live.clear(doc);
        }
      }
    }
    return live;
  }

  /** The same deletions as the bits of several kinds of readers. */
  private static Bits someKind(FixedBitSet live) {
    switch (random().nextInt(4)) {
      case 0:
        return live;
      case 1:
        return live.asReadOnlyBits();
      case 2:
        return DenseLiveDocs.builder(live, live.length()).build();
      default:
        SparseFixedBitSet deleted = new SparseFixedBitSet(live.length());
        for (int doc = 0; doc < live.length(); doc++) {
          if (live.get(doc) == false) {
            deleted.set(doc);
          }
        }
        return SparseLiveDocs.builder(deleted, live.length()).build();
    }
  }

  public void testAnswersOfRandomDeletions() throws IOException {
    for (int i = 0; i < 50; i++) {
      int maxDoc = TestUtil.nextInt(random(), 1, 5000);
      FixedBitSet live = randomBits(maxDoc);
      Bits bits = someKind(live);
      LiveRanks ranks = LiveRanks.of(bits);
      assertTrue(ranks.isOf(bits));
      assertFalse(ranks.isOf(live.clone()));
      FixedBitSet mask = new FixedBitSet(maxDoc);
      mask.set(0, maxDoc);
      ranks.applyMask(mask, 0);
      assertEquals(live, mask);
      assertTrue(ranks.ramBytesUsed() <= LiveRanks.mostBytes(maxDoc) + 256);
      ranks.bringNear(random().nextInt(1000));
      for (int j = 0; j < 200; j++) {
        int from = random().nextInt(maxDoc);
        int to = TestUtil.nextInt(random(), from + 1, maxDoc);
        if (random().nextBoolean()) {
          to = Math.min(to, from + 100);
        }
        check(live, ranks, from, to);
      }
    }
  }

  /** What is behind the last document is no document: the bits are not taken as they are. */
  public void testBitsWithRoomForMoreDocuments() throws IOException {
    int maxDoc = TestUtil.nextInt(random(), 1, 2000);
    FixedBitSet longer = new FixedBitSet(maxDoc + TestUtil.nextInt(random(), 1, 2000));
    longer.set(0, maxDoc);
    longer.clear(maxDoc / 2);
    LiveRanks ranks = LiveRanks.of(DenseLiveDocs.builder(longer, maxDoc).build());
    assertEquals(maxDoc, ranks.length());
    assertEquals(maxDoc - 1, ranks.count(0, maxDoc));
    FixedBitSet mask = new FixedBitSet(maxDoc);
    mask.set(0, maxDoc);
    ranks.applyMask(mask, 0);
    assertEquals(maxDoc - 1, mask.cardinality());
  }

  private static void check(FixedBitSet live, LiveRanks ranks, int from, int to) {
    assertEquals(live.get(from), ranks.get(from));
    assertEquals(live.cardinality(from, to), ranks.count(from, to));
    assertEquals(0, ranks.count(from, from));
    int nextLive = from;
    while (nextLive < to && live.get(nextLive) == false) {
      nextLive++;
    }
    assertEquals(nextLive, ranks.nextLive(from, to));
    int nextDeleted = from;
    while (nextDeleted < to && live.get(nextDeleted)) {
      nextDeleted++;
    }
    assertEquals(nextDeleted, ranks.nextDeleted(from, to));
  }

  public void testCountOfBits() throws IOException {
    int maxDoc = TestUtil.nextInt(random(), 2000, 5000);
    FixedBitSet live = randomBits(maxDoc);
    LiveRanks ranks = LiveRanks.of(live);
    FixedBitSet some = randomBits(maxDoc);
    LiveCount count = new LiveCount(ranks);
    count.bitmap(0, some.getBits(), FixedBitSet.bits2words(maxDoc));
    assertEquals(FixedBitSet.intersectionCount(live, some), count.count());
    long[] fromThird = Arrays.copyOfRange(some.getBits(), 2, 20);
    count = new LiveCount(ranks);
    count.bitmap(128, fromThird, fromThird.length);
    // A chunk goes on behind the last document, with words that are empty.
    LiveCount ofChunk = new LiveCount(ranks);
    ofChunk.bitmap(0, Arrays.copyOf(some.getBits(), 1024), 1024);
    assertEquals(FixedBitSet.intersectionCount(live, some), ofChunk.count());
    some.and(live);
    assertEquals(some.cardinality(128, 1280), count.count());
  }

  public void testCountOfGaps() throws IOException {
    for (int i = 0; i < 2_000; i++) {
      int width = random().nextInt(25);
      int maxDoc = TestUtil.nextInt(random(), 1, 200_000);
      FixedBitSet live = randomBits(maxDoc);
      int gaps = random().nextInt(64);
      int firstByte = random().nextInt(4);
      byte[] bytes = new byte[firstByte + 64 * 3 + Long.BYTES];
      random().nextBytes(bytes);
      int first = random().nextInt(maxDoc);
      int[] docs = PackedGaps.docs(bytes, firstByte * Byte.SIZE, width, first, gaps);
      int expected = 0;
      boolean within = true;
      for (int doc : docs) {
        within &= doc >= 0 && doc < maxDoc;
        expected += within && live.get(doc) ? 1 : 0;
      }
      LiveCount count = new LiveCount(LiveRanks.of(live));
      long told = count.gaps(bytes, firstByte * Byte.SIZE, width, first, gaps);
      assertEquals("width=" + width, Integer.toUnsignedLong(docs[gaps]), told);
      if (within) {
        assertEquals("width=" + width, expected, count.count());
      }
    }
  }

  private static DirectoryReader open(Directory directory) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < 2000; i++) {
        Document document = new Document();
        document.add(new StringField("id", Integer.toString(i), Field.Store.NO));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
      writer.deleteDocuments(new Term("id", "7"));
    }
    return DirectoryReader.open(directory);
  }

  public void testSharedUntilTheReaderIsClosed() throws IOException {
    long before = LiveRanksOfReaders.stats().readers();
    try (Directory directory = newDirectory()) {
      try (DirectoryReader reader = open(directory)) {
        LeafReader leaf = reader.leaves().get(0).reader();
        LiveRanks ranks = LiveRanksOfReaders.of(leaf);
        assertEquals(1999, ranks.count(0, 2000));
        assertSame(ranks, LiveRanksOfReaders.of(leaf));
        assertEquals(before + 1, LiveRanksOfReaders.stats().readers());
        assertTrue(LiveRanksOfReaders.stats().bytes() >= ranks.ramBytesUsed());
      }
      assertEquals(before, LiveRanksOfReaders.stats().readers());
    }
  }

  /** More readers than there are places that are looked at first. */
  public void testManyReadersKeepTheirOwn() throws IOException {
    try (Directory directory = newDirectory();
        DirectoryReader first = open(directory)) {
      List<DirectoryReader> readers = new ArrayList<>(List.of(first));
      try {
        for (int i = 0; i < 400; i++) {
          readers.add(DirectoryReader.open(directory));
        }
        Map<LeafReader, LiveRanks> own = new HashMap<>();
        for (int i = 0; i < 3_000; i++) {
          int chosen = random().nextInt(readers.size());
          LeafReader leaf = readers.get(chosen).leaves().get(0).reader();
          LiveRanks ranks = LiveRanksOfReaders.of(leaf);
          assertTrue(ranks.isOf(leaf.getLiveDocs()));
          LiveRanks before = own.put(leaf, ranks);
          assertTrue(before == null || before == ranks);
        }
      } finally {
        IOUtils.close(readers.subList(1, readers.size()));
      }
    }
  }

  public void testRefusedWithoutRoom() throws IOException {
    try (Directory directory = newDirectory();
        DirectoryReader reader = open(directory)) {
      LeafReader leaf = reader.leaves().get(0).reader();
      long refused = LiveRanksOfReaders.stats().refused();
      long room = LiveRanksOfReaders.setMaxBytes(100);
      try {
        assertNull(LiveRanksOfReaders.of(leaf));
        assertEquals(refused + 1, LiveRanksOfReaders.stats().refused());
      } finally {
        LiveRanksOfReaders.setMaxBytes(room);
      }
      assertNotNull(LiveRanksOfReaders.of(leaf));
    }
  }

  public void testBytesAddUp() throws IOException {
    try (Directory directory = newDirectory();
        DirectoryReader reader = open(directory)) {
      long before = LiveRanksOfReaders.stats().bytes();
      LiveRanks ranks = LiveRanksOfReaders.of(reader.leaves().get(0).reader());
      assertEquals(before + ranks.ramBytesUsed(), LiveRanksOfReaders.stats().bytes());
      reader.close();
      assertEquals(before, LiveRanksOfReaders.stats().bytes());
    }
  }

  /** It names the key of another reader, and has other documents deleted. */
  public void testWrapperWithDeletionsOfItsOwn() throws IOException {
    try (Directory directory = newDirectory();
        DirectoryReader reader = open(directory)) {
      LeafReader leaf = reader.leaves().get(0).reader();
      assertNotNull(LiveRanksOfReaders.of(leaf));
      assertNull(LiveRanksOfReaders.of(new Wrapper(leaf, true)));
      assertNull(LiveRanksOfReaders.of(new Wrapper(leaf, false)));
    }
  }

  /** As a reader that another thread closes while its ranks are made. */
  public void testNothingIsKeptOfAReaderThatIsClosedMeanwhile() throws IOException {
    try (Directory directory = newDirectory();
        DirectoryReader reader = open(directory)) {
      LiveRanksOfReaders.Stats before = LiveRanksOfReaders.stats();
      IndexReader.CacheHelper open = reader.leaves().get(0).reader().getReaderCacheHelper();
      IndexReader.CacheHelper closed =
          new IndexReader.CacheHelper() {
            @Override
            public IndexReader.CacheKey getKey() {
              return open.getKey();
            }

            @Override
            public void addClosedListener(IndexReader.ClosedListener listener) {
              throw new AlreadyClosedException("as told");
            }
          };
      LeafReader wrapper =
          new Wrapper(reader.leaves().get(0).reader(), true) {
            @Override
            public CacheHelper getReaderCacheHelper() {
              return closed;
            }
          };
      expectThrows(AlreadyClosedException.class, () -> LiveRanksOfReaders.of(wrapper));
      assertEquals(before, LiveRanksOfReaders.stats());
    }
  }

  /** As two threads that ask for those of a reader for the first time. */
  public void testMadeTwiceAtOnceAndKeptOnce() throws IOException {
    try (Directory directory = newDirectory();
        DirectoryReader reader = open(directory)) {
      long before = LiveRanksOfReaders.stats().readers();
      List<LiveRanks> made = new ArrayList<>();
      LeafReader[] leaf = new LeafReader[1];
      Bits live =
          new Bits() {
            private boolean asked;

            @Override
            public boolean get(int doc) {
              if (asked == false) {
                asked = true;
                try {
                  made.add(LiveRanksOfReaders.of(leaf[0]));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              }
              return doc != 7;
            }

            @Override
            public int length() {
              return 2000;
            }
          };
      leaf[0] =
          new Wrapper(reader.leaves().get(0).reader(), true) {
            @Override
            public Bits getLiveDocs() {
              return live;
            }
          };
      made.add(LiveRanksOfReaders.of(leaf[0]));
      assertEquals(2, made.size());
      assertSame(made.get(0), made.get(1));
      assertEquals(1999, made.get(0).count(0, 2000));
      assertEquals(before + 1, LiveRanksOfReaders.stats().readers());
    }
  }

  private static class Wrapper extends FilterLeafReader {
    private final boolean key;
    private final Bits none;

    Wrapper(LeafReader in, boolean key) {
      super(in);
      this.key = key;
      this.none = new Bits.MatchNoBits(in.maxDoc());
    }

    @Override
    public Bits getLiveDocs() {
      return none;
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return null;
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return key ? in.getReaderCacheHelper() : null;
    }
  }
}
