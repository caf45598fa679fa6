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
package dev.streak.tools.verify;

import java.io.IOException;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.util.Bits;

/** Compares the number of softly deleted documents with what the commit says. */
final class SoftDeletes {
  private SoftDeletes() {}

  /** Throws what is wrong; returns null. */
  static Throwable check(CodecReader segment) throws IOException {
    String field = segment.getFieldInfos().getSoftDeletesField();
    if (field != null && segment instanceof SegmentReader reader) {
      int told = reader.getSegmentInfo().getSoftDelCount();
      int found = count(FieldExistsQuery.getDocValuesDocIdSetIterator(field, segment), segment);
      if (found != told) {
        throw new CorruptIndexException(
            "number of documents that are deleted softly is " + found + ", must be " + told,
            reader.getSegmentInfo().toString());
      }
    }
    return null;
  }

  private static int count(DocIdSetIterator deleted, CodecReader segment) throws IOException {
    Bits live = segment.getLiveDocs();
    int count = 0;
    while (deleted != null && deleted.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      count += live == null || live.get(deleted.docID()) ? 1 : 0;
    }
    return count;
  }
}
