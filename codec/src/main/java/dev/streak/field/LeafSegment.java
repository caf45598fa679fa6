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

import dev.streak.leaf.LeafReaders;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.FilterCodecReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SegmentReader;

/** Finds the segment behind a leaf, whatever is wrapped around it. */
public final class LeafSegment {
  private LeafSegment() {}

  /**
   * The segment itself, or null if the leaf is none. Only for what shows nothing to users of the
   * leaf: a wrapper may hide terms or documents on purpose.
   */
  public static SegmentReader of(LeafReader reader) {
    LeafReader outer = reader;
    while (true) {
      LeafReader inner = LeafReaders.unwrap(FilterLeafReader.unwrap(outer));
      if (inner instanceof CodecReader codecReader) {
        inner = FilterCodecReader.unwrap(codecReader);
      }
      if (inner.equals(outer)) {
        return inner instanceof SegmentReader segment ? segment : null;
      }
      outer = inner;
    }
  }

  /** What messages call a leaf: the segment's name if it is one. */
  public static String name(LeafReader reader) {
    SegmentReader segment = of(reader);
    return segment == null ? reader.toString() : segment.getSegmentName();
  }
}
