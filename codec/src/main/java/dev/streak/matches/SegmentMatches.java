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
package dev.streak.matches;

import dev.streak.docset.MatchingDocs;
import dev.streak.livedocs.LiveCount;
import dev.streak.livedocs.LiveRanks;
import java.io.IOException;
import org.apache.lucene.search.DocIdSetIterator;

/** What a query matches in one segment, worked out no further than it is asked. Thread-safe. */
public abstract class SegmentMatches {

  private MatchingDocs docs;

  /**
   * Number of matches; more only where posting lists may overlap and were not united yet. Deleted
   * documents count.
   */
  public abstract long cost() throws IOException;

  /**
   * Number of matches, exactly, but for damaged lists: these may have more documents than there
   * are. Deleted documents count.
   */
  public abstract long count() throws IOException;

  /** As {@link #count()}, of the live documents. */
  public long count(LiveRanks ranks) throws IOException {
    LiveCount count = new LiveCount(ranks);
    docs().collect(count);
    return count.count();
  }

  /**
   * An iterator that reads lists no further than it is moved, or null if all is to be worked out.
   *
   * @param moves how often it will be moved over documents that are not wanted; 0 if it will be
   *     moved from one document to the next, and may be left before the last one; {@link
   *     Long#MAX_VALUE} if nothing is known
   */
  public DocIdSetIterator lazyIterator(long moves) throws IOException {
    return null;
  }

  /**
   * About how many documents of lists still have to be united, those of several lists again. Of
   * dense lists, which are united as bits, fewer count.
   */
  public long docsToUnite() throws IOException {
    return 0;
  }

  /** Works the matches out; called once. */
  protected abstract MatchingDocs unite() throws IOException;

  /** The matches. */
  public final synchronized MatchingDocs docs() throws IOException {
    if (docs == null) {
      docs = unite();
    }
    return docs;
  }

  /** The matches, or null when nobody has asked for them. */
  final synchronized MatchingDocs docsIfKnown() {
    return docs;
  }
}
