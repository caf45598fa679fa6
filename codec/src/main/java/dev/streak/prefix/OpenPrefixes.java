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
package dev.streak.prefix;

import dev.streak.docset.DocUnion;
import dev.streak.docset.MatchingDocs;
import dev.streak.field.DocSink;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefBuilder;

/**
 * The prefixes, one of each length, of the term that is being written, and the documents they have
 * so far. A document goes to the longest of them; when a prefix ends, what it has is handed to the
 * next shorter one, sorted and without repetition, so that on a sorted index the short prefixes
 * unite a few long runs.
 */
final class OpenPrefixes {

  /** Takes prefixes that no later term can begin with. */
  interface Consumer {
    void accept(BytesRef prefix, long terms, MatchingDocs docs) throws IOException;
  }

  private final PrefixSettings settings;
  private final int maxDoc;
  private final Consumer consumer;
  private final BytesRefBuilder lastTerm = new BytesRefBuilder();

  /** By length less {@code min}: bytes of the open prefix; only the first {@link #open} count. */
  private final int[] byteLengths;

  private final int[] newByteLengths;
  private final DocUnion[] unions;

  /** Documents have several terms, so there may be more of these than fit into an int. */
  private final long[] termCounts;

  /**
   * Whether earlier terms begin with the prefix that were not counted to it. Happens where terms
   * are not UTF-8: {@code 61 80} begins with {@code 61}, but its first code point is both bytes.
   */
  private final boolean[] incomplete;

  private int open;
  private int shared;

  OpenPrefixes(PrefixSettings settings, int maxDoc, Consumer consumer) {
    this.settings = settings;
    this.maxDoc = maxDoc;
    this.consumer = consumer;
    int levels = settings.max() - settings.min() + 1;
    byteLengths = new int[levels];
    newByteLengths = new int[levels];
    unions = new DocUnion[levels];
    termCounts = new long[levels];
    incomplete = new boolean[levels];
  }

  /**
   * Closes the prefixes that {@code term} does not begin with and opens those it does.
   *
   * @return where the documents of the term are to go, or null if it is too short for a prefix
   */
  DocSink startTerm(BytesRef term) throws IOException {
    int levels = measure(term);
    shared = sharedBytes(lastTerm.get(), term);
    int common = 0;
    boolean sameLengths = true;
    while (common < open && byteLengths[common] <= shared) {
      sameLengths &= common < levels && byteLengths[common] == newByteLengths[common];
      common++;
    }
    closeDownTo(common);
    if (sameLengths) {
      for (; open < levels; open++) {
        byteLengths[open] = newByteLengths[open];
        unions[open] = new DocUnion(maxDoc, 0);
        termCounts[open] = 0;
        incomplete[open] = byteLengths[open] <= shared;
      }
    }
    lastTerm.copyBytes(term);
    if (open == 0) {
      return null;
    }
    termCounts[open - 1]++;
    return unions[open - 1];
  }

  private static int sharedBytes(BytesRef a, BytesRef b) {
    int mismatch =
        Arrays.mismatch(
            a.bytes, a.offset, a.offset + a.length, b.bytes, b.offset, b.offset + b.length);
    return mismatch < 0 ? a.length : mismatch;
  }

  /** Bytes that the term that started last has in common with the one before it. */
  int sharedBytes() {
    return shared;
  }

  void finish() throws IOException {
    closeDownTo(0);
  }

  /** Finds where the prefixes of {@code term} end. Returns how many it has. */
  private int measure(BytesRef term) {
    int levels = 0;
    int codePoints = 0;
    for (int i = 1; i <= term.length; i++) {
      boolean boundary = i == term.length || isContinuation(term.bytes[term.offset + i]) == false;
      if (boundary && ++codePoints >= settings.min()) {
        newByteLengths[levels++] = i;
        if (codePoints == settings.max()) {
          break;
        }
      }
    }
    return levels;
  }

  private static boolean isContinuation(byte b) {
    return (b & 0xC0) == 0x80;
  }

  private void closeDownTo(int levels) throws IOException {
    while (open > levels) {
      open--;
      MatchingDocs docs = unions[open].build();
      unions[open] = null;
      if (open > 0) {
        docs.collect(unions[open - 1]);
        termCounts[open - 1] += termCounts[open];
      }
      if (incomplete[open] == false) {
        BytesRef prefix = new BytesRef(lastTerm.bytes(), 0, byteLengths[open]);
        consumer.accept(prefix, termCounts[open], docs);
      }
    }
  }
}
