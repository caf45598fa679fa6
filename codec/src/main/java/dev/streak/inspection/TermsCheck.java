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

import dev.streak.field.StreakTerms;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.automaton.Automata;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.Operations;

/**
 * One walk through all terms of a field with all their documents: what {@code CheckIndex} looks at
 * in several, and what it cannot know of.
 */
final class TermsCheck {
  /** So many terms, at even distances, are looked for by order and by place. */
  private static final int SOUGHT = 10_000;

  private static final char FIRST_LETTER = 'a';
  private static final char LAST_LETTER = 'e';

  private final StreakTerms terms;
  private final String name;
  private final TableCheck table;
  private final FixedBitSet documents;
  private final ListCheck lists;
  private final List<MatchCheck> matches = new ArrayList<>();
  private final List<BytesRef> sought = new ArrayList<>();
  private final BytesRefBuilder last = new BytesRefBuilder();
  private long count;
  private long postings;

  /** {@code terms} are those of the dictionary, {@code table} is told all of them. */
  TermsCheck(StreakTerms terms, String name, int maxDoc, TableCheck table) {
    this.terms = terms;
    this.name = name;
    this.table = table;
    this.documents = new FixedBitSet(maxDoc);
    this.lists = new ListCheck(terms, documents);
  }

  void run() throws IOException {
    Automaton some =
        Operations.concatenate(
            List.of(
                Automata.makeAnyBinary(),
                Automata.makeCharRange(FIRST_LETTER, LAST_LETTER),
                Automata.makeAnyBinary()));
    matches.add(new MatchCheck(terms, some, TermsCheck::hasLetter, null));
    matches.add(
        new MatchCheck(
            terms, Automata.makeNonEmptyBinary(), term -> term.length > 0, new BytesRef("l")));
    long step = Math.max(1, terms.size() / SOUGHT);
    TermsEnum each = terms.iterator();
    for (BytesRef term = each.next(); term != null; term = each.next()) {
      order(each, term);
      long entry = terms.entry(each);
      int docFreq = each.docFreq();
      fail(term, lists.wrong(each, entry, docFreq, count));
      table.term(term, entry);
      for (MatchCheck match : matches) {
        fail(term, match.wrong(term));
      }
      if (count % step == 0) {
        sought.add(BytesRef.deepCopyOf(term));
      }
      count++;
      postings += docFreq;
    }
    table.finish();
    for (MatchCheck match : matches) {
      fail(last.get(), match.wrongAtEnd());
    }
    totals();
    seek(each, step);
  }

  private static boolean hasLetter(BytesRef term) {
    for (int i = term.offset; i < term.offset + term.length; i++) {
      if (term.bytes[i] >= FIRST_LETTER && term.bytes[i] <= LAST_LETTER) {
        return true;
      }
    }
    return false;
  }

  private void order(TermsEnum each, BytesRef term) throws IOException {
    if (count == 0) {
      fail(term, term.equals(terms.getMin()) ? null : "is first, and not the least");
    } else if (last.get().compareTo(term) >= 0) {
      fail(term, "comes behind " + last.get());
    }
    last.copyBytes(term);
    if (each.ord() != count) {
      fail(term, "has ordinal " + each.ord() + ", must be " + count);
    }
  }

  private void totals() throws IOException {
    total("terms", terms.size(), count);
    total("postings", terms.getSumDocFreq(), postings);
    total("occurrences", terms.getSumTotalTermFreq(), postings);
    total("documents", terms.getDocCount(), documents.cardinality());
    if (count > 0) {
      fail(last.get(), last.get().equals(terms.getMax()) ? null : "is last, and not the greatest");
    }
  }

  private void total(String what, long recorded, long counted) throws IOException {
    if (recorded != counted) {
      throw new CorruptIndexException(
          "number of " + what + " is " + recorded + ", must be " + counted, name);
    }
  }

  /** Backwards, so that nothing is found by going on from the one before. */
  private void seek(TermsEnum each, long step) throws IOException {
    for (int i = sought.size() - 1; i >= 0; i--) {
      BytesRef term = sought.get(i);
      each.seekExact(i * step);
      if (each.term().equals(term) == false) {
        fail(term, "is not what is found by its ordinal");
      }
      if (each.seekCeil(term) != TermsEnum.SeekStatus.FOUND || each.ord() != i * step) {
        fail(term, "is not found by order");
      }
    }
  }

  private void fail(BytesRef term, String wrong) throws IOException {
    if (wrong != null) {
      throw new CorruptIndexException("term " + term + " " + wrong, name);
    }
  }
}
