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
package dev.streak.tools.verify;

import dev.streak.search.RunPrefixQuery;
import java.io.IOException;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/**
 * Every prefix of a field, of one length after the other: what a query gives, against the documents
 * of the terms.
 */
final class PrefixAnswers {
  /** No prefix can be configured to be longer. */
  static final int MOST_CODE_POINTS = 16;

  private final String field;
  private final Terms terms;
  private final Bits live;
  private final IndexSearcher searcher;

  /** For each document the number of the prefix that it was last seen with. */
  private final int[] seenWith;

  private int prefixNumber;
  private int documents;
  private int termsSeen;

  PrefixAnswers(CodecReader segment, String field, Terms terms) {
    this.field = field;
    this.terms = terms;
    this.live = segment.getLiveDocs();
    this.seenWith = new int[segment.maxDoc()];
    this.searcher = new IndexSearcher(segment);
    searcher.setQueryCache(null);
  }

  String firstWrong() throws IOException {
    String wrong = null;
    for (int length = 1; length <= MOST_CODE_POINTS && wrong == null; length++) {
      int before = prefixNumber;
      wrong = firstWrong(length);
      if (prefixNumber == before) {
        break;
      }
    }
    return wrong;
  }

  private String firstWrong(int length) throws IOException {
    TermsEnum each = terms.iterator();
    PostingsEnum postings = null;
    BytesRef prefix = null;
    for (BytesRef term = each.next(); term != null; term = each.next()) {
      int end = end(term, length);
      if (end < 0) {
        continue;
      }
      BytesRef here = new BytesRef(term.bytes, term.offset, end);
      if (!here.equals(prefix)) {
        String wrong = prefix == null ? null : check(prefix);
        if (wrong != null) {
          return wrong;
        }
        prefix = BytesRef.deepCopyOf(here);
        prefixNumber++;
        documents = 0;
        termsSeen = 0;
      }
      postings = each.postings(postings, PostingsEnum.NONE);
      see(postings);
    }
    return prefix == null ? null : check(prefix);
  }

  /** Bytes of the first code points, or -1 if there are fewer. */
  private static int end(BytesRef term, int codePoints) {
    int left = codePoints;
    for (int i = 0; i < term.length; i++) {
      boolean begins = (term.bytes[term.offset + i] & 0xC0) != 0x80;
      if (begins && left-- == 0) {
        return i;
      }
    }
    return left == 0 ? term.length : -1;
  }

  private void see(PostingsEnum postings) throws IOException {
    termsSeen++;
    for (int doc = postings.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = postings.nextDoc()) {
      if (seenWith[doc] != prefixNumber && (live == null || live.get(doc))) {
        seenWith[doc] = prefixNumber;
        documents++;
      }
    }
  }

  private String check(BytesRef prefix) throws IOException {
    if (termsSeen == 1) {
      // Nothing is stored for what one term says.
      return null;
    }
    RunPrefixQuery query = new RunPrefixQuery(field, prefix);
    int counted = searcher.count(query);
    int known = 0;
    int unknown = 0;
    Weight weight = searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1);
    Scorer scorer = weight.scorer(searcher.getLeafContexts().get(0));
    DocIdSetIterator matches = scorer == null ? DocIdSetIterator.empty() : scorer.iterator();
    for (int doc = matches.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = matches.nextDoc()) {
      if (seenWith[doc] == prefixNumber) {
        known++;
      } else if (live == null || live.get(doc)) {
        unknown++;
      }
    }
    if (known == documents && unknown == 0 && counted == documents) {
      return null;
    }
    return "field "
        + field
        + ": prefix "
        + prefix
        + " has "
        + documents
        + " documents, a query finds "
        + known
        + " of them and "
        + unknown
        + " others, and counts "
        + counted;
  }
}
