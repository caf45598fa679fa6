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

import dev.streak.inspection.KeptTerms;
import dev.streak.inspection.ListShape;
import dev.streak.tools.cli.Refusal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
        kept(KeptTerms.of(segment, field), each),
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

  private static String kept(Optional<KeptTerms> terms, TermsEnum each) throws IOException {
    if (terms.isEmpty()) {
      return "a list of Lucene's format";
    }
    ListShape shape = terms.get().list(each);
    if (shape.withTheTerm()) {
      return "one run, with the term itself";
    }
    return "a list: "
        + shape.inRuns()
        + " documents in runs, "
        + shape.inArrays()
        + " in arrays, "
        + shape.inBitmaps()
        + " in bitmaps";
  }

  /** The term in all segments that have it; refused if none has the field. */
  public static List<TermReport> of(
      List<LeafReaderContext> leaves, String only, String field, String term) throws IOException {
    List<TermReport> reports = new ArrayList<>();
    boolean known = false;
    for (LeafReaderContext leaf : leaves) {
      known |= leaf.reader().terms(field) != null;
      SegmentReader segment = (SegmentReader) leaf.reader();
      if (only == null || segment.getSegmentName().equals(only)) {
        TermReport report = of(segment, field, new BytesRef(term));
        if (report != null) {
          reports.add(report);
        }
      }
    }
    if (!known) {
      throw new Refusal("no field of the index has terms and is called " + field);
    }
    return reports;
  }
}
