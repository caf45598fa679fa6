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
package dev.streak.tools.advise;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.BaseTermsEnum;
import org.apache.lucene.index.ImpactsEnum;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/** Terms in memory with their documents, as a postings format wants them when it writes. */
final class ListsOfTerms extends Terms {
  private final List<BytesRef> terms;
  private final List<int[]> lists;

  ListsOfTerms(List<BytesRef> terms, List<int[]> lists) {
    this.terms = terms;
    this.lists = lists;
  }

  List<BytesRef> terms() {
    return terms;
  }

  @Override
  public TermsEnum iterator() {
    return new Each();
  }

  @Override
  public long size() {
    return terms.size();
  }

  @Override
  public long getSumTotalTermFreq() {
    return getSumDocFreq();
  }

  @Override
  public long getSumDocFreq() {
    return lists.stream().mapToLong(list -> list.length).sum();
  }

  @Override
  public int getDocCount() {
    throw new UnsupportedOperationException("a writer counts for itself");
  }

  @Override
  public boolean hasFreqs() {
    return false;
  }

  @Override
  public boolean hasOffsets() {
    return false;
  }

  @Override
  public boolean hasPositions() {
    return false;
  }

  @Override
  public boolean hasPayloads() {
    return false;
  }

  private final class Each extends BaseTermsEnum {
    private int at = -1;

    @Override
    public BytesRef next() {
      return ++at < terms.size() ? terms.get(at) : null;
    }

    @Override
    public BytesRef term() {
      return terms.get(at);
    }

    @Override
    public long ord() {
      return at;
    }

    @Override
    public int docFreq() {
      return lists.get(at).length;
    }

    @Override
    public long totalTermFreq() {
      return docFreq();
    }

    @Override
    public PostingsEnum postings(PostingsEnum reuse, int flags) {
      return new Documents(lists.get(at));
    }

    @Override
    public ImpactsEnum impacts(int flags) {
      throw new UnsupportedOperationException("nobody scores while writing");
    }

    @Override
    public SeekStatus seekCeil(BytesRef text) {
      throw new UnsupportedOperationException("terms are written in order");
    }

    @Override
    public void seekExact(long ord) {
      throw new UnsupportedOperationException("terms are written in order");
    }
  }

  /** One list. */
  static final class Documents extends PostingsEnum {
    private final int[] docs;
    private int at = -1;

    Documents(int[] docs) {
      this.docs = docs;
    }

    @Override
    public int docID() {
      return at < 0 ? -1 : at < docs.length ? docs[at] : NO_MORE_DOCS;
    }

    @Override
    public int nextDoc() {
      at++;
      return docID();
    }

    @Override
    public int advance(int target) throws IOException {
      return slowAdvance(target);
    }

    @Override
    public long cost() {
      return docs.length;
    }

    @Override
    public int freq() {
      return 1;
    }

    @Override
    public int nextPosition() {
      return -1;
    }

    @Override
    public int startOffset() {
      return -1;
    }

    @Override
    public int endOffset() {
      return -1;
    }

    @Override
    public BytesRef getPayload() {
      return null;
    }
  }
}
