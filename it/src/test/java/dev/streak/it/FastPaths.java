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
package dev.streak.it;

import dev.streak.field.DocSink;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermEntry;
import dev.streak.search.RunPrefixQuery;
import dev.streak.search.RunTermRangeQuery;
import dev.streak.search.RunTermsQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSet;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.apache.lucene.util.FixedBitSet;

/**
 * Every answer that Streak gives by a way of its own, beside the same answer by Lucene's way:
 * batched look-ups, stored entries, queries. Throws {@link WrongAnswer} where they differ.
 */
final class FastPaths {

  /** Two ways to one answer gave two answers. */
  static final class WrongAnswer extends AssertionError {
    private static final long serialVersionUID = 1;

    WrongAnswer(String message) {
      super(message);
    }
  }

  private static final int MAX_TERMS = 400;

  private final LeafReader leaf;
  private final String field;
  private final Random random;

  private FastPaths(LeafReader leaf, String field, Random random) {
    this.leaf = leaf;
    this.field = field;
    this.random = random;
  }

  /** Returns how many answers were compared. */
  static long check(DirectoryReader reader, Random random) throws IOException {
    long compared = 0;
    for (LeafReaderContext context : reader.leaves()) {
      for (FieldInfo field : context.reader().getFieldInfos()) {
        if (field.getIndexOptions() != IndexOptions.DOCS) {
          continue;
        }
        FastPaths paths = new FastPaths(context.reader(), field.name, random);
        List<BytesRef> terms = paths.someTerms();
        compared += paths.checkLookup(terms);
        compared += paths.checkQuery(terms);
      }
    }
    return compared;
  }

  /** Some terms of the field and as many that are most likely not in it, in any order. */
  private List<BytesRef> someTerms() throws IOException {
    List<BytesRef> terms = new ArrayList<>();
    Terms all = leaf.terms(field);
    if (all != null) {
      TermsEnum each = all.iterator();
      for (BytesRef term = each.next(); term != null; term = each.next()) {
        terms.add(BytesRef.deepCopyOf(term));
        BytesRefBuilder other = new BytesRefBuilder();
        other.append(term);
        if (term.length == 0 || random.nextBoolean()) {
          other.append((byte) ('0' + random.nextInt(10)));
        } else {
          other.setByteAt(term.length - 1, (byte) ('0' + random.nextInt(10)));
        }
        terms.add(other.toBytesRef());
      }
    }
    Collections.shuffle(terms, random);
    return terms.subList(0, Math.min(terms.size(), MAX_TERMS));
  }

  private long checkLookup(List<BytesRef> terms) throws IOException {
    if (!(leaf.terms(field) instanceof StreakTerms streak)) {
      return 0;
    }
    long[] entries = new long[terms.size()];
    streak.lookup(terms.toArray(BytesRef[]::new), 0, entries.length, entries);
    TermsEnum each = streak.iterator();
    for (int i = 0; i < entries.length; i++) {
      String what = field + ":" + Term.toString(terms.get(i));
      boolean found = each.seekExact(terms.get(i));
      require(found == (entries[i] != TermEntry.ABSENT), "presence of " + what);
      if (found) {
        require(each.docFreq() == streak.docFreq(entries[i]), "docFreq of " + what);
        BitSet expected = bits(each.postings(null, PostingsEnum.NONE));
        require(expected.equals(bits(streak.postings(entries[i], null))), "postings of " + what);
        Collector collector = new Collector(new FixedBitSet(leaf.maxDoc() + 64));
        streak.collect(entries[i], collector);
        require(expected.equals(collector.bits), "collected documents of " + what);
      }
    }
    return entries.length;
  }

  private long checkQuery(List<BytesRef> terms) throws IOException {
    IndexSearcher searcher = new IndexSearcher(leaf);
    searcher.setQueryCache(null);
    for (int size : new int[] {1, terms.size() / 8, terms.size()}) {
      List<BytesRef> some = terms.subList(0, Math.min(size, terms.size()));
      BitSet expected = matches(searcher, new TermInSetQuery(field, some));
      BitSet found = matches(searcher, new RunTermsQuery(field, some));
      require(expected.equals(found), "query for " + some.size() + " terms of " + field);
    }
    for (BytesRef term : terms.subList(0, Math.min(3, terms.size()))) {
      BytesRef prefix =
          new BytesRef(term.bytes, term.offset, Math.min(term.length, 1 + random.nextInt(3)));
      require(
          matches(searcher, new PrefixQuery(new Term(field, prefix)))
              .equals(matches(searcher, new RunPrefixQuery(field, prefix))),
          "prefix " + field + ":" + prefix);
      TermRangeQuery range =
          new TermRangeQuery(field, prefix, term, random.nextBoolean(), random.nextBoolean());
      require(
          matches(searcher, range).equals(matches(searcher, new RunTermRangeQuery(range))),
          "range " + range);
    }
    return 9;
  }

  private BitSet matches(IndexSearcher searcher, Query query) throws IOException {
    Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
    Scorer scorer = weight.scorer(searcher.getIndexReader().leaves().get(0));
    return bits(scorer == null ? DocIdSetIterator.empty() : scorer.iterator());
  }

  private BitSet bits(DocIdSetIterator documents) throws IOException {
    FixedBitSet bits = new FixedBitSet(leaf.maxDoc() + 64);
    int last = -1;
    for (int doc = documents.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = documents.nextDoc()) {
      require(doc > last && doc < leaf.maxDoc(), "document " + doc + " after " + last);
      bits.set(doc);
      last = doc;
    }
    return bits;
  }

  private static void require(boolean right, String what) {
    if (!right) {
      throw new WrongAnswer("two answers: " + what);
    }
  }

  private record Collector(FixedBitSet bits) implements DocSink {
    @Override
    public void run(int start, int end) {
      require(start >= 0 && end <= bits.length(), "run " + start + " to " + end);
      bits.set(start, end);
    }

    @Override
    public void docs(int[] docs, int count) {
      for (int i = 0; i < count; i++) {
        require(docs[i] >= 0 && docs[i] < bits.length(), "document " + docs[i]);
        bits.set(docs[i]);
      }
    }

    @Override
    public void bitmap(int base, long[] words, int wordCount) {
      for (int word = 0; word < wordCount; word++) {
        for (long rest = words[word]; rest != 0; rest &= rest - 1) {
          int doc = base + 64 * word + Long.numberOfTrailingZeros(rest);
          require(doc >= 0 && doc < bits.length(), "document " + doc);
          bits.set(doc);
        }
      }
    }
  }
}
