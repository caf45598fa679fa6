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
package dev.streak.field;

import dev.streak.leaf.LeafReaders;
import java.io.IOException;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;

/** The terms of a field in a segment, behind wrappers that somebody vouches for. */
public final class LeafTerms {

  private final Terms outermost;

  /** Null if they are no {@link StreakTerms}. */
  private final StreakTerms streak;

  private LeafTerms(Terms outermost, StreakTerms streak) {
    this.outermost = outermost;
    this.streak = streak;
  }

  /** Returns null if the segment does not have the field, or no terms of it. */
  public static LeafTerms of(LeafReader reader, String field) throws IOException {
    Terms terms = reader.terms(field);
    if (terms == null) {
      return null;
    }
    if (terms instanceof StreakTerms streak) {
      return new LeafTerms(terms, streak);
    }
    LeafReader inner = LeafReaders.unwrap(reader);
    StreakTerms behind = inner.terms(field) instanceof StreakTerms s ? s : null;
    return new LeafTerms(terms, behind);
  }

  /** The terms that a reader itself shows. */
  public Terms outermost() {
    return outermost;
  }

  /** The terms to take short cuts with, or null. */
  public StreakTerms streak() {
    return streak;
  }

  /** Has a wrapper that checks whether there is time left do so; it throws what it throws. */
  public void check() throws IOException {
    if (outermost instanceof StreakTerms == false) {
      outermost.iterator();
    }
  }

  /**
   * Refuses a field that the segment knows and that has no terms, as nothing would ever be found.
   */
  public static void checkIndexed(LeafReader reader, String field) {
    FieldInfo info = reader.getFieldInfos().fieldInfo(field);
    if (info == null || info.getIndexOptions() != IndexOptions.NONE) {
      return;
    }
    boolean points = info.getPointDimensionCount() > 0;
    if (points || info.getDocValuesType() != DocValuesType.NONE) {
      throw new IllegalArgumentException(
          "field must be indexed as terms, with StringField or KeywordField (a number as its"
              + " decimal digits), to be looked up; it has only "
              + (points ? "points" : "doc values")
              + ": field="
              + field);
    }
  }
}
