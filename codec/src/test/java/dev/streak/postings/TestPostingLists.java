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
package dev.streak.postings;

import dev.streak.field.DocSink;
import dev.streak.field.TermEntry;
import dev.streak.listblock.ListEncoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;

/** Lists go in and come out, read in every way, against a bit set. */
public class TestPostingLists extends LuceneTestCase {

  public void testRandomShapes() throws IOException {
    int rounds = atLeast(20);
    for (int round = 0; round < rounds; round++) {
      int maxDoc = 1 + random().nextInt(random().nextInt(5) == 0 ? 400_000 : 20_000);
      List<FixedBitSet> lists = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        lists.add(PostingShapes.random(random(), maxDoc));
      }
      checkLists(maxDoc, lists);
    }
  }

  public void testRunsThatEndAtEveryBorder() throws IOException {
    int[] borders = {
      1, 2, 63, 64, 65, 127, 128, 129, 255, 256, 257, 4095, 4096, 4097, 65_535, 65_536, 65_537
    };
    for (int maxDoc : new int[] {65_538, 200_000}) {
      List<FixedBitSet> lists = new ArrayList<>();
      for (int end : borders) {
        for (int start : new int[] {0, end / 2, end - 1}) {
          FixedBitSet docs = new FixedBitSet(maxDoc);
          docs.set(start, end);
          lists.add(docs);
          FixedBitSet withRest = docs.clone();
          withRest.set(Math.min(end + 1, maxDoc - 1), maxDoc);
          lists.add(withRest);
          FixedBitSet repeated = docs.clone();
          for (int from = end + 1; from + end < maxDoc; from += end + 1) {
            repeated.set(from, from + Math.max(1, end - start));
          }
          lists.add(repeated);
          FixedBitSet last = docs.clone();
          last.set(maxDoc - 1);
          lists.add(last);
        }
      }
      checkLists(maxDoc, lists);
    }
  }

  /** Runs around the length up to which they are written out, in blocks that are full and not. */
  public void testShortRuns() throws IOException {
    int maxDoc = 20_000;
    List<FixedBitSet> lists = new ArrayList<>();
    for (int longest = 4; longest <= 18; longest++) {
      FixedBitSet docs = new FixedBitSet(maxDoc);
      int runs = TestUtil.nextInt(random(), 2, 300);
      int doc = random().nextInt(100);
      for (int i = 0; i < runs; i++) {
        int length = i % 3 == 0 ? 1 + random().nextInt(longest) : longest;
        docs.set(doc, doc + length);
        doc += length + 20 + random().nextInt(20);
      }
      lists.add(docs);
    }
    checkLists(maxDoc, lists);
  }

  /** Arrays of just as many documents as a block holds, and one more or less. */
  public void testArraysAroundBlockSize() throws IOException {
    List<FixedBitSet> lists = new ArrayList<>();
    int maxDoc = 1_000_000;
    for (int count : new int[] {2, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1024, 5000}) {
      FixedBitSet docs = new FixedBitSet(maxDoc);
      for (int i = 0; i < count; i++) {
        docs.set(i * (maxDoc / count) + random().nextInt(maxDoc / count));
      }
      lists.add(docs);
    }
    checkLists(maxDoc, lists);
  }

  /**
   * Gaps of every width, gone through in steps of so many documents of the list: from far away
   * groups of gaps are passed over without being unpacked, and what is asked for next must not
   * notice.
   */
  public void testFarAdvancesOverGapsOfEveryWidth() throws IOException {
    for (int width = 1; width <= 18; width++) {
      int count = Math.min(2000, (1 << 22) >>> width) + random().nextInt(20);
      FixedBitSet docs = new FixedBitSet(count << width);
      int doc = 0;
      for (int i = 0; i < count; i++) {
        doc += random().nextInt(1 << width);
        docs.set(doc++);
      }
      int maxDoc = doc + random().nextInt(2);
      FixedBitSet list = new FixedBitSet(maxDoc);
      FixedBitSet.orRange(docs, 0, list, 0, maxDoc);
      try (Directory directory = newDirectory()) {
        long[] entries = writeLists(directory, List.of(list));
        try (IndexInput in = directory.openInput("lists", IOContext.DEFAULT)) {
          PostingLists reader = new PostingLists(in, maxDoc);
          PostingsEnum reuse = null;
          for (int step : new int[] {2, 8, 16, 40, 63, 64, 65, 130, 300, 700}) {
            int reach = 1 + (int) ((long) step * maxDoc / count);
            reuse = reader.postings(entries[0], reuse);
            checkAnyOrder(reuse, list, maxDoc, reach);
          }
        }
      }
    }
  }

  public void testEveryDocument() throws IOException {
    for (int maxDoc : new int[] {1, 2, TermEntry.MAX_RUN_LENGTH, TermEntry.MAX_RUN_LENGTH + 1}) {
      FixedBitSet docs = new FixedBitSet(maxDoc);
      docs.set(0, maxDoc);
      checkLists(maxDoc, List.of(docs));
    }
  }

  private void checkLists(int maxDoc, List<FixedBitSet> lists) throws IOException {
    try (Directory directory = newDirectory()) {
      long[] entries = writeLists(directory, lists);
      try (IndexInput in = directory.openInput("lists", IOContext.DEFAULT)) {
        PostingLists reader = new PostingLists(in, maxDoc);
        PostingsEnum reuse = null;
        for (int i = 0; i < entries.length; i++) {
          FixedBitSet docs = lists.get(i);
          assertEquals(docs.cardinality(), reader.docFreq(entries[i]));
          checkCollect(reader, entries[i], docs);
          reuse = reader.postings(entries[i], random().nextBoolean() ? reuse : null);
          assertEquals(docs.cardinality(), reuse.cost());
          assertEquals(-1, reuse.docID());
          checkNextDoc(reuse, docs);
          for (int j = 0; j < 3; j++) {
            reuse = reader.postings(entries[i], reuse);
            int reach = TestUtil.nextInt(random(), 1, 1 + maxDoc / 3);
            checkAnyOrder(reuse, docs, maxDoc, reach);
          }
        }
      }
    }
  }

  private static long[] writeLists(Directory directory, List<FixedBitSet> lists)
      throws IOException {
    long[] entries = new long[lists.size()];
    try (IndexOutput out = directory.createOutput("lists", IOContext.DEFAULT)) {
      CodecUtil.writeHeader(out, "test", 0);
      ListEncoder encoder = new ListEncoder();
      for (int i = 0; i < entries.length; i++) {
        encoder.start(out);
        write(encoder, lists.get(i));
        entries[i] = encoder.finish();
        assertEquals(lists.get(i).cardinality(), encoder.docCount());
      }
      CodecUtil.writeFooter(out);
    }
    return entries;
  }

  private static void write(ListEncoder encoder, FixedBitSet docs) throws IOException {
    boolean asRuns = random().nextBoolean();
    int doc = docs.nextSetBit(0);
    while (doc != DocIdSetIterator.NO_MORE_DOCS) {
      if (asRuns) {
        int end = runEnd(docs, doc);
        encoder.addRun(doc, end);
        doc = end < docs.length() ? docs.nextSetBit(end) : DocIdSetIterator.NO_MORE_DOCS;
      } else {
        encoder.add(doc);
        doc = doc + 1 < docs.length() ? docs.nextSetBit(doc + 1) : DocIdSetIterator.NO_MORE_DOCS;
      }
    }
  }

  private static int runEnd(FixedBitSet docs, int doc) {
    int end = doc;
    while (end < docs.length() && docs.get(end)) {
      end++;
    }
    return end;
  }

  private static void checkCollect(PostingLists reader, long entry, FixedBitSet docs)
      throws IOException {
    FixedBitSet handedOver = new FixedBitSet(docs.length());
    reader.collect(entry, new Bits(handedOver, false));
    assertEquals(docs, handedOver);
    FixedBitSet direct = new FixedBitSet(docs.length());
    reader.collect(entry, new Bits(direct, true));
    assertEquals(docs, direct);
    if (TermEntry.isRun(entry) == false) {
      FixedBitSet batch = new FixedBitSet(docs.length());
      reader.collect(new long[] {entry, entry}, 1, new Bits(batch, random().nextBoolean()));
      assertEquals(docs, batch);
    }
  }

  /** Sets bits, or lets them be set. */
  private record Bits(FixedBitSet target, boolean direct) implements DocSink {
    @Override
    public FixedBitSet bits() {
      return direct ? target : null;
    }

    @Override
    public void run(int start, int end) {
      target.set(start, end);
    }

    @Override
    public void docs(int[] docs, int count) {
      for (int i = 0; i < count; i++) {
        target.set(docs[i]);
      }
    }

    @Override
    public void bitmap(int base, long[] words, int wordCount) {
      assertEquals(0, base % Long.SIZE);
      for (int w = 0; w < wordCount; w++) {
        target.getBits()[base / Long.SIZE + w] |= words[w];
      }
    }
  }

  private static void checkNextDoc(PostingsEnum postings, FixedBitSet docs) throws IOException {
    BitSetIterator expected = new BitSetIterator(docs, docs.cardinality());
    int doc;
    do {
      doc = expected.nextDoc();
      assertEquals(doc, postings.nextDoc());
      assertEquals(doc, postings.docID());
    } while (doc != DocIdSetIterator.NO_MORE_DOCS);
  }

  /** Next, advance by less than {@code reach}, run ends and bit sets, mixed. */
  private static void checkAnyOrder(PostingsEnum postings, FixedBitSet docs, int maxDoc, int reach)
      throws IOException {
    int doc = -1;
    while (doc != DocIdSetIterator.NO_MORE_DOCS) {
      int way = random().nextInt(4);
      if (way == 0 || doc == -1 && way == 3) {
        doc = next(docs, doc + 1);
        assertEquals(doc, postings.nextDoc());
      } else if (way == 1) {
        int target = (int) Math.min(maxDoc + 1L, doc + 1L + random().nextInt(reach));
        doc = next(docs, target);
        assertEquals(doc, postings.advance(target));
      } else if (way == 2 && doc != -1) {
        assertEquals("doc=" + doc, runEnd(docs, doc), postings.docIDRunEnd());
        assertEquals(doc, postings.docID());
      } else if (doc != -1) {
        doc = checkIntoBitSet(postings, docs, doc, reach, maxDoc);
      }
    }
  }

  private static int checkIntoBitSet(
      PostingsEnum postings, FixedBitSet docs, int doc, int reach, int maxDoc) throws IOException {
    int offset = doc - random().nextInt(Math.min(doc, 200) + 1);
    int upTo =
        random().nextInt(10) == 0
            ? DocIdSetIterator.NO_MORE_DOCS
            : (int) Math.min(maxDoc, (long) doc + random().nextInt(reach));
    int to = Math.min(upTo, maxDoc);
    FixedBitSet actual = new FixedBitSet(maxDoc - offset);
    FixedBitSet expected = new FixedBitSet(maxDoc - offset);
    if (to > doc) {
      FixedBitSet.orRange(docs, doc, expected, doc - offset, to - doc);
    }
    postings.intoBitSet(upTo, actual, offset);
    assertEquals(expected, actual);
    int next = next(docs, Math.max(doc, to));
    assertEquals(next, postings.docID());
    return next;
  }

  private static int next(FixedBitSet docs, int target) {
    return target >= docs.length() ? DocIdSetIterator.NO_MORE_DOCS : docs.nextSetBit(target);
  }
}
