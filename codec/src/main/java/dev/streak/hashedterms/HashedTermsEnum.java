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
package dev.streak.hashedterms;

import dev.streak.checks.AnswerChecks;
import dev.streak.field.StreakTerms;
import dev.streak.tables.KeyTable;
import java.io.IOException;
import org.apache.lucene.index.BaseTermsEnum;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.ImpactsEnum;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SlowImpactsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;
import org.apache.lucene.util.IOBooleanSupplier;

/**
 * Finds exact terms in the hash table. The dictionary's own enumeration is made, and moved to where
 * this one stands, only when it is needed: for order and ordinals, and where the table does not
 * answer; {@link #seekCeil} may ask it first, see {@link CeilChoice}.
 */
final class HashedTermsEnum extends BaseTermsEnum {

  private enum Position {
    /** Before the first term. */
    START,
    /** At {@link #term} with {@link #entry}; the dictionary's enumeration is somewhere else. */
    HASHED,
    /** Nowhere: {@link #term} is not in the field. The dictionary's enumeration is elsewhere. */
    MISSED,
    /** Where the dictionary's enumeration is. */
    ORDERED
  }

  /** Who seeks so often will go on: from then on the look-up is kept from seek to seek. */
  private static final int SEEKS_BEFORE_KEEPING = 4;

  private final StreakTerms terms;
  private final TermHashTable table;
  private final BytesRefBuilder term = new BytesRefBuilder();
  private TermsEnum ordered;
  private Position position = Position.START;
  private long entry;

  /** The entry whose list was handed out last, and its documents: filters ask for them next. */
  private long listed = KeyTable.ABSENT;

  private int docsListed;

  /** Null unless it is kept. */
  private TermHashLookup kept;

  private int seeks;

  /** The seek at which the table is brought near: who seeks so often seeks most of its lines. */
  private int seeksBeforeNear;

  private final CeilChoice ceilChoice;

  HashedTermsEnum(StreakTerms terms, TermHashTable table) {
    this.terms = terms;
    this.table = table;
    this.ceilChoice = new CeilChoice(table);
  }

  /** The entry of a term, {@link KeyTable#ABSENT}, or {@link TermHashLookup#UNKNOWN}. */
  private long find(BytesRef text) throws IOException {
    if (table.bounds().exclude(text)) {
      return KeyTable.ABSENT;
    }
    long found = TermHashLookup.UNKNOWN;
    if (kept != null) {
      if (table.isUsable()) {
        if (++seeks == seeksBeforeNear) {
          kept.bringNear();
        }
        found = checkedIfDue(text, kept.find(text));
      }
    } else {
      // An enumeration is never closed, and most are asked for one term only: so the look-up goes
      // back at once, to be found by the next enumeration.
      TermHashLookup lookup = table.acquire(1);
      if (lookup == null) {
        return TermHashLookup.UNKNOWN;
      }
      found = checkedIfDue(text, lookup.find(text));
      if (++seeks < SEEKS_BEFORE_KEEPING) {
        table.release(lookup);
      } else {
        kept = lookup;
        seeksBeforeNear = Math.max(seeks + 1, lookup.findsBeforeNear());
      }
    }
    if (found == KeyTable.ABSENT) {
      table.bounds().noteAbsent(terms);
    } else if (found == TermHashLookup.UNKNOWN) {
      TableCounts.countUnknown(1);
    }
    return found;
  }

  /** Gives back what was kept; whoever seeks on gets another. */
  private void end() {
    if (kept != null) {
      table.release(kept);
      kept = null;
      seeks = 0;
    }
  }

  private long checkedIfDue(BytesRef text, long found) throws IOException {
    return found != TermHashLookup.UNKNOWN && AnswerChecks.isDue() ? checked(text, found) : found;
  }

  /** What the table found, if the dictionary finds it too; otherwise the table is asked no more. */
  private long checked(BytesRef text, long found) throws IOException {
    long[] right = new long[1];
    terms.lookup(new BytesRef[] {text}, 0, 1, right);
    if (AnswerChecks.noted(right[0] == found)) {
      return found;
    }
    table.condemn();
    return TermHashLookup.UNKNOWN;
  }

  private TermsEnum ordered() throws IOException {
    if (ordered == null) {
      ordered = terms.iterator();
    }
    return ordered;
  }

