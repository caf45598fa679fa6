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
package dev.streak.inspection;

import dev.streak.field.DocSink;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermEntry;
import java.io.IOException;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;

/**
 * The documents of one term after the other, in each way that leads to them: as they are stored,
 * one by one, run by run, and by advancing.
 */
final class ListCheck {
  private static final int TARGETS = 7;

  /** Runs of long lists, and of some short ones, are looked at. */
  private static final int LONG = 1024;

  private static final int ONE_OF = 1024;

  private final StreakTerms terms;
  private final FixedBitSet documents;
  private final int maxDoc;
  private final int[] firstFrom = new int[TARGETS];
  private PostingsEnum postings;

  /** Notes each document that has a term in {@code documents}. */
  ListCheck(StreakTerms terms, FixedBitSet documents) {
    this.terms = terms;
    this.documents = documents;
    this.maxDoc = documents.length();
  }

  /** What is wrong with the documents of the term that {@code each} is on, or null. */
  String wrong(TermsEnum each, long entry, int docFreq, long number) throws IOException {
    if (docFreq < 1 || docFreq > maxDoc) {
      return "has " + docFreq + " documents, must be 1 to " + maxDoc;
    }
    if (TermEntry.isRun(entry)) {
      return wrongRun(entry, docFreq);
    }
    Documents stored = new Documents();
    terms.collect(entry, stored);
    if (stored.outside || stored.count != docFreq) {
      return "has a list of "
          + stored.count
          + " documents up to "
          + stored.last
          + ", must be of "
          + docFreq
          + ", ascending and below "
          + maxDoc;
    }
    postings = each.postings(postings, PostingsEnum.NONE);
    if (oneByOne(docFreq) != stored.hash) {
      return "has other documents one by one than as they are stored";
    }
    if ((docFreq > LONG || number % ONE_OF == 0) && runByRun(each) != stored.hash) {
      return "has other documents run by run than as they are stored";
    }
    return wrongAdvance(each);
  }

  /** There is nothing else to read. */
  private String wrongRun(long entry, int docFreq) {
    int start = TermEntry.runStart(entry);
    int length = TermEntry.runLength(entry);
    if (length != docFreq || length > maxDoc - start) {
      return "has a run of "
          + length
          + " documents from "
          + start
          + ", must be of "
          + docFreq
          + " and end at "
          + maxDoc
          + " at the latest";
    }
    documents.set(start, start + length);
    return null;
  }

  private static int target(int i, int maxDoc) {
    return (int) ((i + 1L) * maxDoc / (TARGETS + 1));
  }

  /** Stands for the documents; notes where advancing to some targets must lead. */
  private long oneByOne(int docFreq) throws IOException {
    long hash = 0;
    int targets = 0;
    int doc = postings.nextDoc();
    for (int left = docFreq; doc != DocIdSetIterator.NO_MORE_DOCS && left > 0; left--) {
      hash = then(hash, doc);
      while (targets < TARGETS && target(targets, maxDoc) <= doc) {
        firstFrom[targets++] = doc;
      }
      doc = postings.nextDoc();
    }
    while (targets < TARGETS) {
      firstFrom[targets++] = DocIdSetIterator.NO_MORE_DOCS;
    }
    return doc == DocIdSetIterator.NO_MORE_DOCS ? hash : then(hash, doc);
  }

  private long runByRun(TermsEnum each) throws IOException {
    postings = each.postings(postings, PostingsEnum.NONE);
    long hash = 0;
    int doc = postings.nextDoc();
    while (doc != DocIdSetIterator.NO_MORE_DOCS) {
      int end = Math.min(maxDoc, Math.max(doc + 1, postings.docIDRunEnd()));
      for (int i = doc; i < end; i++) {
        hash = then(hash, i);
      }
      doc = postings.advance(end);
    }
    return hash;
  }

  private String wrongAdvance(TermsEnum each) throws IOException {
    for (int i = 0; i < TARGETS; i++) {
      int target = target(i, maxDoc);
      postings = each.postings(postings, PostingsEnum.NONE);
      int doc = postings.advance(target);
      if (doc != firstFrom[i]) {
        return "advances to document " + doc + " for " + target + ", must be " + firstFrom[i];
      }
      if (doc == DocIdSetIterator.NO_MORE_DOCS) {
        break;
      }
    }
    return null;
  }

  private static long then(long hash, int doc) {
    return hash * 0x9E3779B97F4A7C15L + doc + 1;
  }

  /** As they are stored. */
  private final class Documents implements DocSink {
    private long hash;
    private int count;
    private int last = -1;
    private boolean outside;

    @Override
    public void run(int start, int end) {
      if (start <= last || end <= start || end > maxDoc) {
        outside = true;
      } else {
        documents.set(start, end);
        for (int doc = start; doc < end; doc++) {
          hash = then(hash, doc);
        }
        count += end - start;
      }
      last = Math.max(last, end - 1);
    }

    @Override
    public void docs(int[] docs, int size) {
      for (int i = 0; i < size; i++) {
        one(docs[i]);
      }
    }

    @Override
    public void bitmap(int base, long[] words, int wordCount) {
      for (int i = 0; i < wordCount; i++) {
        for (long bits = words[i]; bits != 0; bits &= bits - 1) {
          one(base + (i << 6) + Long.numberOfTrailingZeros(bits));
        }
      }
    }

    private void one(int doc) {
      if (doc <= last || doc >= maxDoc) {
        outside = true;
      } else {
        documents.set(doc);
        hash = then(hash, doc);
        count++;
        last = doc;
      }
    }
  }
}
