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

import dev.streak.listblock.ListDescriptor;
import dev.streak.listblock.ListEncoder;
import dev.streak.packing.BitPacking;
import dev.streak.packing.GapGroups;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.FixedBitSet;

/**
 * Arrays of gaps of every width, gone through in jumps: what was passed over must not be missed,
 * and whatever is asked for behind a jump must come from the right place. The model is an array.
 */
public class TestPackedDocs extends LuceneTestCase {

  /** More than one jump fits into a block, or just one, or none. */
  private static final int[] JUMPS = {1, 9, 40, 80, 100, 200, 300, 2_000};

  /** Documents that a bit set may have room for. */
  private static final int MAX_BITS = 50_000_000;

  public void testJumpsAtEveryWidth() throws IOException {
    for (int width = 1; width <= BitPacking.MAX_WIDTH; width++) {
      // The wider the gaps, the fewer of them before documents end.
      int blocks = (int) Math.min(12, 1 + (1L << (31 - width)) / ListDescriptor.BLOCK_DOCS);
      int count = blocks * ListDescriptor.BLOCK_DOCS - random().nextInt(20);
      check(width, gaps(width, Math.min(count, Math.max(2, 1 << (31 - width)))));
    }
  }

  /** Groups that end with the block, or one gap before or behind. */
  public void testLastGroups() throws IOException {
    for (int width : new int[] {3, 8, 9, 14}) {
      for (int rest = 240; rest <= 272; rest++) {
        check(width, gaps(width, 3 * ListDescriptor.BLOCK_DOCS + rest));
      }
    }
  }

  /** Documents whose largest gap takes {@code width} bits; runs here and there, but not many. */
  private static int[] gaps(int width, int count) {
    int[] docs = new int[count];
    int largest = (1 << width) - 1;
    int doc = random().nextInt(5);
    for (int i = 0; i < count; i++) {
      docs[i] = doc;
      int gap = i % 50 == 7 ? largest : random().nextInt(largest / 2 + 1);
      doc = Math.addExact(doc, 1 + (i % 20 < 3 ? 0 : count < 100 ? gap / count : gap));
    }
    return docs;
  }

  private static void check(int width, int[] docs) throws IOException {
    int maxDoc = docs[docs.length - 1] + 1 + random().nextInt(3);
    try (Directory directory = newDirectory()) {
      long entry;
      try (IndexOutput out = directory.createOutput("list", IOContext.DEFAULT)) {
        CodecUtil.writeHeader(out, "test", 0);
        ListEncoder encoder = new ListEncoder();
        encoder.start(out);
        for (int doc : docs) {
          encoder.add(doc);
        }
        entry = encoder.finish();
        CodecUtil.writeFooter(out);
      }
      try (IndexInput in = directory.openInput("list", IOContext.DEFAULT)) {
        PostingLists lists = new PostingLists(in, maxDoc);
        PostingsEnum postings = null;
        for (int jump : JUMPS) {
          for (int behind = 0; behind < 6; behind++) {
            postings = lists.postings(entry, postings);
            String message = "width=" + width + " jump=" + jump + " behind=" + behind;
            walk(message, postings, docs, jump, behind, maxDoc);
          }
        }
      }
    }
  }

  /** Jumps over {@code jump} documents at a time and does something else behind each jump. */
  private static void walk(
      String message, PostingsEnum postings, int[] docs, int jump, int behind, int maxDoc)
      throws IOException {
    int at = -1;
    while (true) {
      int next = at + TestUtil.nextInt(random(), Math.max(1, jump - 8), jump);
      if (next >= docs.length) {
        assertEquals(message, DocIdSetIterator.NO_MORE_DOCS, postings.advance(maxDoc));
        return;
      }
      // To the document itself, or to one before it that is not in the list.
      int floor = next == 0 ? 0 : docs[next - 1] + 1;
      int target =
          random().nextBoolean() ? docs[next] : TestUtil.nextInt(random(), floor, docs[next]);
      assertEquals(message, docs[next], postings.advance(target));
      assertEquals(message, docs[next], postings.docID());
      at = next;
      int way = behind == 5 ? random().nextInt(5) : behind;
      if (way == 1) {
        at = walkOn(message, postings, docs, at, 1 + random().nextInt(12));
      } else if (way == 2) {
        at = walkOn(message, postings, docs, at, 100 + random().nextInt(200));
      } else if (way == 3) {
        checkRun(message, postings, docs, at);
      } else if (way == 4) {
        at = fill(message, postings, docs, at, random().nextInt(3 * jump + 20));
      }
      if (at == docs.length) {
        return;
      }
    }
  }

