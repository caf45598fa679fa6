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
package dev.streak.tools.digest;

import java.io.IOException;
import java.util.function.Predicate;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;

/** What a segment is made of, each part with a digest of its own. */
public enum Part {
  /** Terms, and for each the documents, frequencies, positions, offsets and payloads. */
  TERMS(
      "terms",
      field -> field.getIndexOptions() != IndexOptions.NONE,
      (hashes, segment) -> new TermsDigest(hashes, segment).run(),
      TermsDigest::work),

  /** Stored fields, in the order in which the document has them; nobody records which are. */
  STORED_FIELDS(
      "stored fields", field -> true, StoredFieldsDigest::run, segment -> 20L * segment.maxDoc()),

  /** Term vectors. */
  TERM_VECTORS(
      "term vectors",
      FieldInfo::hasTermVectors,
      TermVectorsDigest::run,
      segment -> 50L * segment.maxDoc()),

  /** Doc values of every kind. */
  DOC_VALUES(
      "doc values",
      field -> field.getDocValuesType() != DocValuesType.NONE,
      (hashes, segment) -> new DocValuesDigest(hashes, segment).run()),

  /** Norms. */
  NORMS("norms", FieldInfo::hasNorms, DocValuesDigest::norms),

  /** Points. */
  POINTS("points", field -> field.getPointDimensionCount() > 0, VectorsDigest::points),

  /** Vectors; the graph by which they are searched is no content. */
  VECTORS("vectors", FieldInfo::hasVectorValues, VectorsDigest::vectors);

  /** Adds what each document has of a part to its hash. */
  @FunctionalInterface
  private interface Digest {
    void add(DocumentHashes hashes, CodecReader segment) throws IOException;
  }

  /** About how much there is to do. */
  @FunctionalInterface
  private interface Work {
    long in(CodecReader segment) throws IOException;
  }

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // has no state
  private final Predicate<FieldInfo> has;

  @SuppressWarnings("ImmutableEnumChecker") // has no state
  private final Digest digest;

  @SuppressWarnings("ImmutableEnumChecker") // has no state
  private final Work work;

  Part(String title, Predicate<FieldInfo> has, Digest digest, Work work) {
    this.title = title;
    this.has = has;
    this.digest = digest;
    this.work = work;
  }

  /** The same work for each field that has the part. */
  Part(String title, Predicate<FieldInfo> has, Digest digest) {
    this(title, has, digest, segment -> 2 * count(segment.getFieldInfos(), has) * segment.maxDoc());
  }

  private static long count(FieldInfos fields, Predicate<FieldInfo> has) {
    long count = 0;
    for (FieldInfo field : fields) {
      count += has.test(field) ? 1 : 0;
    }
    return count;
  }

  /** What people call it. */
  public String title() {
    return title;
  }

  /** Adds what each document has of this part to its hash. */
  void digest(DocumentHashes hashes, CodecReader segment) throws IOException {
    digest.add(hashes, segment);
  }

  /** About how much there is to do, for the estimate of the time that is left. */
  long work(CodecReader segment) throws IOException {
    return work.in(segment);
  }

  boolean isIn(CodecReader segment) {
    return count(segment.getFieldInfos(), has) > 0;
  }

  /** Tells a document that has a value in one part from one that has the same in another. */
  long seed() {
    return Mixing.then(0x5354524541L, title);
  }
}
