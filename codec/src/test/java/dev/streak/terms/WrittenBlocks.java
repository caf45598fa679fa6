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
package dev.streak.terms;

import dev.streak.field.TermEntry;
import dev.streak.fieldblocks.FieldBlocks;
import dev.streak.fieldblocks.FieldTermsWriter;
import dev.streak.fieldblocks.FieldTotals;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Writes the blocks of a field for tests that read them. */
final class WrittenBlocks {

  /** What is done with the field while its files are open. */
  interface Check {
    void check(FieldBlocks field) throws IOException;
  }

  private WrittenBlocks() {}

  /** Writes terms, each with a document of its own, and opens them. */
  static void check(List<BytesRef> terms, Check check) throws IOException {
    List<Long> entries = new ArrayList<>();
    for (int i = 0; i < terms.size(); i++) {
      entries.add(TermEntry.ofRun(i, 1));
    }
    int total = terms.size();
    check(terms, entries, total, total, UnaryOperator.identity(), check);
  }

  /**
   * Writes terms and opens them.
   *
   * @param total what is recorded as the number of documents and of terms with documents
   * @param reading what the blocks are read through
   */
  static void check(
      List<BytesRef> terms,
      List<Long> entries,
      int total,
      int maxDoc,
      UnaryOperator<IndexInput> reading,
      Check check)
      throws IOException {
    FieldInfo info = DocumentsOnlyField.of("f", 7);
    try (Directory directory = LuceneTestCase.newDirectory()) {
      try (IndexOutput blocks = directory.createOutput("blocks", IOContext.DEFAULT);
          IndexOutput index = directory.createOutput("index", IOContext.DEFAULT);
          IndexOutput meta = directory.createOutput("meta", IOContext.DEFAULT)) {
        FieldTermsWriter writer = new FieldTermsWriter(blocks);
        for (int i = 0; i < terms.size(); i++) {
          writer.add(terms.get(i), entries.get(i));
        }
        writer.finish(info, new FieldTotals(total, total, 1), index, meta);
        CodecUtil.writeFooter(blocks);
        CodecUtil.writeFooter(index);
      }
      try (IndexInput blocks = directory.openInput("blocks", IOContext.DEFAULT);
          IndexInput index = directory.openInput("index", IOContext.DEFAULT);
          IndexInput meta = directory.openInput("meta", IOContext.DEFAULT)) {
        LuceneTestCase.assertEquals(7, meta.readVInt());
        check.check(FieldBlocks.read(info, maxDoc, meta, reading.apply(blocks), index));
      }
    }
  }
}
