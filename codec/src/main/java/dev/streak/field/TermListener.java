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

import java.io.Closeable;
import java.io.IOException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.util.BytesRef;

/**
 * Sees the terms of a segment go by while they are written, at a flush or a merge: field after
 * field, and in each field ascending. Only fields that hold documents and nothing else.
 */
public interface TermListener extends Closeable {

  /** A field begins. */
  void startField(FieldInfo fieldInfo) throws IOException;

  /**
   * A term begins.
   *
   * @param term valid during the call
   * @return where its documents are to go as well, as ascending runs, before {@link #term} is
   *     called; null if nowhere
   */
  default DocSink startTerm(BytesRef term) throws IOException {
    return null;
  }

  /**
   * A term has been written.
   *
   * @param term valid during the call
   * @param entry what stands for its documents
   * @param docFreq how many they are
   */
  void term(BytesRef term, long entry, int docFreq) throws IOException;

  /**
   * The field that began last is complete; it may have had no terms.
   *
   * @param bytes that its terms and the lists of their documents take
   */
  void finishField(long bytes) throws IOException;
}
