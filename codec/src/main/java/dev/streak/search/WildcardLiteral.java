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
package dev.streak.search;

import dev.streak.field.AcceptedLiteral;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.UnicodeUtil;

/** What all terms contain that a pattern of wildcards matches. */
final class WildcardLiteral {

  private final String pattern;
  private final StringBuilder piece = new StringBuilder();
  private BytesRef longest;
  private int wildcards;
  private boolean endsWithPiece;

  private WildcardLiteral(String pattern) {
    this.pattern = pattern;
  }

  /**
   * The longest piece of a pattern, in bytes, without the one that it begins with; null if there is
   * none. Whatever begins with the first piece is found by order. Half a character is no bytes.
   */
  static AcceptedLiteral of(String pattern) {
    if (UnicodeUtil.validUTF16String(pattern) == false) {
      return null;
    }
    WildcardLiteral literal = new WildcardLiteral(pattern);
    literal.find();
    return literal.longest == null
        ? null
        : new AcceptedLiteral(literal.longest, literal.isBetweenStars());
  }

  /** Whether there is nothing but one piece between any characters and any characters. */
  private boolean isBetweenStars() {
    return wildcards == 2
        && pattern.charAt(0) == WildcardQuery.WILDCARD_STRING
        && pattern.charAt(pattern.length() - 1) == WildcardQuery.WILDCARD_STRING
        && endsWithPiece == false;
  }

  private void find() {
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == WildcardQuery.WILDCARD_STRING || c == WildcardQuery.WILDCARD_CHAR) {
        end();
        wildcards++;
      } else if (c == WildcardQuery.WILDCARD_ESCAPE && i + 1 < pattern.length()) {
        piece.append(pattern.charAt(++i));
      } else {
        piece.append(c);
      }
    }
    endsWithPiece = piece.length() > 0;
    end();
  }

  /** Ends a piece; the one that the pattern begins with does not count. */
  private void end() {
    BytesRef bytes = new BytesRef(piece);
    if (wildcards > 0 && bytes.length > (longest == null ? 0 : longest.length)) {
      longest = bytes;
    }
    piece.setLength(0);
  }
}
