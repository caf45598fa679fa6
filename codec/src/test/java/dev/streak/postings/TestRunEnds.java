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

import dev.streak.listblock.ListEncoder;
import java.io.IOException;
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
 * The end of a run is asked for at every document, where {@link TestPostingLists} asks here and
 * there: what goes wrong in the last word of a block shows nowhere else.
 */
public class TestRunEnds extends LuceneTestCase {

  /** Blocks of bits, at every density. */
  public void testBitmaps() throws IOException {
    for (double share : new double[] {0.3, 0.5, 0.9, 0.99}) {
      int maxDoc = TestUtil.nextInt(random(), 10_000, 30_000);
      FixedBitSet docs = new FixedBitSet(maxDoc);
      scatter(docs, 0, maxDoc, share);
      check(docs);
    }
  }

  /** Blocks of bits with nothing between them, so that a block begins far behind the last one. */
  public void testBitmapsApart() throws IOException {
    int maxDoc = 100_000;
    FixedBitSet docs = new FixedBitSet(maxDoc);
    int at = random().nextInt(100);
    while (at < maxDoc - 8_000) {
      int end = at + TestUtil.nextInt(random(), 4_000, 7_000);
      scatter(docs, at, end, 0.5);
      // To the last document of a word, and of a block.
      docs.set(end - 1);
      at = end + random().nextInt(1_000);
    }
    check(docs);
  }

  /** Neighbouring kinds of blocks, with runs from one into the other. */
  public void testMixedBlocks() throws IOException {
    int maxDoc = 400_000;
    FixedBitSet docs = new FixedBitSet(maxDoc);
    for (int at = 0; at < maxDoc - 10_000; ) {
      int end = at + TestUtil.nextInt(random(), 1_000, 10_000);
      switch (random().nextInt(4)) {
        case 0 -> docs.set(at, end);
        case 1 -> scatter(docs, at, end, 0.5);
        case 2 -> scatter(docs, at, end, 0.02);
        default -> {
          for (int start = at; start < end - 50; start += 70) {
            docs.set(start, start + TestUtil.nextInt(random(), 10, 50));
          }
        }
      }
      at = end;
    }
    check(docs);
  }

  private static void scatter(FixedBitSet docs, int from, int to, double share) {
    for (int doc = from; doc < to; doc++) {
      if (random().nextDouble() < share) {
        docs.set(doc);
      }
    }
  }

  private static void check(FixedBitSet docs) throws IOException {
    try (Directory directory = newDirectory()) {
      long entry;
      try (IndexOutput out = directory.createOutput("lists", IOContext.DEFAULT)) {
        ListEncoder encoder = new ListEncoder();
        encoder.start(out);
        for (int doc = next(docs, 0); doc != DocIdSetIterator.NO_MORE_DOCS; ) {
          encoder.add(doc);
          doc = next(docs, doc + 1);
        }
        entry = encoder.finish();
        CodecUtil.writeFooter(out);
      }
      try (IndexInput in = directory.openInput("lists", IOContext.DEFAULT)) {
        PostingLists lists = new PostingLists(in, docs.length());
        for (int way = 0; way < 3; way++) {
          walk(lists.postings(entry, null), docs, way);
        }
      }
    }
  }

  /** By the next document, by advancing to it, or by either, and not asking every time. */
  private static void walk(PostingsEnum postings, FixedBitSet docs, int way) throws IOException {
    int doc = -1;
    while (doc != DocIdSetIterator.NO_MORE_DOCS) {
      int expected = next(docs, doc + 1);
      boolean advance = way == 1 || (way == 2 && random().nextBoolean());
      doc = advance ? postings.advance(doc + 1) : postings.nextDoc();
      assertEquals(expected, doc);
      if (doc != DocIdSetIterator.NO_MORE_DOCS && (way < 2 || random().nextInt(3) == 0)) {
        assertEquals("doc=" + doc, runEnd(docs, doc), postings.docIDRunEnd());
        assertEquals(doc, postings.docID());
      }
    }
  }

  private static int next(FixedBitSet docs, int from) {
    return from >= docs.length() ? DocIdSetIterator.NO_MORE_DOCS : docs.nextSetBit(from);
  }

  private static int runEnd(FixedBitSet docs, int doc) {
    int end = doc + 1;
    while (end < docs.length() && docs.get(end)) {
      end++;
    }
    return end;
  }
}
