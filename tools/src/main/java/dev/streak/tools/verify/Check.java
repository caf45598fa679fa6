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
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.search.Sort;

/** What is looked at in a segment. */
enum Check {
  KEPT_TERMS("terms, documents and hash tables", (segment, level) -> KeptFields.check(segment)),
  TERMS(
      "terms and postings",
      (segment, level) ->
          CheckIndex.testPostings(KeptFields.left(segment), null, false, level, false).error),
  PREFIX_SETS("prefix sets", (segment, level) -> KeptFields.checkPrefixSets(segment)),
  STORED_FIELDS(
      "stored fields", (segment, level) -> CheckIndex.testStoredFields(segment, null, false).error),
  TERM_VECTORS(
      "term vectors",
      (segment, level) -> CheckIndex.testTermVectors(segment, null, false, level, false).error),
  DOC_VALUES(
      "doc values", (segment, level) -> CheckIndex.testDocValues(segment, null, false).error),
  POINTS("points", (segment, level) -> CheckIndex.testPoints(segment, null, false).error),
  VECTORS("vectors", (segment, level) -> CheckIndex.testVectors(segment, null, false).error),
  NORMS("norms", (segment, level) -> CheckIndex.testFieldNorms(segment, null, false).error),
  FIELDS("field infos", (segment, level) -> CheckIndex.testFieldInfos(segment, null, false).error),
  LIVE_DOCS(
      "live documents", (segment, level) -> CheckIndex.testLiveDocs(segment, null, false).error),
  SORT(
      "index sort",
      (segment, level) -> {
        Sort sort = segment.getMetaData().sort();
        return sort == null ? null : CheckIndex.testSort(segment, sort, null, false).error;
      });

  /** Throws, or returns, what is wrong; null if nothing is. */
  @FunctionalInterface
  private interface Look {
    Throwable at(CodecReader segment, int level) throws IOException;
  }

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // has no state
  private final Look look;

  Check(String title, Look look) {
    this.title = title;
    this.look = look;
  }

  String title() {
    return title;
  }

  /** Throws, or returns, what is wrong; null if nothing is. The level is one of CheckIndex. */
  Throwable run(CodecReader segment, int level) throws IOException {
    return look.at(segment, level);
  }
}
