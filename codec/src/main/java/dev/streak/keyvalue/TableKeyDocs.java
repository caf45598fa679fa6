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
package dev.streak.keyvalue;

import dev.streak.field.KeyProbe;
import dev.streak.field.TermEntry;
import java.io.IOException;
import org.apache.lucene.index.PostingsEnum;

/** Makes documents of what tables over all segments find: the last live one of each key. */
final class TableKeyDocs implements KeyProbe.Hits {

  private final KeyTables tables;
  private final int[] docs;
  private PostingsEnum reuse;

  /** Puts the document of the key at each place of a batch to that place. */
  TableKeyDocs(KeyTables tables, int[] docs) {
    this.tables = tables;
    this.docs = docs;
  }

  @Override
  public void accept(int leaf, int key, long entry) throws IOException {
    TableSegment segment = tables.segment(leaf);
    int doc = lastLive(segment, entry);
    if (doc >= 0) {
      docs[key] = Math.max(docs[key], segment.docBase() + doc);
    }
  }

  private int lastLive(TableSegment segment, long entry) throws IOException {
    if (TermEntry.isRun(entry)) {
      return KeyDocs.lastLive(entry, segment.liveDocs());
    }
    reuse = segment.terms().postings(entry, reuse);
    return KeyDocs.lastLive(reuse, segment.liveDocs());
  }
}
