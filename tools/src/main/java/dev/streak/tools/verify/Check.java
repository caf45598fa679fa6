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
import java.util.function.Predicate;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.search.Sort;

/** What is looked at in a segment. */
enum Check {
  KEPT_TERMS(
      "terms, documents and hash tables",
      (segment, level) -> KeptFields.check(segment),
      segment -> 4 * KeptFields.work(segment)),
  TERMS(
      "terms and postings",
      (segment, level) ->
          CheckIndex.testPostings(KeptFields.left(segment), null, false, level, false).error,
      segment -> 4 * KeptFields.workLeft(segment)),
  PREFIX_SETS(
      "prefix sets", (segment, level) -> KeptFields.checkPrefixSets(segment), CodecReader::maxDoc),
  STORED_FIELDS(
      "stored fields",
      (segment, level) -> CheckIndex.testStoredFields(segment, null, false).error,
      segment -> 5L * segment.maxDoc()),
  TERM_VECTORS(
      "term vectors",
      (segment, level) -> CheckIndex.testTermVectors(segment, null, false, level, false).error,
      segment -> 20 * ofEach(segment, FieldInfo::hasTermVectors)),
  DOC_VALUES(
      "doc values",
      (segment, level) -> CheckIndex.testDocValues(segment, null, false).error,
      segment -> ofEach(segment, field -> field.getDocValuesType() != DocValuesType.NONE)),
  POINTS(
      "points",
      (segment, level) -> CheckIndex.testPoints(segment, null, false).error,
      segment -> ofEach(segment, field -> field.getPointDimensionCount() > 0)),
  VECTORS(
      "vectors",
      (segment, level) -> CheckIndex.testVectors(segment, null, false).error,
      segment -> 20 * ofEach(segment, FieldInfo::hasVectorValues)),
  NORMS(
      "norms",
      (segment, level) -> CheckIndex.testFieldNorms(segment, null, false).error,
      segment -> ofEach(segment, FieldInfo::hasNorms)),
  FIELDS(
      "field infos",
      (segment, level) -> CheckIndex.testFieldInfos(segment, null, false).error,
      segment -> 0),
  LIVE_DOCS(
      "live documents",
      (segment, level) -> CheckIndex.testLiveDocs(segment, null, false).error,
      segment -> 0),
  SOFT_DELETES(
      "number of documents that are deleted softly",
      (segment, level) -> SoftDeletes.check(segment),
      segment -> segment.getFieldInfos().getSoftDeletesField() == null ? 0 : segment.maxDoc()),
  SORT(
      "index sort",
      (segment, level) -> {
        Sort sort = segment.getMetaData().sort();
        return sort == null ? null : CheckIndex.testSort(segment, sort, null, false).error;
      },
      segment -> segment.getMetaData().sort() == null ? 0 : segment.maxDoc());

  /** Throws, or returns, what is wrong; null if nothing is. */
  @FunctionalInterface
  private interface Look {
    Throwable at(CodecReader segment, int level) throws IOException;
  }

  /** Tells how much there is to do. */
  @FunctionalInterface
  private interface Work {
    long in(CodecReader segment) throws IOException;
  }

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // has no state
  private final Look look;

  @SuppressWarnings("ImmutableEnumChecker") // has no state
  private final Work work;

  Check(String title, Look look, Work work) {
    this.title = title;
    this.look = look;
    this.work = work;
  }

  /** The documents, once for each field that has something. */
  private static long ofEach(CodecReader segment, Predicate<FieldInfo> has) {
    long documents = 0;
    for (FieldInfo field : segment.getFieldInfos()) {
      documents += has.test(field) ? segment.maxDoc() : 0;
    }
    return documents;
  }

  String title() {
    return title;
  }

  /**
   * About how much there is to do, for the estimate of the time that is left: as often as a doc
   * value could be looked at. A term, or a document in a list, is looked at in several ways.
   */
  long work(CodecReader segment) {
    try {
      return work.in(segment);
    } catch (@SuppressWarnings("unused")
        IOException
        | RuntimeException
        | AssertionError
        | InternalError e) {
      // What is wrong is found when it is looked at.
      return segment.maxDoc();
    }
  }

  /** Throws, or returns, what is wrong; null if nothing is. The level is one of CheckIndex. */
  Throwable run(CodecReader segment, int level) throws IOException {
    return look.at(segment, level);
  }
}
