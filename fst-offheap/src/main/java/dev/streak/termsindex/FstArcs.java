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
package dev.streak.termsindex;

import java.nio.ByteBuffer;

/**
 * Reads nodes and arcs of an FST into a few numbers, where Lucene's own reader fills an arc object
 * with boxed outputs. It goes where it is told; {@link FstFloor} knows where. For one thread.
 */
final class FstArcs {
  /*
   * FST bytes are read downwards: a node begins at its address and goes on at smaller positions. A
   * node is either a list of arcs, which is scanned, or has arcs of fixed length that are searched
   * (labels stored) or addressed (labels in a range, with or without gaps).
   */
  private static final int FINAL_ARC = 1;
  private static final int LAST_ARC = 1 << 1;
  private static final int TARGET_NEXT = 1 << 2;
  private static final int STOP_NODE = 1 << 3;
  private static final int HAS_OUTPUT = 1 << 4;
  private static final int HAS_FINAL_OUTPUT = 1 << 5;

  /** Kinds of nodes with arcs of fixed length; any other is a list. */
  static final int SEARCHED_NODE = HAS_FINAL_OUTPUT;

  static final int GAPPED_NODE = 1 << 6;
  static final int DENSE_NODE = GAPPED_NODE | SEARCHED_NODE;

  private ByteBuffer bytes;

  /** Position of the FST's first byte. */
  private int base;

  /** Position of the next byte. */
  private int at;

  // The node that was entered last.
  int nodeKind;
  int arcCount;
  int firstLabel;
  private int bytesPerArc;
  private int presenceAt;
  private int arcsAt;

  // The arc that was read last.
  int arcAt;
  int label;
  long output;
  long finalOutput;

  /** The node behind the arc; 0 if the arc is the end. */
  int target;

  private int flags;

  /** Begins with an FST. */
  void reset(ByteBuffer fstBytes, int fstStart) {
    bytes = fstBytes;
    base = fstStart;
  }

  /** Reads what stands before a node's arcs. */
  void enter(int node) {
    at = base + node;
    nodeKind = bytes.get(at);
    if (isList()) {
      return;
    }
    at--;
    arcCount = readVInt();
    bytesPerArc = readVInt();
    if (nodeKind == GAPPED_NODE) {
      presenceAt = at;
      at -= (arcCount + 7) >> 3;
    }
    if (nodeKind != SEARCHED_NODE) {
      firstLabel = bytes.get(at--) & 0xFF;
    }
    arcsAt = at;
  }

  private boolean isList() {
    return nodeKind != SEARCHED_NODE && nodeKind != GAPPED_NODE && nodeKind != DENSE_NODE;
  }

  /** Returns whether a key ends with the arc. */
  boolean isFinal() {
    return (flags & FINAL_ARC) != 0;
  }

  /** Returns whether the arc is the last of its node. */
  boolean isLast() {
    return (flags & LAST_ARC) != 0;
  }

  /** Reads flags and label of the next arc of a list. */
  void readHead() {
    arcAt = at;
    flags = bytes.get(at--);
    label = bytes.get(at--) & 0xFF;
  }

  /** Reads the rest of an arc, from behind its label. */
  void readRest() {
    output = (flags & HAS_OUTPUT) != 0 ? readVLong() : 0;
    finalOutput = (flags & HAS_FINAL_OUTPUT) != 0 ? readVLong() : 0;
    if ((flags & STOP_NODE) != 0) {
      target = 0;
    } else if ((flags & TARGET_NEXT) == 0) {
      target = (int) readVLong();
    } else {
      if ((flags & LAST_ARC) == 0) {
        skipToNextNode();
      }
      target = at - base;
    }
  }

  /** Skips the rest of an arc, from behind its label. */
  void skipRest() {
    skipRest(flags);
  }

