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

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.Test;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.common.ParsingException;
import org.opensearch.core.xcontent.DeprecationHandler;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.index.query.QueryBuilder;

public class TestQueryBuilders {

  private interface Reader {
    QueryBuilder read(XContentParser parser) throws IOException;
  }

  private static QueryBuilder parsed(Reader reader, String json) throws IOException {
    try (XContentParser parser =
        JsonXContent.jsonXContent.createParser(
            NamedXContentRegistry.EMPTY, DeprecationHandler.THROW_UNSUPPORTED_OPERATION, json)) {
      parser.nextToken();
      return reader.read(parser);
    }
  }

  private static void refused(Reader reader, String json, String words) {
    Exception e = assertThrows(json, ParsingException.class, () -> parsed(reader, json));
    assertTrue(e.getMessage(), e.getMessage().contains(words));
  }

  private static String ids(String bits) {
    return "{\"shop\":{\"bitmap\":\"OjAAAAEAAAAAAAAAEAAAAAcA\",\"bits\":" + bits + "}}";
  }

  @Test
  public void testBits() throws IOException {
    assertEquals(
        parsed(StreakIdsQueryBuilder::fromXContent, ids("64")),
        parsed(StreakIdsQueryBuilder::fromXContent, ids("\"64\"")));
    for (String bits :
        List.of("32.5", "\"32.5\"", "64.9", "33", "-1", "99999999999999", "\"\"", "true")) {
      refused(StreakIdsQueryBuilder::fromXContent, ids(bits), "must have bits of 32 or 64: bits=");
    }
  }

  @Test
  public void testFieldWithoutAName() {
    refused(
        StreakIdsQueryBuilder::fromXContent, "{\"\":{\"bitmap\":\"OjAAAAEA\"}}", "needs a field");
    refused(StreakTermsQueryBuilder::fromXContent, "{\"\":[7]}", "needs a field");
    refused(
        StreakTermsQueryBuilder::fromXContent,
        "{\"\":{\"index\":\"sets\",\"id\":\"7\",\"path\":\"shops\"}}",
        "needs a field");
  }
}