  private static int walkOn(String message, PostingsEnum postings, int[] docs, int from, int count)
      throws IOException {
    int at = from;
    for (int i = 0; i < count && at < docs.length; i++) {
      at++;
      assertEquals(message, docAt(docs, at), postings.nextDoc());
    }
    return at;
  }

  private static void checkRun(String message, PostingsEnum postings, int[] docs, int at)
      throws IOException {
    int end = at + 1;
    while (end < docs.length && docs[end] == docs[end - 1] + 1) {
      end++;
    }
    assertEquals(message, docs[end - 1] + 1, postings.docIDRunEnd());
    assertEquals(message, docs[at], postings.docID());
  }

  /** Puts some documents into a bit set, and returns the number of the first that is not. */
  private static int fill(String message, PostingsEnum postings, int[] docs, int at, int count)
      throws IOException {
    int end = Math.min(docs.length, at + count);
    while (end > at && upTo(docs, end) - docs[at] > MAX_BITS) {
      end--;
    }
    int upTo = upTo(docs, end);
    int offset = docs[at] - random().nextInt(Math.min(docs[at] + 1, 100));
    // Nothing may be set beyond.
    FixedBitSet actual = new FixedBitSet(upTo - offset + random().nextInt(200));
    postings.intoBitSet(upTo, actual, offset);
    int set = 0;
    for (int i = at; i < end; i++) {
      assertTrue(message + " doc=" + docs[i], actual.get(docs[i] - offset));
      set++;
    }
    assertEquals(message, set, actual.cardinality());
    int next = Math.max(at, end);
    assertEquals(message, docAt(docs, next), postings.docID());
    return next;
  }

  private static int upTo(int[] docs, int end) {
    return end == docs.length ? docs[end - 1] + 1 : docs[end];
  }

  private static int docAt(int[] docs, int at) {
    return at < docs.length ? docs[at] : DocIdSetIterator.NO_MORE_DOCS;
  }

  /** Values and groups by themselves, against values computed one by one. */
  public void testGroups() {
    for (int width = GapGroups.MIN_WIDTH; width <= BitPacking.FOUR_IN_A_LOAD; width++) {
      int count = TestUtil.nextInt(random(), 1, ListDescriptor.BLOCK_DOCS);
      int[] gaps = random().ints(count, 0, 1 << width).toArray();
      // All ones: the sums that need most room.
      Arrays.fill(gaps, 0, count / 2, (1 << width) - 1);
      byte[] bytes = new byte[BitPacking.byteLength(count, width) + width + BitPacking.SLACK];
      random().nextBytes(bytes);
      BitPacking.pack(gaps, 0, count, width, bytes);
      int predecessor = random().nextInt(1_000_000);
      int[] docs = new int[count];
      int doc = predecessor;
      for (int i = 0; i < count; i++) {
        doc += 1 + gaps[i];
        docs[i] = doc;
      }
      int groups = count / BitPacking.GROUP;
      int[] lasts = new int[groups + 1];
      long last = GapGroups.findLasts(bytes, 0, width, predecessor, lasts, groups);
      assertEquals(lasts[groups], last);
      int[] group = new int[BitPacking.GROUP];
      for (int i = 0; i < groups; i++) {
        int from = i * BitPacking.GROUP;
        assertEquals("width=" + width, from == 0 ? predecessor : docs[from - 1], lasts[i]);
        int number = random().nextInt(BitPacking.GROUP);
        int target = docs[from + number];
        int bit = from * width;
        assertEquals(number, GapGroups.unpack(bytes, bit, width, lasts[i], group, target));
        assertArrayEquals(Arrays.copyOfRange(docs, from, from + BitPacking.GROUP), group);
      }
    }
  }
}
