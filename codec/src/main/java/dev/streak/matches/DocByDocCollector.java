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

import java.io.IOException;
import org.apache.lucene.search.DocIdStream;
import org.apache.lucene.search.FilterLeafCollector;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.MultiCollector;

/**
 * Gives several collectors each document in turn. Lucene's {@link MultiCollector} gives a range to
 * the first of its collectors, then to the second. Collectors of a grouping share the values of
 * their field, which go forward only: the second would count wrong groups.
 */
public final class DocByDocCollector extends FilterLeafCollector {

  private DocByDocCollector(LeafCollector in) {
    super(in);
  }

  /** The collector itself unless it is several. */
  public static LeafCollector of(LeafCollector collector) {
    return collector.getClass().getNestHost() == MultiCollector.class
        ? new DocByDocCollector(collector)
        : collector;
  }

  @Override
  public void collect(DocIdStream stream) throws IOException {
    stream.forEach(in::collect);
  }

  @Override
  public void collectRange(int min, int max) throws IOException {
    for (int doc = min; doc < max; doc++) {
      in.collect(doc);
    }
  }
}
