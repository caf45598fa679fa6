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
package dev.streak.tools.advise;

import dev.streak.tools.cli.Console;
import dev.streak.tools.cli.Progress;
import dev.streak.tools.cli.Workers;
import dev.streak.tools.convert.SortArgument;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.Sort;

/** What fields of an index would take, and how many runs they would have, in some orders. */
public final class Advice {
  /** The name of the order that the index has. */
  public static final String AS_IT_IS = "as it is";

  private static final long SEED = 42;

  /** A field takes about two seconds to measure, and some indexes have thousands. */
  static final int MOST_MEASURED = 10;

  private final List<CodecReader> segments;
  private final List<String> orders;

  /** Of the first segment. */
  private final Map<String, TermsSample> samples = new TreeMap<>();

  /** Whether something was measured before. */
  private boolean isWarm;

  /**
   * Advice on some segments.
   *
   * @param orders as users write them, beside the order that is there; refused if it is none
   */
  public Advice(List<CodecReader> segments, List<String> orders) {
    this.segments = segments;
    this.orders = orders;
    // Refused before any term is read.
    orders.forEach(order -> SortArgument.parse(order, segments));
  }

  /**
   * Forecasts for each field by order, of documents that are not deleted, for a writer leaves the
   * others out; fields with frequencies are not among them. Each order that is tried at the same
   * time takes about 20 bytes of memory for each document of a segment.
   */
  public Map<String, Map<String, FieldForecast>> forecasts(int threads, Console console)
      throws IOException {
    Map<String, Map<String, FieldForecast>> byOrder = new LinkedHashMap<>();
    byOrder.put(AS_IT_IS, new TreeMap<>());
    orders.forEach(order -> byOrder.put(order, new TreeMap<>()));
    long work = 0;
    for (CodecReader segment : segments) {
      work += (byOrder.size() + 1L) * segment.maxDoc();
    }
    try (Progress progress = console.progress("sampling", work)) {
      for (CodecReader segment : segments) {
        Map<String, TermsSample> ofSegment = samples(segment, threads);
        if (samples.isEmpty()) {
          samples.putAll(ofSegment);
        }
        progress.add(segment.maxDoc());
        List<Callable<Void>> pieces = new ArrayList<>();
        byOrder.forEach(
            (order, fields) ->
                pieces.add(
                    () -> {
                      forecast(segment, order, ofSegment, fields);
                      progress.add(segment.maxDoc());
                      return null;
                    }));
        Workers.run(pieces, threads);
      }
    }
    return byOrder;
  }

  private Map<String, TermsSample> samples(CodecReader segment, int threads) throws IOException {
    long documents = segments.stream().mapToLong(CodecReader::numDocs).sum();
    double share = (double) segment.numDocs() / documents;
    LiveDocuments live = LiveDocuments.of(segment);
    Map<String, TermsSample> samples = new ConcurrentSkipListMap<>();
    List<Callable<Void>> pieces = new ArrayList<>();
    for (FieldInfo field : segment.getFieldInfos()) {
      if (field.getIndexOptions() == IndexOptions.DOCS) {
        // What is drawn in all segments alike is not drawn.
        long seed = SEED + 31L * segments.indexOf(segment) + field.name.hashCode();
        pieces.add(
            () -> {
              // A codec may give terms to the thread that asks only.
              Terms terms = segment.terms(field.name);
              if (terms != null) {
                samples.put(field.name, TermsSample.of(live.of(terms), share, seed));
              }
              return null;
            });
      }
    }
    Workers.run(pieces, threads);
    return samples;
  }

  /**
   * How fast the fields of the first segment that have the most documents in their lists would be
   * in some order, one field after the other, so that nothing else is going on.
   */
  public List<FieldSpeed> speeds(String order, Console console) throws IOException {
    CodecReader segment = segments.get(0);
    List<FieldSpeed> speeds = new ArrayList<>();
    List<String> measured = measured();
    int passes = isWarm ? 1 : 2;
    try (Progress progress = console.progress("measuring", (long) passes * measured.size())) {
      DocumentOrder places = order(segment, order);
      if (isWarm == false) {
        // Thrown away: compiled code is made anew when another field shows it another shape.
        for (String field : measured) {
          FieldSpeed.of(field, samples.get(field), places, segment.numDocs());
          progress.add(1);
        }
        isWarm = true;
      }
      for (String field : measured) {
        FieldSpeed.of(field, samples.get(field), places, segment.numDocs()).ifPresent(speeds::add);
        progress.add(1);
      }
    }
    return speeds;
  }

  private List<String> measured() {
    return samples.entrySet().stream()
        .filter(sample -> sample.getValue().allPostings() >= FieldSpeed.LEAST_POSTINGS)
        .sorted(Comparator.comparingLong(sample -> -sample.getValue().allPostings()))
        .limit(MOST_MEASURED)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  private void forecast(
      CodecReader segment,
      String order,
      Map<String, TermsSample> samples,
      Map<String, FieldForecast> fields)
      throws IOException {
    DocumentOrder places = order(segment, order);
    for (Map.Entry<String, TermsSample> sample : samples.entrySet()) {
      FieldForecast forecast =
          FieldForecast.of(sample.getKey(), sample.getValue(), places, segment.numDocs());
      fields.merge(sample.getKey(), forecast, FieldForecast::plus);
    }
  }

  private DocumentOrder order(CodecReader segment, String order) throws IOException {
    if (order.equals(AS_IT_IS)) {
      return DocumentOrder.asItIs();
    }
    // A segment may be without a field that others have.
    Sort sort = SortArgument.parse(order, segments);
    return DocumentOrder.of(segment, sort);
  }

  /** Fields of which there is nothing to say, with the reason. */
  public Map<String, String> leftOut() {
    Map<String, String> reasons = new TreeMap<>();
    for (CodecReader segment : segments) {
      for (FieldInfo field : segment.getFieldInfos()) {
        if (field.getIndexOptions().compareTo(IndexOptions.DOCS) > 0) {
          reasons.put(field.name, "terms have frequencies: written as Lucene does");
        }
      }
    }
    return reasons;
  }

  /** The largest segments that together have at most so many live documents, and at least one. */
  public static List<CodecReader> largest(List<CodecReader> all, long documents) {
    List<CodecReader> sorted = new ArrayList<>(all);
    sorted.sort((a, b) -> Integer.compare(b.numDocs(), a.numDocs()));
    List<CodecReader> largest = new ArrayList<>();
    long sum = 0;
    for (CodecReader segment : sorted) {
      if (largest.isEmpty() || sum + segment.numDocs() <= documents) {
        largest.add(segment);
        sum += segment.numDocs();
      }
    }
    return largest;
  }
}
