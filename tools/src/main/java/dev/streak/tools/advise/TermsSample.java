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
package dev.streak.tools.advise;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/**
 * Some of a field's terms with all their documents. Terms with short lists are taken in groups of
 * neighbours, because a dictionary writes a term by what it shares with the one before; of those
 * with long lists, which are few and make up most of the postings, as many as can be read.
 */
final class TermsSample {
  private static final int GROUP = 128;
  private static final int MOST_GROUPS = 300;
  private static final long MOST_SHORT_POSTINGS = 2_000_000;
  private static final long MOST_LONG_POSTINGS = 3_000_000;

  /** Longer lists are long. */
  private static final int LONG = 4096;

  /** Even of a small segment so much of the whole sample is taken. */
  private static final double LEAST_SHARE = 1.0 / 32;

  private final Stratum shortLists = new Stratum();
  private final Stratum longLists = new Stratum();
  private final PrefixLengths prefixes = new PrefixLengths();

  /** Each term has one document, so nobody needs to look how many it has. */
  private final boolean unique;

  private final double share;

  private TermsSample(boolean unique, double share) {
    this.unique = unique;
    this.share = Math.max(LEAST_SHARE, share);
  }

  /**
   * Walks through all terms twice, which is quick, and reads the documents of some.
   *
   * @param share of the documents of all segments that are sampled, and so of the sample
   */
  static TermsSample of(Terms terms, double share, long seed) throws IOException {
    TermsSample sample = new TermsSample(terms.size() == terms.getSumDocFreq(), share);
    sample.count(terms.iterator());
    sample.read(terms.iterator(), new SplittableRandom(seed));
    return sample;
  }

  private Stratum stratum(int docFreq) {
    return docFreq > LONG ? longLists : shortLists;
  }

  private void count(TermsEnum each) throws IOException {
    for (BytesRef term = each.next(); term != null; term = each.next()) {
      int docFreq = unique ? 1 : each.docFreq();
      stratum(docFreq).count(docFreq);
      prefixes.count(term, docFreq);
    }
  }

  private void read(TermsEnum each, SplittableRandom random) throws IOException {
    long spacing = spacing();
    LongLists longOnes = new LongLists(random);
    PostingsEnum postings = null;
    long number = 0;
    long begin = 0;
    for (BytesRef term = each.next(); term != null; term = each.next()) {
      int docFreq = unique ? 1 : each.docFreq();
      boolean take;
      if (docFreq > LONG) {
        take = longOnes.take(docFreq);
      } else {
        long inSpacing = number++ % spacing;
        if (inSpacing == 0) {
          begin = spacing == GROUP ? 0 : (long) (random.nextDouble() * (spacing - GROUP));
        }
        take = inSpacing >= begin && inSpacing < begin + GROUP;
      }
      if (take) {
        postings = each.postings(postings, PostingsEnum.NONE);
        stratum(docFreq).take(term, documents(postings, docFreq));
      }
    }
  }

  /**
   * Of each so many terms with short lists one group is taken, at a place that is drawn. Where
   * there are any, there are so many, or all of them are a group.
   */
  private long spacing() {
    double taken =
        share
            * Math.min(
                (double) MOST_GROUPS * GROUP / Math.max(1, shortLists.allTerms()),
                (double) MOST_SHORT_POSTINGS / Math.max(1, shortLists.allPostings()));
    return taken >= 1
        ? GROUP
        : Math.min(Math.round(GROUP / taken), Math.max(GROUP, shortLists.allTerms()));
  }

  /**
   * Which long lists are taken: one in so many, as many postings as can be read. Where that would
   * be none it is one, drawn by its length: it stands for the postings of all.
   */
  private final class LongLists {
    private final double share;

    /** The number of the posting, among those of all long lists, whose list is taken; or -1. */
    private final double drawn;

    private long passed;
    private double due;

    LongLists(SplittableRandom random) {
      long all = longLists.allPostings();
      share = Math.min(1, TermsSample.this.share * MOST_LONG_POSTINGS / Math.max(1, all));
      due = random.nextDouble();
      drawn = share * longLists.allTerms() < 1 ? due * all : -1;
    }

    boolean take(int docFreq) {
      if (drawn >= 0) {
        boolean before = passed > drawn;
        passed += docFreq;
        return !before && passed > drawn;
      }
      due += share;
      boolean take = due >= 1;
      due -= take ? 1 : 0;
      return take;
    }
  }

  private static int[] documents(PostingsEnum postings, int docFreq) throws IOException {
    int[] docs = new int[docFreq];
    int count = 0;
    for (int doc = postings.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = postings.nextDoc()) {
      docs = ArrayUtil.grow(docs, count + 1);
      docs[count++] = doc;
    }
    return ArrayUtil.copyOfSubArray(docs, 0, count);
  }

  Stratum[] strata() {
    return new Stratum[] {shortLists, longLists};
  }

  long allTerms() {
    return shortLists.allTerms() + longLists.allTerms();
  }

  long allPostings() {
    return shortLists.allPostings() + longLists.allPostings();
  }

  /** Lengths of prefixes that are worth sets. */
  PrefixLengths.Range prefixesWorthSets() {
    return prefixes.worthSets(
        Stream.concat(shortLists.terms().stream(), longLists.terms().stream()).toList());
  }
}
