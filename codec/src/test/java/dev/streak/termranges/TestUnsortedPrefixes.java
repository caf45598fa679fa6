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
package dev.streak.termranges;

import dev.streak.codec.StreakCodec;
import dev.streak.field.DocSink;
import dev.streak.field.FilterStreakTerms;
import dev.streak.field.LeafTerms;
import dev.streak.field.PrefixSets;
import dev.streak.field.StreakTerms;
import dev.streak.leaf.PassingLeafReader;
import java.io.IOException;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Stored prefixes that do not ascend, which only damage brings about. */
public class TestUnsortedPrefixes extends LuceneTestCase {

  private static final String FIELD = "word";

  private static final String[] PREFIXES = {"c", "a", "b", "a", "c"};

  /** Documents are kept of one only, so that this one is looked for among those that follow. */
  private static final class Unsorted implements PrefixSets {
    @Override
    public boolean areOfText() {
      return true;
    }

    @Override
    public int size() {
      return PREFIXES.length;
    }

    @Override
    public int ceiling(BytesRef key) {
      int low = 0;
      int high = size();
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (prefix(middle).compareTo(key) < 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    @Override
    public BytesRef prefix(int index) {
      return new BytesRef(PREFIXES[index]);
    }

    @Override
    public int docCount(int index) {
      return 1;
    }

    @Override
    public boolean hasDocs(int index) {
      return PREFIXES[index].equals("a");
    }

    @Override
    public void collect(int index, DocSink sink) {
      sink.run(0, 1);
    }
  }

  private static final class UnsortedTerms extends FilterStreakTerms {
    UnsortedTerms(StreakTerms in) {
      super(in);
    }

    @Override
    public PrefixSets prefixSets() {
      return new Unsorted();
    }
  }

  private static LeafReader unsorted(LeafReader reader) {
    return new PassingLeafReader(reader) {
      @Override
      public Terms terms(String field) throws IOException {
        return in.terms(field) instanceof StreakTerms streak ? new UnsortedTerms(streak) : null;
      }
    };
  }

  /** A walk that goes back to an earlier prefix comes to where it was again and again. */
  public void testRangeEnds() throws IOException {
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (String word : new String[] {"a", "b", "c"}) {
        Document document = new Document();
        document.add(new StringField(FIELD, word, Field.Store.NO));
        writer.addDocument(document);
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        LeafTerms terms = LeafTerms.of(unsorted(getOnlyLeafReader(reader)), FIELD);
        BytesRef from = new BytesRef("b");
        TermRangeWalk walk = TermRangeWalk.of(terms, TermRange.of(from, true, null, true));
        var e =
            expectThrows(
                CorruptIndexException.class, () -> TermRangeMatches.of(walk, null, 3).cost());
        assertTrue(e.getMessage(), e.getMessage().contains("is a, must be that"));
      }
    }
  }
}
