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

import java.io.IOException;
import org.apache.lucene.util.BytesRef;

/**
 * The prefixes of a field of which something is known, ascending by their bytes and numbered from
 * zero: of each how many documents it has, and of some the documents. What is not listed is
 * unknown, not absent. Safe for use by several threads.
 */
public interface PrefixSets {

  /** Whether all terms of the field are known to be UTF-8. */
  boolean areOfText();

  /** Number of prefixes. */
  int size();

  /** Number of the first prefix that is not before {@code key}, or {@link #size()}. */
  int ceiling(BytesRef key) throws IOException;

  /** The bytes of a prefix. */
  BytesRef prefix(int index) throws IOException;

  /** Number of documents, deleted ones included, with a term that begins with the prefix. */
  int docCount(int index) throws IOException;

  /** Whether {@link #collect} may be called. */
  boolean hasDocs(int index) throws IOException;

  /** Hands all documents over that have a term that begins with the prefix. */
  void collect(int index, DocSink sink) throws IOException;
}
