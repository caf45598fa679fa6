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

import dev.streak.codec.StreakPostingsFormat;
import dev.streak.field.StreakTerms;
import dev.streak.search.FoundTerms;
import dev.streak.search.TermLookup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.codecs.perfield.PerFieldPostingsFormat;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/**
 * What Streak keeps beside the ordered dictionary, against what the dictionary says: every term is
 * looked up, and next to it one that is not there; every prefix is asked for.
 */
final class Shortcuts {
  private static final int BATCH = 1024;

  private final CodecReader segment;
  private final Bits live;

  Shortcuts(CodecReader segment) {
    this.segment = segment;
    this.live = segment.getLiveDocs();
  }

  static boolean isStreaks(FieldInfo field) {
    return field.getIndexOptions() == IndexOptions.DOCS
        && StreakPostingsFormat.NAME.equals(
            field.getAttribute(PerFieldPostingsFormat.PER_FIELD_FORMAT_KEY));
  }

  /** The first that is wrong, or null. */
  Throwable firstError() throws IOException {
    for (FieldInfo field : segment.getFieldInfos()) {
      Terms terms = isStreaks(field) ? segment.terms(field.name) : null;
      if (terms != null) {
        String wrong = lookups(field.name, terms);
        if (wrong == null
            && terms instanceof StreakTerms streakTerms
            && streakTerms.prefixSets() != null) {
          wrong =
              new PrefixAnswers(segment, field.name, terms, streakTerms.prefixSets()).firstWrong();
        }
        if (wrong != null) {
          return new CorruptIndexException(wrong, segment.toString());
        }
      }
    }
    return null;
  }

  /** Terms of the dictionary, in order, with a neighbour each, and what has to be found of them. */
  private static final class Batch {
    final List<BytesRef> terms = new ArrayList<>(2 * BATCH);
    final List<Integer> documentCounts = new ArrayList<>(2 * BATCH);
    final List<Integer> firstDocuments = new ArrayList<>(2 * BATCH);

    void add(BytesRef term, int documents, int first) {
      terms.add(term);
      documentCounts.add(documents);
      firstDocuments.add(first);
    }
  }

  private String lookups(String field, Terms terms) throws IOException {
    TermsEnum each = terms.iterator();
    PostingsEnum postings = null;
    Batch batch = new Batch();
    BytesRef neighbour = null;
    for (BytesRef term = each.next(); term != null; term = each.next()) {
      if (neighbour != null && !neighbour.bytesEquals(term)) {
        batch.add(neighbour, 0, -1);
      }
      postings = each.postings(postings, PostingsEnum.NONE);
      batch.add(BytesRef.deepCopyOf(term), each.docFreq(), firstLive(postings));
      neighbour = neighbour(term);
      if (batch.terms.size() >= 2 * BATCH - 1) {
        String wrong = check(field, batch);
        if (wrong != null) {
          return wrong;
        }
        batch = new Batch();
      }
    }
    return check(field, batch);
  }

  private int firstLive(PostingsEnum postings) throws IOException {
    int doc = postings.nextDoc();
    while (doc != DocIdSetIterator.NO_MORE_DOCS && live != null && !live.get(doc)) {
      doc = postings.nextDoc();
    }
    return doc == DocIdSetIterator.NO_MORE_DOCS ? -1 : doc;
  }

  /** The least term behind {@code term}. */
  private static BytesRef neighbour(BytesRef term) {
    byte[] bytes = new byte[term.length + 1];
    System.arraycopy(term.bytes, term.offset, bytes, 0, term.length);
    return new BytesRef(bytes);
  }

  private String check(String field, Batch batch) throws IOException {
    FoundTerms found = new TermLookup(segment, field).find(batch.terms.toArray(new BytesRef[0]));
    for (int i = 0; i < batch.terms.size(); i++) {
      int documents = batch.documentCounts.get(i);
      int looked = found.isFound(i) ? found.docFreq(i) : 0;
      if (looked != documents || found.firstDoc(i) != batch.firstDocuments.get(i)) {
        return "field "
            + field
            + ": term "
            + batch.terms.get(i)
            + " has "
            + documents
            + " documents, and "
            + looked
            + " when looked up";
      }
    }
    return null;
  }
}