  private boolean stand(BytesRef text, long found) {
    term.copyBytes(text);
    entry = found;
    position = found == KeyTable.ABSENT ? Position.MISSED : Position.HASHED;
    return position == Position.HASHED;
  }

  /** The entry of the current term. */
  long entry() throws IOException {
    return position == Position.HASHED ? entry : terms.entry(ordered());
  }

  @Override
  public boolean seekExact(BytesRef text) throws IOException {
    long found = find(text);
    if (found != TermHashLookup.UNKNOWN) {
      return stand(text, found);
    }
    position = Position.ORDERED;
    return ordered().seekExact(text);
  }

  @Override
  public IOBooleanSupplier prepareSeekExact(BytesRef text) throws IOException {
    long found = find(text);
    if (found == KeyTable.ABSENT) {
      stand(text, found);
      return null;
    }
    if (found != TermHashLookup.UNKNOWN) {
      return () -> stand(text, found);
    }
    position = Position.ORDERED;
    return ordered().prepareSeekExact(text);
  }

  @Override
  public SeekStatus seekCeil(BytesRef text) throws IOException {
    if (ceilChoice.asksTable()) {
      long found = find(text);
      if (found >= 0) {
        ceilChoice.noteHashed();
        stand(text, found);
        return SeekStatus.FOUND;
      }
    }
    position = Position.ORDERED;
    SeekStatus status = orderedCeil(text);
    ceilChoice.noteOrdered(status == SeekStatus.FOUND, ordered.ord());
    return status;
  }

  private SeekStatus orderedCeil(BytesRef text) throws IOException {
    SeekStatus status = ordered().seekCeil(text);
    if (status == SeekStatus.END) {
      end();
    }
    return status;
  }

  @Override
  public void seekExact(long ord) throws IOException {
    position = Position.ORDERED;
    ordered().seekExact(ord);
  }

  @Override
  public void seekExact(BytesRef text, TermState state) throws IOException {
    if (state instanceof HashedTermState hashed) {
      stand(text, hashed.entry());
    } else {
      position = Position.ORDERED;
      ordered().seekExact(text, state);
    }
  }

  @Override
  public BytesRef next() throws IOException {
    if (position == Position.HASHED) {
      moveToTerm();
    } else if (position == Position.MISSED) {
      SeekStatus status = orderedCeil(term.get());
      position = Position.ORDERED;
      return status == SeekStatus.END ? null : ordered.term();
    }
    position = Position.ORDERED;
    BytesRef next = ordered().next();
    if (next == null) {
      end();
    }
    return next;
  }

  private void moveToTerm() throws IOException {
    if (ordered().seekExact(term.get()) == false) {
      throw new CorruptIndexException(
          "term of the hash table is " + term.get() + ", must be in the dictionary",
          terms.toString());
    }
    position = Position.ORDERED;
  }

  @Override
  public BytesRef term() throws IOException {
    return position == Position.HASHED ? term.get() : ordered().term();
  }

  @Override
  public long ord() throws IOException {
    if (position == Position.HASHED) {
      moveToTerm();
    }
    return ordered().ord();
  }

  @Override
  public int docFreq() throws IOException {
    if (position != Position.HASHED) {
      return ordered().docFreq();
    }
    return entry == listed ? docsListed : terms.docFreq(entry);
  }

  @Override
  public long totalTermFreq() throws IOException {
    // There are no frequencies: each document counts once.
    return docFreq();
  }

  @Override
  public PostingsEnum postings(PostingsEnum reuse, int flags) throws IOException {
    if (position != Position.HASHED) {
      return ordered().postings(reuse, flags);
    }
    PostingsEnum list = terms.postings(entry, reuse);
    listed = entry;
    docsListed = (int) list.cost();
    return list;
  }

  @Override
  public ImpactsEnum impacts(int flags) throws IOException {
    if (position != Position.HASHED) {
      return ordered().impacts(flags);
    }
    PostingsEnum postings = terms.postings(entry, null);
    return postings instanceof ImpactsEnum impacts ? impacts : new SlowImpactsEnum(postings);
  }

  @Override
  public TermState termState() throws IOException {
    return position == Position.HASHED ? new HashedTermState(entry) : ordered().termState();
  }
}
