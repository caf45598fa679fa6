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
package dev.streak.postings;

import java.io.Closeable;
import java.io.IOException;
import org.apache.lucene.codecs.uniformsplit.IndexDictionary;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.util.BytesRef;

/**
 * The index of a {@link SplitTermsWriter}'s blocks: from the smallest key of a block to where the
 * block is. One of these replaces the FST that Lucene keeps for the purpose.
 */
public interface TermsIndexFormat {

  /** Creates the index of a segment. */
  Writer writer(SegmentWriteState state) throws IOException;

  /** Opens the index of a segment. */
  Reader reader(SegmentReadState state) throws IOException;

  /** Takes the keys of one field after another. */
  interface Writer extends Closeable {

    /** A field begins. */
    void startField(FieldInfo fieldInfo) throws IOException;

    /** Adds a key and the position of its block; both ascend. */
    void add(BytesRef key, long blockPointer) throws IOException;

    /** The field that began last is complete. */
    void finishField() throws IOException;

    /** All fields are complete. */
    void finish() throws IOException;
  }

  /** Finds blocks. */
  interface Reader extends Closeable {

    /** What finds the blocks of a field that has terms. */
    IndexDictionary.BrowserSupplier field(FieldInfo fieldInfo) throws IOException;

    /** Verifies the whole file. */
    void checkIntegrity() throws IOException;
  }
}
