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

import dev.streak.inspection.KeptTerms;
import dev.streak.search.RunPrefixQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
import org.apache.lucene.util.StringHelper;

/**
 * Every prefix of a field of which something is stored: what is stored, and what a query gives,
 * against the documents of the terms. One walk through the terms does for all prefixes, for those
 * that a term has lie within each other.
 */
final class PrefixAnswers {
  private final String field;
  private final Terms terms;
  private final KeptTerms sets;
  private final Bits live;
  private final IndexSearcher searcher;

  /** For each document, how many prefixes had been opened when a term was last seen with it. */
  private final int[] opened;

  /** The prefixes that the terms at hand have, each within the one before. */
  private final List<Open> open = new ArrayList<>();

  private int depth;
  private int next;

  /** The prefix with the number {@code next}; null behind the last. */
  private BytesRef upcoming;

  /** A prefix whose terms are being walked through; made once for each depth. */
  private final class Open {
    private int index;
    private BytesRef prefix;
    private int documents;
    private int liveDocuments;

    void begin(int number, BytesRef begun) {
      index = number;
      prefix = begun;
      documents = 0;
      liveDocuments = 0;
    }

    /** Whether a term that was walked through since this prefix was opened has the document. */
    boolean has(int doc) {
      return opened[doc] > index;
    }
  }

  PrefixAnswers(CodecReader segment, String field, Terms terms, KeptTerms sets) {
    this.field = field;
    this.terms = terms;
    this.sets = sets;
    this.live = segment.getLiveDocs();
    this.opened = new int[segment.maxDoc()];
    this.searcher = new IndexSearcher(segment);
    searcher.setQueryCache(null);
  }

  /** What is wrong with the first that is wrong, or null. */
  String firstWrong() throws IOException {
    TermsEnum each = terms.iterator();
    PostingsEnum postings = null;
    moveTo(0);
    for (BytesRef term = each.next(); term != null; term = each.next()) {
      String wrong = closeAllBut(term);
      wrong = wrong == null ? openUpTo(term) : wrong;
      if (wrong != null) {
        return wrong;
      }
      if (depth > 0) {
        postings = each.postings(postings, PostingsEnum.NONE);
        see(postings);
      }
    }
    String wrong = closeAllBut(null);
    return wrong == null && upcoming != null ? withoutTerms(upcoming) : wrong;
  }

  private void moveTo(int number) throws IOException {
    next = number;
    upcoming = number < sets.prefixes() ? BytesRef.deepCopyOf(sets.prefix(number)) : null;
  }

  private String closeAllBut(BytesRef term) throws IOException {
    while (depth > 0 && (term == null || !begins(term, open.get(depth - 1).prefix))) {
      String wrong = check(open.get(--depth));
      if (wrong != null) {
        return wrong;
      }
    }
    return null;
  }

  private String openUpTo(BytesRef term) throws IOException {
    while (upcoming != null && upcoming.compareTo(term) <= 0) {
      if (!begins(term, upcoming)) {
        return withoutTerms(upcoming);
      }
      if (depth == open.size()) {
        open.add(new Open());
      }
      open.get(depth++).begin(next, upcoming);
      moveTo(next + 1);
    }
    return null;
  }

  private static boolean begins(BytesRef term, BytesRef prefix) {
    return StringHelper.startsWith(term, prefix);
  }

  private String withoutTerms(BytesRef prefix) {
    return "field " + field + ": prefix " + prefix + " is stored, and no term has it";
  }

  private void see(PostingsEnum postings) throws IOException {
    for (int doc = postings.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = postings.nextDoc()) {
      boolean isLive = live == null || live.get(doc);
      // What a prefix has, those around it have already.
      for (int level = depth - 1; level >= 0 && !open.get(level).has(doc); level--) {
        open.get(level).documents++;
        open.get(level).liveDocuments += isLive ? 1 : 0;
      }
      opened[doc] = next;
    }
  }

  private String check(Open prefix) throws IOException {
    int stored = sets.prefixDocs(prefix.index);
    if (stored != prefix.documents) {
      return wrong(prefix, prefix.documents + " documents, and the set has " + stored);
    }
    if (sets.prefixSet(prefix.index).isEmpty()) {
      return null;
    }
    RunPrefixQuery query = new RunPrefixQuery(field, prefix.prefix);
    int counted = searcher.count(query);
    int known = 0;
    int unknown = 0;
    Weight weight = searcher.createWeight(query, ScoreMode.COMPLETE_NO_SCORES, 1);
    Scorer scorer = weight.scorer(searcher.getLeafContexts().get(0));
    DocIdSetIterator matches = scorer == null ? DocIdSetIterator.empty() : scorer.iterator();
    for (int doc = matches.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = matches.nextDoc()) {
      if (live == null || live.get(doc)) {
        boolean seen = prefix.has(doc);
        known += seen ? 1 : 0;
        unknown += seen ? 0 : 1;
      }
    }
    int right = prefix.liveDocuments;
    return known == right && unknown == 0 && counted == right
        ? null
        : wrong(
            prefix,
            String.format(
                Locale.ROOT,
                "%d documents, a query finds %d of them and %d others, and counts %d",
                right,
                known,
                unknown,
                counted));
  }

  private String wrong(Open prefix, String what) {
    return "field " + field + ": prefix " + prefix.prefix + " has " + what;
  }
}
