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
package dev.streak.tools.inspect;

import java.util.List;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestFieldReport extends LuceneTestCase {

  private static FieldReport report(List<String> reasons, Map<String, String> recorded) {
    return FieldReport.of(
        "field", "documents", Map.of(), new ListShapes(), StoredPrefixes.NONE, reasons, recorded);
  }

  private static FieldReport recording(String value) {
    return report(List.of(), Map.of("key", value));
  }

  /** One value may be a part of another. */
  public void testWhatSegmentsRecord() {
    FieldReport all = recording("11-14 in 5.0 %");
    for (String value : new String[] {"1-14 in 5.0 %", "11-14 in 5.0 %", "a, b", "a, b"}) {
      all = all.plus(recording(value));
    }
    assertEquals("11-14 in 5.0 %, 1-14 in 5.0 %, a, b", all.recorded().get("key"));
  }

  /** Each way once, however many segments take turns. */
  public void testWhatIsIndexed() {
    List<String> ways = List.of("documents, norms", "documents", "norms");
    FieldReport all = report(List.of(), Map.of());
    for (int i = 0; i < 9; i++) {
      all =
          all.plus(
              FieldReport.of(
                  "field",
                  ways.get(i % 3),
                  Map.of(),
                  new ListShapes(),
                  StoredPrefixes.NONE,
                  List.of(),
                  Map.of()));
    }
    assertEquals("documents; documents, norms; norms", all.indexed());
  }

  /** How many segments say so, unless all do. */
  public void testWhatSomeSegmentsSay() {
    FieldReport all = report(List.of("hash table", "no sets"), Map.of());
    assertEquals(List.of("hash table", "no sets"), all.told(1));
    all = all.plus(report(List.of("no hash table", "no sets"), Map.of()));
    all = all.plus(report(List.of("hash table", "no sets"), Map.of()));
    assertEquals(List.of("hash table", "no sets", "no hash table"), all.reasons());
    assertEquals(
        List.of("2 segments: hash table", "no sets", "1 segment: no hash table"), all.told(3));
    // One has not the field.
    assertEquals("3 segments: no sets", all.told(4).get(1));
  }
}
