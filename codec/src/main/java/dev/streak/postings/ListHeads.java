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

import java.io.IOException;
import org.apache.lucene.store.BufferedIndexInput;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;

/** How many documents lists have, from the first bytes of each. For one thread. */
public final class ListHeads {

  /** The file where it is in memory, else null. */
  private final RandomAccessInput mapped;

  private final long fileLength;
  private final int maxDoc;

  ListHeads(IndexInput in, int maxDoc) {
    mapped = inMemory(in);
    fileLength = in.length();
    this.maxDoc = maxDoc;
  }

  /** A file that is read from memory, or null. */
  static RandomAccessInput inMemory(IndexInput in) {
    return in instanceof RandomAccessInput access && in instanceof BufferedIndexInput == false
        ? access
        : null;
  }

  /**
   * Number of documents of a list, from the one or two bytes that it is written in; 0 if it is in
   * more, or none that a segment can have.
   */
  int docFreq(long pointer) throws IOException {
    if (mapped == null || pointer > fileLength - Short.BYTES) {
      return 0;
    }
    int bytes = mapped.readShort(pointer);
    int code = bytes & 0x7F;
    if ((bytes & 0x80) != 0) {
      code |= bytes >>> 1 & 0x3F80;
    }
    int docFreq = code >>> 1;
    return (bytes & 0x8080) == 0x8080 || docFreq > maxDoc ? 0 : docFreq;
  }
}
