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

import dev.streak.field.FilterStreakTerms;
import dev.streak.field.StreakTerms;
import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/** A reader whose terms can be read up to some number before something happens. */
final class BreakingReader extends FilterDirectoryReader {

  private final int terms;
  private final Event event;

  /** What happens; terms that come after it can be read if it does not fail. */
  @FunctionalInterface
  interface Event {
    void happen() throws IOException;
  }

  /** So many terms can be read of each segment, and no more. */
  BreakingReader(DirectoryReader in, int terms) throws IOException {
    this(
        in,
        terms,
        () -> {
          throw new IOException("broken");
        });
  }

  BreakingReader(DirectoryReader in, int terms, Event event) throws IOException {
    super(
        in,
        new SubReaderWrapper() {
          @Override
          public LeafReader wrap(LeafReader reader) {
            return new BreakingLeaf(reader, terms, event);
          }
        });
    this.terms = terms;
    this.event = event;
  }

  @Override
  protected DirectoryReader doWrapDirectoryReader(DirectoryReader other) throws IOException {
    return new BreakingReader(other, terms, event);
  }

  @Override
  public CacheHelper getReaderCacheHelper() {
    return null;
  }

  private static final class BreakingLeaf extends FilterLeafReader {
    private final int terms;
    private final Event event;

    BreakingLeaf(LeafReader in, int terms, Event event) {
      super(in);
      this.terms = terms;
      this.event = event;
    }

    @Override
    public Terms terms(String field) throws IOException {
      return new BreakingTerms((StreakTerms) in.terms(field), terms, event);
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return in.getCoreCacheHelper();
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }

  private static final class BreakingTerms extends FilterStreakTerms {
    private final int terms;
    private final Event event;

    BreakingTerms(StreakTerms in, int terms, Event event) {
      super(in);
      this.terms = terms;
      this.event = event;
    }

    @Override
    public TermsEnum iterator() throws IOException {
      return new FilterLeafReader.FilterTermsEnum(in.iterator()) {
        private int left = terms;

        @Override
        public BytesRef next() throws IOException {
          if (left-- == 0) {
            event.happen();
          }
          return super.next();
        }
      };
    }
  }
}
