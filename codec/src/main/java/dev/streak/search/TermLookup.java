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
package dev.streak.search;

import dev.streak.field.KeyProbe;
import dev.streak.field.KeyProbes;
import dev.streak.field.TermBatch;
import dev.streak.matches.ProbedEntries;
import dev.streak.matches.SegmentTerms;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;

/**
 * Looks up thousands of terms of a field at once. Where the field has hash tables, the look-ups of
 * a batch overlap in memory; on segments of other codecs, and on fields without tables, the terms
 * dictionary is asked one term after the other, with the same results.
 *
 * <pre>
 * FoundTerms found = new TermLookup(reader, "id").find(ids);
 * for (int i = 0; i &lt; ids.length; i++) {
 *   found.forEachDoc(i, doc -&gt; ...);
 * }
 * </pre>
 *
 * <p>Immutable; safe for use by several threads. What it returns is for one thread.
 */
public final class TermLookup {

  private final IndexReader reader;
  private final List<LeafReaderContext> segments;
  private final String field;

  /** Looks up in all segments of a reader; documents are numbered as that reader does. */
  public TermLookup(IndexReader reader, String field) {
    this.reader = Objects.requireNonNull(reader, "reader");
    this.field = Objects.requireNonNull(field, "field");
    this.segments = reader.leaves();
  }

  /** Looks up terms, in any order, and any of them more than once. */
  public FoundTerms find(BytesRef[] terms) throws IOException {
    Objects.requireNonNull(terms, "terms");
    return find(TermBatch.of(RunTermsQuery.checked(terms), segments.size()));
  }

  /** As {@link #find(BytesRef[])}, for terms that are the decimal digits of numbers. */
  public FoundTerms find(long[] ids) throws IOException {
    return find(TermBatch.ofIds(Objects.requireNonNull(ids, "ids"), segments.size()));
  }

  private FoundTerms find(TermBatch batch) throws IOException {
    ProbedEntries[] probed = probe(batch);
    List<SegmentTerms> found = new ArrayList<>(segments.size());
    for (int i = 0; i < probed.length; i++) {
      SegmentTerms inSegment = SegmentTerms.of(segments.get(i), field);
      if (inSegment == null) {
        continue;
      }
      if (probed[i] == null || inSegment.take(batch, probed[i]) == false) {
        inSegment.find(batch);
      }
      probed[i] = null;
      found.add(inSegment);
    }
    return new FoundTerms(batch.size(), found);
  }

  /** What segments have that need not be asked one by one; null for each of the others. */
  private ProbedEntries[] probe(TermBatch batch) throws IOException {
    ProbedEntries[] probed = new ProbedEntries[segments.size()];
    KeyProbe probe = KeyProbes.of(reader, field);
    if (probe != null) {
      for (int i = 0; i < probed.length; i++) {
        probed[i] = probe.covers(i) ? new ProbedEntries() : null;
      }
      probe.find(batch, (segment, term, entry) -> probed[segment].add(term, entry));
    }
    return probed;
  }
}
