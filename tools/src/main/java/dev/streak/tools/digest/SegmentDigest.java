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

import dev.streak.tools.cli.Progress;
import java.io.IOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.util.Bits;

/** One segment: its parts are digested at the same time, each document's hashes put together. */
final class SegmentDigest {
  private final CodecReader segment;
  private final long firstPosition;
  private final Set<Part> waiting = EnumSet.noneOf(Part.class);
  private final Map<Part, Sum128> parts = new EnumMap<>(Part.class);
  private final Sum128 content = new Sum128();
  private final Sum128 order = new Sum128();
  private long[] documents;

  /**
   * A segment's digest to be.
   *
   * @param firstPosition live documents before this segment
   */
  SegmentDigest(CodecReader segment, long firstPosition) {
    this.segment = segment;
    this.firstPosition = firstPosition;
    for (Part part : Part.values()) {
      if (part.isIn(segment)) {
        waiting.add(part);
      }
    }
    if (waiting.isEmpty()) {
      finish();
    }
  }

  Set<Part> parts() {
    return EnumSet.copyOf(waiting);
  }

  CodecReader segment() {
    return segment;
  }

  /** Digests one part; several threads may be at different parts. */
  void digest(Part part, Progress progress, AtomicBoolean stop) throws IOException {
    DocumentHashes hashes = new DocumentHashes(segment.maxDoc(), progress, stop);
    part.digest(hashes, segment);
    fold(part, hashes);
  }

  private synchronized void fold(Part part, DocumentHashes hashes) {
    if (documents == null) {
      documents = new long[segment.maxDoc()];
    }
    Sum128 sum = new Sum128();
    Bits live = segment.getLiveDocs();
    long seed = part.seed();
    for (int doc = 0; doc < documents.length; doc++) {
      long hash = hashes.get(doc);
      // A document that has nothing of a part is one in a segment without that part.
      if (hash != 0 && (live == null || live.get(doc))) {
        sum.add(hash);
        documents[doc] += Mixing.mix(hash ^ seed);
      }
    }
    parts.put(part, sum);
    waiting.remove(part);
    if (waiting.isEmpty()) {
      finish();
    }
  }

  private void finish() {
    Bits live = segment.getLiveDocs();
    long position = firstPosition;
    for (int doc = 0; doc < segment.maxDoc(); doc++) {
      if (live == null || live.get(doc)) {
        long hash = documents == null ? 0 : documents[doc];
        content.add(hash);
        order.add(Mixing.then(hash, position++));
      }
    }
    documents = null;
  }

  synchronized void addTo(Sum128 allContent, Sum128 allOrder, Map<Part, Sum128> allParts) {
    allContent.add(content);
    allOrder.add(order);
    parts.forEach((part, sum) -> allParts.computeIfAbsent(part, p -> new Sum128()).add(sum));
  }
}
