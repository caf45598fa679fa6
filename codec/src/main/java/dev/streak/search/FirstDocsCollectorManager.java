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

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.CollectionTerminatedException;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.util.ArrayUtil;

/**
 * Collects the first matches of each segment in index order, and leaves the segment. On an index
 * that is sorted so that what is best comes first, these are the best; on any other they are some
 * matches, soon. {@link FirstDocs#stoppedEarly} says whether matches were left out.
 *
 * <pre>{@code
 * FirstDocs found = searcher.search(query, new FirstDocsCollectorManager(100));
 * }</pre>
 *
 * <p>Immutable; safe for use by several threads, each of which has collectors of its own.
 */
public final class FirstDocsCollectorManager
    implements CollectorManager<FirstDocsCollectorManager.FirstDocsCollector, FirstDocs> {

  private final int docsPerSegment;

  /** Collects at most {@code docsPerSegment} documents, at least one, from each segment. */
  public FirstDocsCollectorManager(int docsPerSegment) {
    if (docsPerSegment < 1) {
      throw new IllegalArgumentException(
          "docsPerSegment must be >= 1: docsPerSegment=" + docsPerSegment);
    }
    this.docsPerSegment = docsPerSegment;
  }

  @Override
  public FirstDocsCollector newCollector() {
    return new FirstDocsCollector(docsPerSegment);
  }

  /** Threads may have shared a segment: of it, too, only the first documents are taken. */
  @Override
  public FirstDocs reduce(Collection<FirstDocsCollector> collectors) {
    boolean stoppedEarly = false;
    int count = 0;
    Map<Integer, int[]> bySegment = new TreeMap<>();
    for (FirstDocsCollector collector : collectors) {
      for (FirstOfSegment segment : collector.segments) {
        stoppedEarly |= segment.stoppedEarly;
        bySegment.merge(
            segment.docBase,
            Arrays.copyOf(segment.docs, segment.count),
            FirstDocsCollectorManager::concat);
      }
    }
    for (Map.Entry<Integer, int[]> segment : bySegment.entrySet()) {
      int[] docs = segment.getValue();
      Arrays.sort(docs);
      if (docs.length > docsPerSegment) {
        stoppedEarly = true;
        docs = Arrays.copyOf(docs, docsPerSegment);
      }
      segment.setValue(docs);
      count += docs.length;
    }
    int[] all = new int[count];
    int next = 0;
    for (int[] docs : bySegment.values()) {
      System.arraycopy(docs, 0, all, next, docs.length);
      next += docs.length;
    }
    return new FirstDocs(all, stoppedEarly);
  }

  private static int[] concat(int[] a, int[] b) {
    int[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  /** Collects for one thread. */
  public static final class FirstDocsCollector implements Collector {
    private final int docsPerSegment;
    private final List<FirstOfSegment> segments = new ArrayList<>();

    private FirstDocsCollector(int docsPerSegment) {
      this.docsPerSegment = docsPerSegment;
    }

    @Override
    public LeafCollector getLeafCollector(LeafReaderContext context) {
      FirstOfSegment segment = new FirstOfSegment(context.docBase, docsPerSegment);
      segments.add(segment);
      return segment;
    }

    @Override
    public ScoreMode scoreMode() {
      // Lists are read no further than that, which they would be if all documents were wanted.
      return ScoreMode.TOP_DOCS;
    }
  }

  private static final class FirstOfSegment implements LeafCollector {
    private final int docBase;
    private final int limit;
    private int[] docs = new int[0];
    private int count;
    private boolean stoppedEarly;

    FirstOfSegment(int docBase, int limit) {
      this.docBase = docBase;
      this.limit = limit;
    }

    @Override
    public void setScorer(Scorable scorer) {}

    @Override
    public void collect(int doc) {
      if (count == limit) {
        stoppedEarly = true;
        throw new CollectionTerminatedException();
      }
      docs = ArrayUtil.growInRange(docs, count + 1, limit);
      docs[count++] = docBase + doc;
    }

    @Override
    public void collectRange(int min, int max) throws IOException {
      for (int doc = min; doc < max; doc++) {
        collect(doc);
      }
    }
  }
}