  private void skipRest(int flagsOfArc) {
    if ((flagsOfArc & HAS_OUTPUT) != 0) {
      skipVLong();
    }
    if ((flagsOfArc & HAS_FINAL_OUTPUT) != 0) {
      skipVLong();
    }
    if ((flagsOfArc & (STOP_NODE | TARGET_NEXT)) == 0) {
      skipVLong();
    }
  }

  private void skipToNextNode() {
    if (isList() == false) {
      at = arcsEnd();
      return;
    }
    int skipped;
    do {
      skipped = bytes.get(at);
      at -= 2;
      skipRest(skipped);
    } while ((skipped & LAST_ARC) == 0);
  }

  /** Returns where the node behind a node's arcs of fixed length begins. */
  int arcsEnd() {
    return arcsAt - arcCount * bytesPerArc;
  }

  /** Returns where an arc of fixed length begins. */
  int arcAt(int index) {
    return arcsAt - index * bytesPerArc;
  }

  /** Returns the label of an arc of a searched node. */
  int labelAt(int index) {
    return bytes.get(arcAt(index) - 1) & 0xFF;
  }

  /** Reads an arc of a searched node. */
  void readSearched(int index) {
    at = arcAt(index);
    readHead();
    readRest();
  }

  /**
   * Reads an arc with a label of a node that was left.
   *
   * @param nodeEnd {@link #arcsEnd} of a searched node; 0 for a list, whose next node is found from
   *     the arc
   */
  void readLeft(int arc, int nodeEnd) {
    nodeKind = nodeEnd == 0 ? 0 : SEARCHED_NODE;
    arcsAt = nodeEnd;
    arcCount = 0;
    at = arc;
    readHead();
    readRest();
  }

  /** Returns whether a node without labels has an arc for this place of its range. */
  boolean isPresent(int index) {
    return nodeKind == DENSE_NODE
        || (bytes.get(presenceAt - (index >> 3)) & (1 << (index & 7))) != 0;
  }

  /** Reads an arc that is present of a node without labels. */
  void readIndexed(int index) {
    readUnlabelled(nodeKind == DENSE_NODE ? index : presentBefore(index));
  }

  /** Reads the last arc of a node. */
  void readLastOf(int node) {
    enter(node);
    switch (nodeKind) {
      case SEARCHED_NODE -> readSearched(arcCount - 1);
      case DENSE_NODE -> readUnlabelled(arcCount - 1);
      case GAPPED_NODE -> readUnlabelled(presentBefore(arcCount) - 1);
      default -> {
        readHead();
        while (isLast() == false) {
          skipRest();
          readHead();
        }
        readRest();
      }
    }
  }

  /** Reads an arc without a label by its place among those that are there. */
  private void readUnlabelled(int place) {
    int arc = arcAt(place);
    at = arc - 1;
    flags = bytes.get(arc);
    if (nodeKind == GAPPED_NODE && (flags & TARGET_NEXT) != 0 && isLast() == false) {
      // From here on as many as there are: that is where the next node begins.
      arcCount = presentBefore(arcCount);
    }
    readRest();
  }

  /** Returns how many of the first labels of a gapped node's range have an arc. */
  private int presentBefore(int index) {
    int count = 0;
    int whole = index >> 3;
    for (int i = 0; i < whole; i++) {
      count += Integer.bitCount(bytes.get(presenceAt - i) & 0xFF);
    }
    int rest = index & 7;
    if (rest != 0) {
      count += Integer.bitCount(bytes.get(presenceAt - whole) & ((1 << rest) - 1));
    }
    return count;
  }

  private int readVInt() {
    return (int) readVLong();
  }

  private long readVLong() {
    byte value = bytes.get(at--);
    if (value >= 0) {
      return value;
    }
    long result = value & 0x7F;
    for (int shift = 7; ; shift += 7) {
      value = bytes.get(at--);
      result |= (value & 0x7FL) << shift;
      if (value >= 0) {
        return result;
      }
    }
  }

  private void skipVLong() {
    byte value;
    do {
      value = bytes.get(at--);
    } while (value < 0);
  }
}
