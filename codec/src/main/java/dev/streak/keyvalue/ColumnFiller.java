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

import dev.streak.field.LeafSegment;
import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;

/** Fills a column with the values of one field, in the order of documents. */
abstract class ColumnFiller {

  private final String field;
  private final String allowed;

  /**
   * @param allowed for messages: what column this is, and which doc values it must have
   */
  ColumnFiller(String field, String allowed) {
    this.field = field;
    this.allowed = allowed;
  }

  final String field() {
    return field;
  }

  /** The values of a segment, which are read once from the first document to the last. */
  @FunctionalInterface
  interface Values {

    /** Of fields that a segment does not have. */
    Values NONE = (docs, from, to) -> {};

    /** Reads those of the documents {@code from} to {@code to - 1}. */
    void read(FoundDocs docs, int from, int to) throws IOException;
  }

  /** Opens the values of a segment. */
  abstract Values open(LeafReaderContext leaf) throws IOException;

  /**
   * Says that values are damaged.
   *
   * @param cause null if there is none
   */
  final CorruptIndexException damaged(String message, LeafReader reader, Throwable cause) {
    return new CorruptIndexException(
        message, "doc values of field " + field + " of segment " + LeafSegment.name(reader), cause);
  }

  /** Number of values of a document that has some. */
  final int checkedCount(int count, LeafReader reader) throws CorruptIndexException {
    if (count < 1) {
      throw damaged("number of values is " + count + ", must be >= 1", reader, null);
    }
    return count;
  }

  /**
   * What a failure of Lucene's doc values means: they wrap exceptions of files, and read where
   * damaged bytes lead them. Throws what is none of these.
   */
  final IOException meaning(RuntimeException failure, LeafReader reader) {
    if (failure.getClass() == RuntimeException.class
        && failure.getCause() instanceof IOException cause) {
      return cause;
    }
    boolean isDamage =
        failure instanceof IndexOutOfBoundsException
            || failure instanceof NegativeArraySizeException
            || failure instanceof ArithmeticException
            || failure instanceof IllegalArgumentException;
    if (isDamage == false || failure instanceof LargeBatchException) {
      throw failure;
    }
    return damaged(
        "place or length of a value is wrong, must be within the file: " + failure,
        reader,
        failure);
  }

  final DocValuesType docValuesType(LeafReader reader) {
    FieldInfo fieldInfo = reader.getFieldInfos().fieldInfo(field);
    return fieldInfo == null ? DocValuesType.NONE : fieldInfo.getDocValuesType();
  }

  /**
   * The values of a segment without doc values of the field, refused if it has the field otherwise
   * and so have all others: whoever asks has mistaken it for another one.
   */
  final Values none(LeafReaderContext leaf) {
    FieldInfo fieldInfo = leaf.reader().getFieldInfos().fieldInfo(field);
    if (fieldInfo != null && fieldInfo.getDocValuesType() == DocValuesType.NONE) {
      for (LeafReaderContext other : ReaderUtil.getTopLevelContext(leaf).leaves()) {
        if (docValuesType(other.reader()) != DocValuesType.NONE) {
          return Values.NONE;
        }
      }
      throw wrongType(DocValuesType.NONE + ", it " + otherForm(fieldInfo));
    }
    return Values.NONE;
  }

  private static String otherForm(FieldInfo fieldInfo) {
    if (fieldInfo.getIndexOptions() != IndexOptions.NONE) {
      return "has terms";
    }
    return fieldInfo.getPointDimensionCount() > 0 ? "has points" : "is stored";
  }

  final IllegalArgumentException wrongType(Object type) {
    return new IllegalArgumentException(
        "doc values of a column of " + allowed + ": field=" + field + " type=" + type);
  }
}
