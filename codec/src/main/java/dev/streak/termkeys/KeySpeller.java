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
package dev.streak.termkeys;

import dev.streak.digits.HexReader;
import org.apache.lucene.util.BytesRef;

/** Makes keys of terms, one by one or many at a time. For one thread. */
public final class KeySpeller {

  private final TermSpelling spelling;
  private final TermKeyKind kind;

  /** Null unless the kind needs one. */
  private final HexReader reader;

  /** What follows the head of a term. */
  private final BytesRef rest = new BytesRef();

  /** What follows the heads of many terms, and where these are; empty if there is no head. */
  private final BytesRef[] cut;

  private final int[] cutFrom;

  /**
   * @param most terms of which keys are made at a time, at most; 0 if that is done one by one
   */
  public KeySpeller(TermSpelling spelling, int most) {
    this.spelling = spelling;
    this.kind = spelling.kind();
    this.reader = most == 0 ? null : kind.newReader(most);
    int heads = spelling.hasHead() ? most : 0;
    cut = new BytesRef[heads];
    for (int i = 0; i < heads; i++) {
      cut[i] = new BytesRef();
    }
    cutFrom = new int[heads];
  }

  /** Sets the first of {@code keys} and {@code rests}, as {@link TermKeyKind#setKey}. */
  public boolean set(BytesRef term, long[] keys, long[] rests) {
    return spelling.hasHead()
        ? spelling.cut(term, rest) && kind.setKey(rest, keys, rests, 0)
        : kind.setKey(term, keys, rests, 0);
  }

  /** As {@link TermKeyKind#addKeys}. */
  public void addAll(BytesRef[] terms, int from, int to, FittingKeys fitting) {
    if (spelling.hasHead() == false) {
      kind.addKeys(terms, from, to, reader, fitting);
      return;
    }
    int count = 0;
    for (int i = from; i < to; i++) {
      if (spelling.cut(terms[i], cut[count])) {
        cutFrom[count++] = i;
      }
    }
    int before = fitting.size;
    kind.addKeys(cut, 0, count, reader, fitting);
    for (int i = before; i < fitting.size; i++) {
      fitting.places[i] = cutFrom[fitting.places[i]];
    }
  }
}
