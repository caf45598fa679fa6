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
import java.io.IOException;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

/** How the lists of a field's terms look, and how Streak keeps them. */
final class ListShapes {
  private long terms;
  private long documents;
  private long runs;
  private long oneRun;
  private long withTheTerm;
  private long inRuns;
  private long inArrays;
  private long inBitmaps;

  /** Those of no terms. */
  ListShapes() {}

  /** Reads all terms with all that is known of them; {@code kept} is null if Streak has none. */
  static ListShapes of(Terms terms, KeptTerms kept) throws IOException {
    ListShapes shapes = new ListShapes();
    TermsEnum each = terms.iterator();
    PostingsEnum postings = null;
    for (BytesRef term = each.next(); term != null; term = each.next()) {
      postings = each.postings(postings, PostingsEnum.ALL);
      shapes.list(postings, terms.hasPositions());
      if (kept != null) {
        shapes.add(kept.list(each));
      }
    }
    return shapes;
  }

  private void list(PostingsEnum postings, boolean positions) throws IOException {
    long before = runs;
    int last = -2;
    for (int doc = postings.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = postings.nextDoc()) {
      documents++;
      runs += doc == last + 1 ? 0 : 1;
      last = doc;
      for (int i = positions ? postings.freq() : 0; i > 0; i--) {
        postings.nextPosition();
        postings.getPayload();
      }
    }
    terms++;
    oneRun += runs == before + 1 ? 1 : 0;
  }

  private void add(ListShape shape) {
    withTheTerm += shape.withTheTerm() ? 1 : 0;
    inRuns += shape.inRuns();
    inArrays += shape.inArrays();
    inBitmaps += shape.inBitmaps();
  }

  long terms() {
    return terms;
  }

  long documents() {
    return documents;
  }

  long runs() {
    return runs;
  }

  /** Lists that are one run. */
  long oneRun() {
    return oneRun;
  }

  /** Lists that are one run kept with the term: there is nothing else to read. */
  long withTheTerm() {
    return withTheTerm;
  }

  long documentsInRuns() {
    return inRuns;
  }

  long documentsInArrays() {
    return inArrays;
  }

  long documentsInBitmaps() {
    return inBitmaps;
  }
}
