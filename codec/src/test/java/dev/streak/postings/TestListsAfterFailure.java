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

import dev.streak.field.TermEntry;
import dev.streak.file.FailingReads;
import dev.streak.listblock.ListEncoder;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
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
    withLists(
        List.of(docs),
        (lists, entries) -> {
          for (int i = 0; i < 10; i++) {
            reads.end();
            PostingsEnum postings = lists.postings(entries[0], null);
            reads.begin(1 + random().nextInt(random().nextBoolean() ? 10 : 500));
            checkOn(docs, postings, random());
          }
        });
  }

  private interface Check {
    void check(PostingLists lists, long[] entries) throws IOException;
  }

  private void withLists(List<FixedBitSet> all, Check check) throws IOException {
    try (Directory directory = newDirectory()) {
      long[] entries = new long[all.size()];
      try (IndexOutput out = directory.createOutput("lists", IOContext.DEFAULT)) {
        ListEncoder encoder = new ListEncoder();
        for (int i = 0; i < entries.length; i++) {
          encoder.start(out);
          DocIdSetIterator iterator = new BitSetIterator(all.get(i), 0);
          for (int doc = iterator.nextDoc();
              doc != DocIdSetIterator.NO_MORE_DOCS;
              doc = iterator.nextDoc()) {
            encoder.add(doc);
          }
          entries[i] = encoder.finish();
        }
        CodecUtil.writeFooter(out);
      }
      try (IndexInput in = directory.openInput("lists", IOContext.DEFAULT)) {
        check.check(new PostingLists(reads.of(in), MAX_DOC), entries);
      }
    }
  }

  /** A list that could not be opened has no documents, and none of the list before. */
  public void testAnotherList() throws IOException {
    int rounds = atLeast(300);
    int failures = 0;
    for (int round = 0; round < rounds; round++) {
      FixedBitSet first = PostingShapes.random(random(), MAX_DOC);
      int[] failed = new int[1];
      withLists(
          List.of(first, PostingShapes.random(random(), MAX_DOC)),
          (lists, entries) -> {
            if (TermEntry.isRun(entries[1])) {
              return;
            }
            reads.end();
            PostingsEnum postings = lists.postings(entries[0], null);
            postings.advance(random().nextInt(first.prevSetBit(MAX_DOC - 1) + 1));
            reads.begin(1);
            expectThrows(IOException.class, () -> lists.postings(entries[1], postings));
            reads.end();
            expectThrows(IOException.class, postings::nextDoc);
            failed[0]++;
          });
      failures += failed[0];
    }
    assertTrue("lists that could not be opened: " + failures, failures > 0);
  }

  /** What could not be read is no damage, however often it is asked for. */
  public void testBitsAfterFailure() throws IOException {
    int rounds = atLeast(300);
    for (int round = 0; round < rounds; round++) {
      FixedBitSet docs = PostingShapes.random(random(), MAX_DOC);
      withLists(
          List.of(docs),
          (lists, entries) -> {
            reads.end();
            PostingsEnum postings = lists.postings(entries[0], null);
            postings.nextDoc();
            reads.begin(1 + random().nextInt(10));
            setAll(docs, postings, random());
          });
    }
  }

  private static void setAll(FixedBitSet docs, PostingsEnum postings, Random random) {
    FixedBitSet bits = new FixedBitSet(MAX_DOC);
    int upTo = 0;
    boolean failed = false;
    while (upTo < MAX_DOC) {
      upTo = Math.min(MAX_DOC, upTo + 1 + random.nextInt(MAX_DOC));
      try {
        postings.intoBitSet(upTo, bits, 0);
      } catch (CorruptIndexException e) {
        throw new AssertionError(e);
      } catch (
          @SuppressWarnings("unused")
          IOException e) {
        failed = true;
      }
    }
    if (failed == false) {
      assertEquals(docs, bits);
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
