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

import dev.streak.codec.StreakPostingsFormat;
import dev.streak.termhash.TermHashSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104PostingsFormat;

/**
 * A field in some order, as predicted.
 *
 * @param field its name
 * @param terms how many it has
 * @param postings documents in all its lists
 * @param runs runs of consecutive documents in all its lists
 * @param luceneBytes terms and lists with Lucene's format
 * @param streakBytes the same with Streak's
 * @param streakDictionaryBytes of these, what is not lists: what a cache should hold
 * @param prefixFrom length of the shortest prefixes worth a set, in code points, or 0
 * @param prefixLength length of the longest ones, or 0
 */
public record FieldForecast(
    String field,
    long terms,
    long postings,
    long runs,
    long luceneBytes,
    long streakBytes,
    long streakDictionaryBytes,
    int prefixFrom,
    int prefixLength) {

  static FieldForecast of(String field, TermsSample sample, DocumentOrder order, int maxDoc)
      throws IOException {
    double runs = 0;
    double lucene = 0;
    double streak = 0;
    double dictionary = 0;
    // Lists are told from the rest by their files.
    PostingsFormat inFiles = new StreakPostingsFormat(TermHashSettings.DEFAULT, false);
    for (Stratum stratum : sample.strata()) {
      List<int[]> placed = new ArrayList<>(stratum.lists().size());
      long sampledRuns = 0;
      for (int[] list : stratum.lists()) {
        int[] docs = order.place(list);
        sampledRuns += runs(docs);
        placed.add(docs);
      }
      ListsOfTerms terms = new ListsOfTerms(stratum.terms(), placed);
      TrialSegment.Sizes ours = sizes(inFiles, maxDoc, terms);
      runs += sampledRuns * stratum.postingsScale();
      lucene += all(sizes(new Lucene104PostingsFormat(), maxDoc, terms), stratum);
      streak += all(ours, stratum);
      dictionary += ours.dictionary() * stratum.scale();
    }
    PrefixLengths.Range prefixes = sample.prefixesWorthSets();
    return new FieldForecast(
        field,
        sample.allTerms(),
        sample.allPostings(),
        Math.round(runs),
        Math.round(lucene),
        Math.round(streak),
        Math.round(dictionary),
        prefixes.shortest(),
        prefixes.longest());
  }

  private static TrialSegment.Sizes sizes(PostingsFormat format, int maxDoc, ListsOfTerms terms)
      throws IOException {
    return terms.size() == 0
        ? new TrialSegment.Sizes(0, 0)
        : TrialSegment.sizes(format, maxDoc, terms);
  }

  private static double all(TrialSegment.Sizes sizes, Stratum stratum) {
    return sizes.lists() * stratum.postingsScale() + sizes.dictionary() * stratum.scale();
  }

  private static long runs(int[] docs) {
    long runs = docs.length == 0 ? 0 : 1;
    for (int i = 1; i < docs.length; i++) {
      runs += docs[i] == docs[i - 1] + 1 ? 0 : 1;
    }
    return runs;
  }

  /** Both together: two segments of one field. */
  FieldForecast plus(FieldForecast other) {
    int from =
        prefixFrom == 0 || other.prefixFrom == 0
            ? Math.max(prefixFrom, other.prefixFrom)
            : Math.min(prefixFrom, other.prefixFrom);
    return new FieldForecast(
        field,
        terms + other.terms,
        postings + other.postings,
        runs + other.runs,
        luceneBytes + other.luceneBytes,
        streakBytes + other.streakBytes,
        streakDictionaryBytes + other.streakDictionaryBytes,
        from,
        Math.max(prefixLength, other.prefixLength));
  }
}
