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

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import dev.streak.search.RunTermsQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.BytesRefIterator;
import org.junit.Test;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.common.xcontent.yaml.YamlXContent;
import org.opensearch.core.xcontent.DeprecationHandler;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.XContent;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.TermsQueryBuilder;

public class TestIdValues {

  private static Object parsed(String json) throws IOException {
    return parsed(JsonXContent.jsonXContent, json);
  }

  private static Object parsed(XContent language, String text) throws IOException {
    try (XContentParser parser =
        language.createParser(
            NamedXContentRegistry.EMPTY, DeprecationHandler.THROW_UNSUPPORTED_OPERATION, text)) {
      parser.nextToken();
      return IdValues.parse(parser).asArray();
    }
  }

  private static void numbers(long... expected) throws IOException {
    assertArrayEquals(expected, (long[]) parsed(Arrays.toString(expected)));
    List<String> words = Arrays.stream(expected).mapToObj(Long::toString).toList();
    assertArrayEquals(expected, (long[]) IdValues.of(words).asArray());
    assertArrayEquals(
        expected, (long[]) IdValues.of(words.stream().map(BytesRef::new).toList()).asArray());
    assertArrayEquals(expected, (long[]) parsed("[\"" + String.join("\", \"", words) + "\"]"));
  }

  private static void strings(String json, Object... values) throws IOException {
    String[] expected = Arrays.stream(values).map(String::valueOf).toArray(String[]::new);
    assertArrayEquals(expected, (String[]) parsed(json));
    assertArrayEquals(expected, (String[]) IdValues.of(List.of(values)).asArray());
  }

  @Test
  public void testHowNumbersAreWritten() throws IOException {
    numbers(0, 7, 10, 999_999_999_999_999_999L);
    assertArrayEquals(new long[0], (long[]) parsed("[]"));
  }

  @Test
  public void testWhatIsNotWrittenAsANumberIs() throws IOException {
    strings("[\"7\", \"07\"]", "7", "07");
    strings("[7, \"00\"]", 7, "00");
    strings("[\"1000000000000000000\"]", "1000000000000000000");
    strings("[\"-7\"]", "-7");
    strings("[\"\", 5]", "", 5);
    strings("[\"5\", \"7a\", 8]", "5", "7a", 8L);
    strings("[\"\u0667\"]", "\u0667");
  }

  @Test
  public void testNumbersAsTheyCome() throws IOException {
    assertArrayEquals(
        new long[] {-7, Long.MAX_VALUE}, (long[]) parsed("[-7, 9223372036854775807]"));
    assertArrayEquals(new String[] {"1.5"}, (String[]) IdValues.of(List.of(1.5)).asArray());
    assertThrows(IllegalArgumentException.class, () -> parsed("[1.5]"));
    assertThrows(IllegalArgumentException.class, () -> parsed("[7, null]"));
  }

  /** In whatever way a number is written, the host's terms are of its value. */
  @Test
  public void testNumbersBesideStrings() throws IOException {
    assertArrayEquals(new String[] {"a", "0", "7"}, (String[]) parsed("[\"a\", -0, 7]"));
    String[] yaml = {"[a, 0x1F, +5, 017, -0, 7]", "[0x1F, +5, 017, -0, 7, a]"};
    for (String text : yaml) {
      List<String> expected = new ArrayList<>();
      for (Object value : hosts(YamlXContent.yamlXContent, text)) {
        expected.add(value.toString());
      }
      assertTrue(expected.toString(), expected.containsAll(List.of("a", "31", "5", "0", "7")));
      assertArrayEquals(
          expected.toArray(String[]::new), (String[]) parsed(YamlXContent.yamlXContent, text));
    }
  }

  private static List<?> hosts(XContent language, String text) throws IOException {
    try (XContentParser parser =
        language.createParser(
            NamedXContentRegistry.EMPTY,
            DeprecationHandler.THROW_UNSUPPORTED_OPERATION,
            "{shop: " + text + "}")) {
      parser.nextToken();
      return TermsQueryBuilder.fromXContent(parser).values();
    }
  }

  /** The cache of filters holds them long: an array takes 16 bytes and more beside its own. */
  @Test
  public void testTermsShareAnArray() throws IOException {
    String[] words = {"abc", "", "5 \u20AC", "d"};
    RunTermsQuery query = (RunTermsQuery) IdValues.of(List.of(words)).query("shop");
    assertEquals(RunTermsQuery.ofStrings("shop", words), query);
    BytesRefIterator terms = query.getBytesRefIterator();
    byte[] shared = terms.next().bytes;
    assertEquals(9, shared.length);
    for (int i = 1; i < words.length; i++) {
      assertSame(shared, terms.next().bytes);
    }
  }

  /** Terms are what the host makes of the same words. */
  @Test
  public void testHalvesOfSurrogatePairs() {
    String[] words = {"\ud83d", "a\udca9b", "\ud83d\udca9", "\u00e9", "?"};
    assertEquals(RunTermsQuery.ofStrings("name", words), IdValues.of(List.of(words)).query("name"));
  }
}
