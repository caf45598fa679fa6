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

import dev.streak.tools.cli.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is known of a field, of one segment or of several.
 *
 * @param field its name
 * @param indexed what of it is indexed, in words
 * @param bytes about what it takes, by what it is taken for
 * @param terms distinct terms, counted in each segment
 * @param documents documents in all lists
 * @param runs runs of consecutive documents in all lists
 * @param oneRunLists lists that are one run
 * @param inTheEntry of these, the ones kept with the term itself
 * @param inRuns documents kept as runs; as arrays; as bitmaps: only in Streak's own lists
 * @param inArrays see {@code inRuns}
 * @param inBitmaps see {@code inRuns}
 * @param prefixes the prefixes that something is stored of
 * @param reasons why it is not kept otherwise
 * @param segmentsOfReasons how many segments say each of the reasons
 * @param recorded settings that segments record
 */
public record FieldReport(
    String field,
    String indexed,
    Map<String, Long> bytes,
    long terms,
    long documents,
    long runs,
    long oneRunLists,
    long inTheEntry,
    long inRuns,
    long inArrays,
    long inBitmaps,
    StoredPrefixes prefixes,
    List<String> reasons,
    Map<String, Integer> segmentsOfReasons,
    Map<String, String> recorded) {

  /** What is known of a field of one segment. */
  static FieldReport of(
      String field,
      String indexed,
      Map<String, Long> bytes,
      ListShapes shapes,
      StoredPrefixes prefixes,
      List<String> reasons,
      Map<String, String> recorded) {
    Map<String, Integer> segmentsOfReasons = new TreeMap<>();
    reasons.forEach(reason -> segmentsOfReasons.put(reason, 1));
    return new FieldReport(
        field,
        indexed,
        bytes,
        shapes.terms(),
        shapes.documents(),
        shapes.runs(),
        shapes.oneRun(),
        shapes.withTheTerm(),
        shapes.documentsInRuns(),
        shapes.documentsInArrays(),
        shapes.documentsInBitmaps(),
        prefixes,
        reasons,
        segmentsOfReasons,
        recorded);
  }

  /** What it takes, all together. */
  public long allBytes() {
    return bytes.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * The reasons, with the number of segments that say so where not all of these many do, and what
   * is stored of prefixes.
   */
  public List<String> told(int segments) {
    List<String> told = new ArrayList<>();
    for (String reason : reasons) {
      int saying = segmentsOfReasons.get(reason);
      told.add(saying == segments ? reason : Quantity.count(saying, "segment") + ": " + reason);
    }
    if (prefixes.isNone() == false) {
      told.add(prefixes.told(segments));
    }
    return told;
  }

  FieldReport plus(FieldReport other) {
    Map<String, Long> sum = new TreeMap<>(bytes);
    other.bytes.forEach((what, count) -> sum.merge(what, count, Long::sum));
    List<String> reasonsOfBoth = new ArrayList<>(reasons);
    other.reasons.stream().filter(r -> !reasons.contains(r)).forEach(reasonsOfBoth::add);
    Map<String, Integer> segmentsOfBoth = new TreeMap<>(segmentsOfReasons);
    other.segmentsOfReasons.forEach(
        (reason, count) -> segmentsOfBoth.merge(reason, count, Integer::sum));
    Map<String, String> recordedInBoth = new TreeMap<>(recorded);
    other.recorded.forEach(
        (key, value) ->
            recordedInBoth.merge(
                key,
                value,
                (a, b) -> (", " + a + ", ").contains(", " + b + ", ") ? a : a + ", " + b));
    return new FieldReport(
        field,
        ("; " + indexed + "; ").contains("; " + other.indexed + "; ")
            ? indexed
            : indexed + "; " + other.indexed,
        sum,
        terms + other.terms,
        documents + other.documents,
        runs + other.runs,
        oneRunLists + other.oneRunLists,
        inTheEntry + other.inTheEntry,
        inRuns + other.inRuns,
        inArrays + other.inArrays,
        inBitmaps + other.inBitmaps,
        prefixes.plus(other.prefixes),
        reasonsOfBoth,
        segmentsOfBoth,
        recordedInBoth);
  }
}
