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

import dev.streak.field.StreakTerms;
import dev.streak.field.TermEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

/**
 * A term in a segment.
 *
 * @param segment its name
 * @param maxDoc documents of the segment
 * @param documents with the term, deleted ones included
 * @param live of these, the ones that are not deleted
 * @param occurrences in all documents, if they are counted
 * @param kept in words
 * @param runs the first runs of consecutive documents, each as start and end (exclusive)
 * @param runCount how many there are
 */
public record TermReport(
    String segment,
    int maxDoc,
    int documents,
    int live,
    long occurrences,
    String kept,
    List<int[]> runs,
    int runCount) {

  private static final int MOST_RUNS = 10_000;

  /** The term in a segment, or null if it is not there. */
  static TermReport of(SegmentReader segment, String field, BytesRef term) throws IOException {
    Terms terms = segment.terms(field);
    TermsEnum each = terms == null ? null : terms.iterator();
    if (each == null || !each.seekExact(term)) {
      return null;
    }
    List<int[]> runs = new ArrayList<>();
    int count = 0;
    int live = 0;
    int start = -1;
    int end = -1;
    PostingsEnum postings = each.postings(null, PostingsEnum.NONE);
    for (int doc = postings.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = postings.nextDoc()) {
      live += segment.getLiveDocs() == null || segment.getLiveDocs().get(doc) ? 1 : 0;
      if (doc != end) {
        count = add(runs, start, end, count);
        start = doc;
      }
      end = doc + 1;
    }
    count = add(runs, start, end, count);
    return new TermReport(
        segment.getSegmentName(),
        segment.maxDoc(),
        each.docFreq(),
        live,
        each.totalTermFreq(),
        kept(terms, each),
        runs,
        count);
  }

  private static int add(List<int[]> runs, int start, int end, int count) {
    if (start < 0) {
      return count;
    }
    if (runs.size() < MOST_RUNS) {
      runs.add(new int[] {start, end});
    }
    return count + 1;
  }

  private static String kept(Terms terms, TermsEnum each) throws IOException {
    if (!(terms instanceof StreakTerms streak)) {
      return "a list of Lucene's format";
    }
    long entry = streak.entry(each);
    if (TermEntry.isRun(entry)) {
      return "one run, with the term itself";
    }
    Counter counter = new Counter();
    streak.collect(entry, counter);
    return "a list: "
        + counter.inRuns()
        + " documents in runs, "
        + counter.inArrays()
        + " in arrays, "
        + counter.inBitmaps()
        + " in bitmaps";
  }

  /** The term in all segments that have it. */
  public static List<TermReport> of(
      List<LeafReaderContext> leaves, String only, String field, String term) throws IOException {
    List<TermReport> reports = new ArrayList<>();
    for (LeafReaderContext leaf : leaves) {
      SegmentReader segment = (SegmentReader) leaf.reader();
      if (only == null || segment.getSegmentName().equals(only)) {
        TermReport report = of(segment, field, new BytesRef(term));
        if (report != null) {
          reports.add(report);
        }
      }
    }
    return reports;
  }
}
