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
import dev.streak.field.TermEntry;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;

/**
 * What a field's hash table says of all terms, and next to each one of a term that is not there. It
 * must be what the dictionary says.
 */
final class TableCheck {
  private static final int BATCH = 2048;

  private final StreakTerms terms;
  private final boolean hasTable;
  private final BytesRefBuilder[] buffers = new BytesRefBuilder[BATCH];
  private final BytesRef[] wanted = new BytesRef[BATCH];
  private final long[] expected = new long[BATCH];
  private final long[] found = new long[BATCH];
  private int size;
  private String wrong;

  TableCheck(StreakTerms terms) throws IOException {
    this.terms = terms;
    this.hasTable = terms.dictionary() != terms;
    Arrays.setAll(buffers, i -> new BytesRefBuilder());
    // As long as it was not read, the dictionary may answer.
    terms.loadTable();
  }

  /** The next term in their order, with what the dictionary says of it. */
  void term(BytesRef term, long entry) throws IOException {
    if (hasTable == false || wrong != null) {
      return;
    }
    if (size > 0 && wanted[size - 1].bytesEquals(term)) {
      // What was to be absent is the next term.
      size--;
    }
    if (size > BATCH - 2) {
      finish();
    }
    add(term, entry);
    BytesRefBuilder absent = buffers[size];
    absent.copyBytes(term);
    // The least term behind this one.
    absent.append((byte) 0);
    wanted[size] = absent.get();
    expected[size++] = TermEntry.ABSENT;
  }

  private void add(BytesRef term, long entry) {
    buffers[size].copyBytes(term);
    wanted[size] = buffers[size].get();
    expected[size++] = entry;
  }

  /** Looks up what has not been looked up. */
  void finish() throws IOException {
    terms.lookup(wanted, 0, size, found);
    for (int i = 0; i < size && wrong == null; i++) {
      if (found[i] != expected[i]) {
        wrong = "term " + wanted[i] + " " + difference(expected[i], found[i]);
      }
    }
    size = 0;
  }

  /** What was found may be anything, so it is not followed. */
  private static String difference(long expected, long found) {
    if (found == TermEntry.ABSENT) {
      return "is there, and is not found when looked up";
    }
    return expected == TermEntry.ABSENT
        ? "is not there, and is found when looked up"
        : "is found with other documents when looked up";
  }

  /** The first that is wrong, or null. */
  String wrong() {
    return wrong;
  }
}
