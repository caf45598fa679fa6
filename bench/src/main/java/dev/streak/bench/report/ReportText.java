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
package dev.streak.bench.report;

import java.util.List;

/** Sentences that both forms of the report share. */
final class ReportText {
  static final String TITLE = "Streak beside its peers";

  static final String METHOD =
      "All systems of a comparison run in one process on the same data. They take turns (A B, B A,"
          + " ...) of some milliseconds at least, so that nobody profits from what the caches hold."
          + " A warm-up lasts until times stop falling. Answers are compared."
          + " p50, p90 and p99 are percentiles of all calls, of all questions, by the clock on the"
          + " wall; mean is the mean over the questions of the median time of each. Speed is the"
          + " first system's mean divided by that of the other, so above one is faster than the"
          + " first. Where one thread does all work it counts processor time, which other"
          + " programs disturb less. Spread is the distance of the quartiles of the rounds; (!)"
          + " stands beside a spread above 25 %, a line to be read with care.";

  static final String RATIOS =
      "To the right and blue, Streak is better. An arrow (\u2193) marks a cost, of which less is"
          + " better; its bar is turned. Grey is within three percent, Lucene beside itself, or an"
          + " amount beside nothing. docs/ratios.md explains each name.";

  static final String LOSSES =
      "Figures of this report in which Streak is behind by more than three percent:";

  static final String NO_LOSSES =
      "In this run no figure is behind by more than three percent. What Streak costs nevertheless:";

  static final String NARROW_LOSSES =
      "Behind by less, which is as far as two measurements of the same thing differ: ";

  static final String COSTS_FOLLOW = "And what it costs everywhere:";

  /** What a reader who has a minute should see. */
  static final List<String> HEADLINES =
      List.of(
          "terms.sorted.10k.run_terms_query",
          "terms.unsorted.10k.run_terms_query",
          "terms.sorted.10k.filter_top10_p99",
          "terms.sorted.10k.unchanged",
          "live.10k.count",
          "live.10k.top10",
          "live.unsorted.10k.count",
          "prefix.1.count",
          "prefix.1.filter_top10",
          "lookup.single.vs_lucene",
          "lookup.batch.vs_lucene",
          "lookup.keys.uuid.single",
          "lookup.keys.uuid.batch",
          "termsindex.cold_p99.id",
          "stored.catalogue.disk_vs_lz4",
          "stored.catalogue.disk_vs_deflate",
          "stored.catalogue.fetch_vs_lz4",
          "postings.catalogue.bits_vs_best",
          "indexing.flush",
          "indexing.merge");

  /** True of the design, whatever a run shows. */
  static final String[] COSTS = {
    "Run-length postings pay where documents that belong together lie together. On an index in no"
        + " order most lists have no runs: they are as large as Lucene's, and filters gain less.",
    "A table of exact terms costs four to twelve bytes a term of disk beside the dictionary, and 17"
        + " for UUIDs: a field of these or of short unique ids takes more disk than with Lucene.",
    "Files of Streak can be read only with Streak on the class path; going back means merging into"
        + " Lucene's codec.",
    "Zstandard needs a native library for the platform.",
  };

  private ReportText() {}
}
