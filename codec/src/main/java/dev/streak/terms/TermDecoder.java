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
package dev.streak.terms;

import java.io.IOException;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/** Unpacks single terms of a block: what they share stays where it is until the next block. */
final class TermDecoder {

  private final RandomAccessInput in;
  private final BytesRef term = new BytesRef(64);
  private final byte[] places = new byte[TermBlockLayout.MAX_COLUMNS];
  private boolean ready;
  private int prefix;
  private int length;
  private int varying;
  private Alphabet alphabet;

  TermDecoder(RandomAccessInput in) {
    this.in = in;
  }

  void forgetBlock() {
    ready = false;
  }

  boolean isReady() {
    return ready;
  }

  /** Reads what the block's terms share; the alphabet is null where there are offsets. */
  void open(
      long prefixAt,
      int prefixBytes,
      Alphabet blockAlphabet,
      int columns,
      long mask,
      long constantsAt)
      throws IOException {
    ready = true;
    prefix = prefixBytes;
    alphabet = blockAlphabet;
    varying = 0;
    length = prefix + (alphabet == null ? 0 : columns);
    term.bytes = ArrayUtil.growNoCopy(term.bytes, length);
    in.readBytes(prefixAt, term.bytes, 0, prefix);
    long at = constantsAt;
    for (int column = 0; column < length - prefix; column++) {
      if ((mask >>> column & 1) != 0) {
        places[varying++] = (byte) column;
      } else {
        term.bytes[prefix + column] = in.readByte(at++);
      }
    }
  }

  BytesRef readColumns(long at) throws IOException {
    byte[] bytes = term.bytes;
    byte[] symbols = alphabet.symbols;
    int bits = alphabet.bits;
    int perWord = alphabet.columnsPerWord();
    long wordAt = at;
    int wordEnd = 0;
    for (int i = 0; i < varying; ) {
      long word = Long.reverseBytes(in.readLong(wordAt));
      wordAt += Long.BYTES;
      wordEnd = Math.min(varying, wordEnd + perWord);
      for (; i < wordEnd; i++) {
        int code = (int) (word >>> -bits);
        word <<= bits;
        bytes[prefix + places[i]] = symbols[code];
        if (code == 0 && alphabet.hasTerminator) {
          term.length = prefix + places[i];
          return term;
        }
      }
    }
    term.length = length;
    return term;
  }

  BytesRef readRest(long at, int rest) throws IOException {
    term.bytes = ArrayUtil.grow(term.bytes, prefix + rest);
    in.readBytes(at, term.bytes, prefix, rest);
    term.length = prefix + rest;
    return term;
  }
}
