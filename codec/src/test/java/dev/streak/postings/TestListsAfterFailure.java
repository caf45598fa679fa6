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

import dev.streak.file.FailingReads;
import dev.streak.listblock.ListEncoder;
import java.io.IOException;
import java.util.Random;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.FixedBitSet;

/** Whoever asks again after a read failed gets the next document or a failure, and no other one. */
public class TestListsAfterFailure extends LuceneTestCase {

  private static final int MAX_DOC = 100_000;

  private final FailingReads reads = new FailingReads();

  public void testEveryWay() throws IOException {
    int rounds = atLeast(300);
    for (int round = 0; round < rounds; round++) {
      check(PostingShapes.random(random(), MAX_DOC));
    }
  }

  private void check(FixedBitSet docs) throws IOException {
    try (Directory directory = newDirectory()) {
      long entry;
      try (IndexOutput out = directory.createOutput("lists", IOContext.DEFAULT)) {
        ListEncoder encoder = new ListEncoder();
        encoder.start(out);
        DocIdSetIterator iterator = new BitSetIterator(docs, 0);
        for (int doc = iterator.nextDoc();
            doc != DocIdSetIterator.NO_MORE_DOCS;
            doc = iterator.nextDoc()) {
          encoder.add(doc);
        }
        entry = encoder.finish();
        CodecUtil.writeFooter(out);
      }
      try (IndexInput in = directory.openInput("lists", IOContext.DEFAULT)) {
        PostingLists lists = new PostingLists(reads.of(in), MAX_DOC);
        for (int i = 0; i < 10; i++) {
          reads.end();
          PostingsEnum postings = lists.postings(entry, null);
          reads.begin(1 + random().nextInt(random().nextBoolean() ? 10 : 500));
          checkOn(docs, postings, random());
        }
      }
    }
  }

  /** Goes on, now and then by leaps, until three calls have failed. */
  private static void checkOn(FixedBitSet docs, PostingsEnum postings, Random random) {
    int doc = -1;
    int failures = 0;
    while (doc != DocIdSetIterator.NO_MORE_DOCS && failures < 3) {
      int target = doc + 1 + (random.nextInt(4) == 0 ? random.nextInt(5000) : 0);
      try {
        int next = doc + 1 == target ? postings.nextDoc() : postings.advance(target);
        int expected = target >= MAX_DOC ? DocIdSetIterator.NO_MORE_DOCS : docs.nextSetBit(target);
        assertEquals("document from " + target + " on", expected, next);
        doc = next;
        if (doc != DocIdSetIterator.NO_MORE_DOCS && random.nextInt(4) == 0) {
          int end = postings.docIDRunEnd();
          assertTrue("run from " + doc + " to " + end, end > doc && isRun(docs, doc, end));
        }
      } catch (IOException e) {
        failures++;
      }
    }
  }

  private static boolean isRun(FixedBitSet docs, int start, int end) {
    int doc = start;
    while (doc < end && docs.get(doc)) {
      doc++;
    }
    return doc == end;
  }
}
