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
package dev.streak.fieldblocks;

import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.DataOutput;

/**
 * What is known of a field as a whole.
 *
 * @param terms number of terms
 * @param postings number of pairs of term and document
 * @param docs number of documents with a term
 */
public record FieldTotals(long terms, long postings, int docs) {

  void write(DataOutput out) throws IOException {
    out.writeVLong(terms);
    out.writeVLong(postings);
    out.writeVInt(docs);
  }

  static FieldTotals read(DataInput in, int maxDoc) throws IOException {
    FieldTotals totals = new FieldTotals(in.readVLong(), in.readVLong(), in.readVInt());
    if (totals.docs < 1 || totals.docs > maxDoc) {
      throw new CorruptIndexException(
          "number of documents with a term is " + totals.docs + ", must be 1 to " + maxDoc, in);
    }
    if (totals.postings < totals.docs) {
      throw new CorruptIndexException(
          "number of postings is " + totals.postings + ", must be >= " + totals.docs, in);
    }
    if (totals.terms < 1 || totals.terms > totals.postings) {
      throw new CorruptIndexException(
          "number of terms is " + totals.terms + ", must be 1 to " + totals.postings, in);
    }
    return totals;
  }
}
