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

import dev.streak.codec.StreakPostingsFormat;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermEntry;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.codecs.perfield.PerFieldPostingsFormat;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;

/**
 * What Streak keeps beside the ordered dictionary, against what the dictionary says: every term is
 * looked up, and next to it one that is not there; every prefix is asked for.
 */
final class Shortcuts {
  private static final int BATCH = 1024;

  private final CodecReader segment;

  Shortcuts(CodecReader segment) {
    this.segment = segment;
  }

  static boolean isStreaks(FieldInfo field) {
    return field.getIndexOptions() == IndexOptions.DOCS
        && StreakPostingsFormat.NAME.equals(
            field.getAttribute(PerFieldPostingsFormat.PER_FIELD_FORMAT_KEY));
  }

  /** The first that is wrong, or null. */
  Throwable firstError() throws IOException {
    for (FieldInfo field : segment.getFieldInfos()) {
      Terms terms = isStreaks(field) ? segment.terms(field.name) : null;
      if (terms instanceof StreakTerms streak) {
        String wrong = lookups(field.name, streak.dictionary(), streak);
        if (wrong == null && streak.prefixSets() != null) {
          wrong = new PrefixAnswers(segment, field.name, terms, streak.prefixSets()).firstWrong();
        }
        if (wrong != null) {
          return new CorruptIndexException(wrong, segment.toString());
        }
      }
    }
    return null;
  }

  /**
   * Looks all terms up, and next to each one that is not there: what is found must be what stands
   * in the dictionary.
   */
  static String lookups(String field, StreakTerms dictionary, StreakTerms terms)
      throws IOException {
    BytesRefBuilder[] buffers = new BytesRefBuilder[2 * BATCH];
    Arrays.setAll(buffers, i -> new BytesRefBuilder());
    BytesRef[] wanted = new BytesRef[2 * BATCH];
    long[] expected = new long[2 * BATCH];
    int size = 0;
    TermsEnum each = dictionary.iterator();
    for (BytesRef term = each.next(); term != null; term = each.next()) {
      if (size > 0 && wanted[size - 1].bytesEquals(term)) {
        // What was to be absent is the next term.
        size--;
      }
      if (size > 2 * BATCH - 2) {
        String wrong = check(field, dictionary, terms, wanted, expected, size);
        if (wrong != null) {
          return wrong;
        }
        size = 0;
      }
      BytesRefBuilder absent = buffers[size + 1];
      buffers[size].copyBytes(term);
      wanted[size] = buffers[size].get();
      expected[size++] = dictionary.entry(each);
      absent.copyBytes(term);
      // The least term behind this one.
      absent.append((byte) 0);
      wanted[size] = absent.get();
      expected[size++] = TermEntry.ABSENT;
    }
    return check(field, dictionary, terms, wanted, expected, size);
  }

  private static String check(
      String field,
      StreakTerms dictionary,
      StreakTerms terms,
      BytesRef[] wanted,
      long[] expected,
      int size)
      throws IOException {
    long[] found = new long[size];
    terms.lookup(wanted, 0, size, found);
    for (int i = 0; i < size; i++) {
      if (found[i] != expected[i]) {
        return "field "
            + field
            + ": term "
            + wanted[i]
            + " has "
            + documents(dictionary, expected[i])
            + " documents, and "
            + documents(terms, found[i])
            + " when looked up";
      }
    }
    return null;
  }

  private static int documents(StreakTerms terms, long entry) throws IOException {
    return entry == TermEntry.ABSENT ? 0 : terms.docFreq(entry);
  }
}
