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
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104PostingsFormat;
import org.apache.lucene.util.BytesRef;

/**
 * How fast a sample of a field is written and read in memory, in some order, beside Lucene's
 * format. In words: on a busy machine times of an index differ by a third from run to run. They are
 * "unclear" where halves of what was measured say different things.
 *
 * @param field its name
 * @param reads of looking terms up and uniting their documents
 * @param writes of writing terms and lists
 */
public record FieldSpeed(String field, String reads, String writes) {
  /** Fewer are read before a JVM has compiled anything. */
  static final int LEAST_POSTINGS = 10_000;

  /** A sample of so many terms, with so many postings, is read in some milliseconds. */
  private static final int MOST_TERMS = 20_000;

  private static final int MOST_POSTINGS = 200_000;

  /** Halves of what was measured whose factors differ by more may have no word in common. */
  private static final double FAR_APART = 1.2;

  /** Theirs and ours. */
  private static final List<PostingsFormat> FORMATS =
      List.of(new Lucene104PostingsFormat(), new StreakPostingsFormat());

  /** Nothing if the sample is too small for the clock. */
  static Optional<FieldSpeed> of(String field, TermsSample sample, DocumentOrder order, int maxDoc)
      throws IOException {
    Medians[] reads = {Medians.NONE, Medians.NONE};
    Medians[] writes = {Medians.NONE, Medians.NONE};
    for (Stratum stratum : sample.strata()) {
      ListsOfTerms terms = some(stratum, order);
      if (terms.size() == 0) {
        continue;
      }
      double scale = (double) stratum.allPostings() / terms.getSumDocFreq();
      List<TrialSegment.Times> times = TrialSegment.times(FORMATS, maxDoc, terms);
      for (int i = 0; i < times.size(); i++) {
        reads[i] = reads[i].plus(times.get(i).read(), scale);
        writes[i] = writes[i].plus(times.get(i).write(), scale);
      }
    }
    return of(field, reads, writes);
  }

  /** From times of both formats; some clocks stand still for milliseconds. */
  static Optional<FieldSpeed> of(String field, Medians[] reads, Medians[] writes) {
    boolean isMeasured =
        Stream.of(reads, writes).flatMap(Arrays::stream).allMatch(Medians::isMeasured);
    return isMeasured
        ? Optional.of(new FieldSpeed(field, told(reads), told(writes)))
        : Optional.empty();
  }

  private static String told(Medians[] times) {
    double earlier = times[0].earlier() / times[1].earlier();
    double later = times[0].later() / times[1].later();
    boolean isFar = Math.max(earlier, later) > FAR_APART * Math.min(earlier, later);
    return isFar && !word(earlier).equals(word(later))
        ? "unclear"
        : word(times[0].all() / times[1].all());
  }

  private static String word(double factor) {
    if (factor < 0.7) {
      return "slower";
    }
    if (factor < 1.4) {
      return "about equal";
    }
    return factor < 2 ? "faster" : "much faster";
  }

  private static ListsOfTerms some(Stratum stratum, DocumentOrder order) {
    List<BytesRef> terms = new ArrayList<>();
    List<int[]> placed = new ArrayList<>();
    long postings = 0;
    int count = Math.min(stratum.lists().size(), MOST_TERMS);
    for (int i = 0; i < count && postings < MOST_POSTINGS; i++) {
      terms.add(stratum.terms().get(i));
      placed.add(order.place(stratum.lists().get(i)));
      postings += stratum.lists().get(i).length;
    }
    return new ListsOfTerms(terms, placed);
  }
}
