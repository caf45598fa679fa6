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

import dev.streak.field.TermEntry;
import java.io.IOException;
import org.apache.lucene.store.BufferedIndexInput;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;

/** Has lists brought near before they are read, so that their loads overlap. */
final class ListTouch {

  /** A list of a dozen documents ends about here, in the next cache line as a rule. */
  private static final int TOUCHED_BYTES = 40;

  /** The file where it is in memory, else null. */
  private final RandomAccessInput mapped;

  private final long length;

  /** Written so that touching is not optimised away. */
  @SuppressWarnings("unused")
  private long sink;

  ListTouch(IndexInput in) {
    mapped =
        in instanceof RandomAccessInput access && in instanceof BufferedIndexInput == false
            ? access
            : null;
    length = in.length();
  }

  /** Has what the lists begin with brought near, where reading a byte is no more than that. */
  void touch(long[] lists, int from, int to) throws IOException {
    if (mapped == null) {
      return;
    }
    long touched = 0;
    for (int i = from; i < to; i++) {
      long pointer = TermEntry.pointer(lists[i]);
      if (pointer < length - TOUCHED_BYTES) {
        touched += mapped.readByte(pointer) + mapped.readByte(pointer + TOUCHED_BYTES);
      }
    }
    sink = touched;
  }
}
