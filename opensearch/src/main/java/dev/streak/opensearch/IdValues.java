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
package dev.streak.opensearch;

import dev.streak.search.RunTermsQuery;
import java.io.IOException;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.UnicodeUtil;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentParser;

/**
 * What {@code streak_terms} looks for. Whole numbers, and strings that are how such a number is
 * written, are kept as numbers as long as there is nothing else: that spares an object for each.
 */
final class IdValues {
  /** Eighteen nines fit 63 bits. */
  private static final int MOST_DIGITS = 18;

  private final long[] numbers;
  private final String[] strings;

  private IdValues(long[] numbers, String[] strings) {
    this.numbers = numbers;
    this.strings = strings;
  }

  static IdValues of(List<?> values) {
    long[] numbers = new long[values.size()];
    int count = 0;
    for (Object value : values) {
      boolean isLong = value instanceof Long || value instanceof Integer;
      long number = isLong ? ((Number) value).longValue() : number(text(value));
      if (isLong == false && number < 0) {
        return new IdValues(null, values.stream().map(IdValues::text).toArray(String[]::new));
      }
      numbers[count++] = number;
    }
    return new IdValues(numbers, null);
  }

  private static String text(Object value) {
    return value instanceof BytesRef bytes ? bytes.utf8ToString() : String.valueOf(value);
  }

  /** The number that is written with just these digits, or -1. */
  private static long number(CharSequence text) {
    int length = text.length();
    if (length == 0 || length > MOST_DIGITS || (text.charAt(0) == '0' && length > 1)) {
      return -1;
    }
    long number = 0;
    for (int i = 0; i < length; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = 10 * number + digit;
    }
    return number;
  }

  /** Reads an array whose opening bracket was read. */
  static IdValues parse(XContentParser parser) throws IOException {
    long[] numbers = new long[16];
    int count = 0;
    List<String> strings = null;
    for (XContentParser.Token token = parser.nextToken();
        token != XContentParser.Token.END_ARRAY;
        token = parser.nextToken()) {
      boolean isNumber = isLong(parser, token);
      if (token != XContentParser.Token.VALUE_STRING && isNumber == false) {
        throw new IllegalArgumentException(
            "values must be strings or whole numbers of 64 bits; found "
                + token
                + " at "
                + parser.getTokenLocation());
      }
      if (strings == null) {
        long number = isNumber ? parser.longValue() : number(characters(parser));
        if (isNumber || number >= 0) {
          numbers = count < numbers.length ? numbers : Arrays.copyOf(numbers, 2 * count);
          numbers[count++] = number;
          continue;
        }
        strings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          strings.add(Long.toString(numbers[i]));
        }
      }
      // Not as it is written, which may be -0 or 0x1F.
      strings.add(isNumber ? Long.toString(parser.longValue()) : parser.text());
    }
    return strings == null
        ? new IdValues(Arrays.copyOf(numbers, count), null)
        : new IdValues(null, strings.toArray(String[]::new));
  }

  /** The text without making a string of it, where the parser can. */
  private static CharSequence characters(XContentParser parser) throws IOException {
    return parser.hasTextCharacters()
        ? CharBuffer.wrap(parser.textCharacters(), parser.textOffset(), parser.textLength())
        : parser.text();
  }

  private static boolean isLong(XContentParser parser, XContentParser.Token token)
      throws IOException {
    return token == XContentParser.Token.VALUE_NUMBER
        && (parser.numberType() == XContentParser.NumberType.INT
            || parser.numberType() == XContentParser.NumberType.LONG);
  }

  static IdValues read(StreamInput in) throws IOException {
    return in.readBoolean()
        ? new IdValues(in.readLongArray(), null)
        : new IdValues(null, in.readStringArray());
  }

  void write(StreamOutput out) throws IOException {
    out.writeBoolean(numbers != null);
    if (numbers != null) {
      out.writeLongArray(numbers);
    } else {
      out.writeStringArray(strings);
    }
  }

  int size() {
    return numbers != null ? numbers.length : strings.length;
  }

  /** Matches the values as terms of a field, byte by byte. */
  Query query(String field) {
    if (numbers != null) {
      return RunTermsQuery.ofIds(field, numbers);
    }
    return new RunTermsQuery(field, terms());
  }

  /**
   * The strings as the host indexes them: half of a surrogate pair is not the question mark of the
   * JDK. They share an array, for the host's cache holds them long.
   */
  private BytesRef[] terms() {
    int length = 0;
    for (String text : strings) {
      length = Math.addExact(length, UnicodeUtil.calcUTF16toUTF8Length(text, 0, text.length()));
    }
    byte[] bytes = new byte[length];
    BytesRef[] terms = new BytesRef[strings.length];
    int start = 0;
    for (int i = 0; i < terms.length; i++) {
      int end = UnicodeUtil.UTF16toUTF8(strings[i], 0, strings[i].length(), bytes, start);
      terms[i] = new BytesRef(bytes, start, end - start);
      start = end;
    }
    return terms;
  }

  /** The values for a field that makes its own terms of them. */
  List<Object> asObjects() {
    List<Object> objects = new ArrayList<>(size());
    if (numbers != null) {
      Arrays.stream(numbers).forEach(number -> objects.add(Long.toString(number)));
    } else {
      objects.addAll(Arrays.asList(strings));
    }
    return objects;
  }

  /** The values for JSON. */
  Object asArray() {
    return numbers != null ? numbers : strings;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IdValues that
        && Arrays.equals(numbers, that.numbers)
        && Arrays.equals(strings, that.strings);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(numbers) + Arrays.hashCode(strings);
  }
}
