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
package dev.streak.it;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.Bits;

/**
 * What an index must hold after the first {@code n} operations of a history. A history is a
 * function of its seed: a killed writer and the process that judges it agree on it without talking.
 */
final class ExpectedState {

  private final long seed;
  private final int documents;
  private final TreeMap<Integer, Integer> revisions = new TreeMap<>();
  private long operations;

  ExpectedState(long seed, int documents) {
    this.seed = seed;
    this.documents = documents;
  }

  /** The same history, with nothing of it done. */
  ExpectedState fromStart() {
    return new ExpectedState(seed, documents);
  }

  /** The same history, as far as this one has come. */
  ExpectedState copy() {
    ExpectedState copy = fromStart();
    copy.operations = operations;
    copy.revisions.putAll(revisions);
    return copy;
  }

  long seed() {
    return seed;
  }

  long operations() {
    return operations;
  }

  /**
   * Follows the history up to {@code target} operations, writing to {@code writer} if there is one.
   */
  void advance(long target, IndexWriter writer) throws IOException {
    while (operations < target) {
      next(writer);
    }
  }

  void next(IndexWriter writer) throws IOException {
    long draw = mix(seed + ++operations);
    int number = (int) Long.remainderUnsigned(draw, documents);
    boolean delete = (draw >>> 60) < 4;
    Term id = new Term(Catalogue.ID, Integer.toString(number));
    if (delete) {
      revisions.remove(number);
      if (writer != null) {
        writer.deleteDocuments(id);
      }
    } else {
      int revision = (int) operations;
      revisions.put(number, revision);
      if (writer != null) {
        writer.updateDocument(id, Catalogue.document(number, revision));
      }
    }
  }

  /** Null if the index holds exactly what it must, otherwise what is wrong with it. */
  String difference(DirectoryReader reader) throws IOException {
    Map<Integer, Integer> found = new TreeMap<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      Bits live = leaf.reader().getLiveDocs();
      StoredFields storedFields = leaf.reader().storedFields();
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        if (live == null || live.get(doc)) {
          var stored = storedFields.document(doc);
          int number = Integer.parseInt(stored.get(Catalogue.ID));
          int revision = stored.getField(Catalogue.REVISION).numericValue().intValue();
          if (found.put(number, revision) != null) {
            return "document " + number + " is there twice, after " + operations + " operations";
          }
          String expected = Catalogue.document(number, revision).get(Catalogue.SOURCE);
          if (!expected.equals(stored.get(Catalogue.SOURCE))) {
            return "document " + number + " has another revision's text";
          }
        }
      }
    }
    return found.equals(revisions)
        ? null
        : "after " + operations + " operations: expected " + revisions + ", found " + found;
  }

  private static long mix(long value) {
    long mixed = value * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
