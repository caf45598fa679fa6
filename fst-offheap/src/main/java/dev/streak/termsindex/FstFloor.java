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
import org.apache.lucene.util.BytesRef;

/**
 * Finds the greatest key not above a term in an FST, in one walk over its bytes. Lucene's own
 * enumeration keeps an arc object for every label of the path and boxes every output; this keeps a
 * few numbers, because it only ever answers one question. For one thread.
 */
final class FstFloor {
  /*
   * The walk follows the labels of the term as long as it can. At every node it notes the place from
   * which the answer would come if the walk failed further down: the nearest arc with a smaller
   * label or, where there is none, the end of a key at this very node. The deepest such note is the
   * greatest key below the term, completed by taking the last arc of each node that follows.
   *
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
  private static final int SEARCHED_NODE = HAS_FINAL_OUTPUT;
  private static final int GAPPED_NODE = 1 << 6;
  private static final int DENSE_NODE = GAPPED_NODE | SEARCHED_NODE;

  /** A key ends at the node in question, with this as the whole output. */
  private static final int NOTE_KEY_END = 0;

  /** The arc at this position, with its label. */
  private static final int NOTE_LABELLED_ARC = 1;

  /** The arc at this index of a node of fixed length arcs without labels. */
  private static final int NOTE_INDEXED_ARC = 2;

  private static final int NOTE_NOTHING = 3;

  private ByteBuffer bytes;

  /** Position of the FST's first byte. */
  private int base;

  /** Position of the next byte. */
  private int at;

  // The node that was entered last.
  private int nodeFlags;
  private int arcCount;
  private int bytesPerArc;
  private int presenceAt;
  private int firstLabel;
  private int arcsAt;

  // The arc that was read last.
  private int arcFlags;
  private long arcOutput;
  private long arcFinalOutput;
  private int arcTarget;

  // Where the answer comes from if the walk fails.
  private int note;
  private long noteOutput;
  private int noteNode;
  private int noteArc;

  /**
   * Returns the output of the greatest key not above the term.
   *
   * @param emptyKey whether the FST has the empty key, whose output is 0
   * @return -1 if all keys are above the term
   */
  long floor(ByteBuffer fstBytes, int fstStart, int rootNode, boolean emptyKey, BytesRef term) {
    bytes = fstBytes;
    base = fstStart;
    note = NOTE_NOTHING;
    byte[] labels = term.bytes;
    int next = term.offset;
    int end = next + term.length;
    int node = rootNode;
    long output = 0;
    boolean keyEnds = emptyKey;
    long keyOutput = 0;
    while (next < end && node > 0) {
      if (keyEnds) {
        note = NOTE_KEY_END;
        noteOutput = keyOutput;
      }
      if (findArc(node, labels[next] & 0xFF, output) == false) {
        return fromNote();
      }
      next++;
      output += arcOutput;
      keyEnds = (arcFlags & FINAL_ARC) != 0;
      keyOutput = output + arcFinalOutput;
      node = arcTarget;
    }
    return keyEnds ? keyOutput : fromNote();
  }

  /** Reads the arc with a label and notes its predecessor; returns whether there is such an arc. */
  private boolean findArc(int node, int label, long output) {
    enter(node);
    return switch (nodeFlags) {
      case SEARCHED_NODE -> search(label, output);
      case GAPPED_NODE, DENSE_NODE -> address(node, label, output);
      default -> scan(label, output);
    };
  }

  private boolean scan(int label, long output) {
    while (true) {
      int arc = at;
      int flags = bytes.get(at--);
      int arcLabel = bytes.get(at--) & 0xFF;
      if (arcLabel < label) {
        note = NOTE_LABELLED_ARC;
        noteOutput = output;
        noteNode = 0;
        noteArc = arc;
        if ((flags & LAST_ARC) != 0) {
          return false;
        }
        skipArc(flags);
      } else if (arcLabel == label) {
        readArc(flags);
        return true;
      } else {
        return false;
      }
    }
  }

  private boolean search(int label, long output) {
    int low = 0;
    int high = arcCount - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int arcLabel = bytes.get(arcsAt - middle * bytesPerArc - 1) & 0xFF;
      if (arcLabel < label) {
        low = middle + 1;
      } else if (arcLabel > label) {
        high = middle - 1;
      } else {
        noteArcBefore(middle, output);
        readLabelledArc(arcsAt - middle * bytesPerArc);
        return true;
      }
    }
    noteArcBefore(low, output);
    return false;
  }

  private void noteArcBefore(int index, long output) {
    if (index > 0) {
      note = NOTE_LABELLED_ARC;
      noteOutput = output;
      noteNode = arcsAt - arcCount * bytesPerArc;
      noteArc = arcsAt - (index - 1) * bytesPerArc;
    }
  }

  private boolean address(int node, int label, long output) {
    int index = label - firstLabel;
    if (index > 0) {
      note = NOTE_INDEXED_ARC;
      noteOutput = output;
      noteNode = node;
      noteArc = Math.min(index, arcCount) - 1;
    }
    if (index < 0 || index >= arcCount) {
      return false;
    }
    if (nodeFlags == DENSE_NODE) {
      readUnlabelledArc(index, arcCount);
      return true;
    }
    if ((bytes.get(presenceAt - (index >> 3)) & (1 << (index & 7))) == 0) {
      return false;
    }
    readUnlabelledArc(presentBefore(index), -1);
    return true;
  }

  /** Completes the key that was noted; all arcs that follow are the last of their nodes. */
  private long fromNote() {
    if (note == NOTE_NOTHING) {
      return -1;
    }
    if (note == NOTE_KEY_END) {
      return noteOutput;
    }
    if (note == NOTE_LABELLED_ARC) {
      // A list's next node is found from the arc, a searched node's was noted.
      nodeFlags = noteNode == 0 ? 0 : SEARCHED_NODE;
      arcsAt = noteNode;
      arcCount = 0;
      readLabelledArc(noteArc);
    } else {
      enter(noteNode);
      readIndexedArcAtOrBefore(noteArc);
    }
    long output = noteOutput + arcOutput;
    while (arcTarget > 0) {
      readLastArc(arcTarget);
      output += arcOutput;
    }
    return output + arcFinalOutput;
  }

  private void readIndexedArcAtOrBefore(int index) {
    if (nodeFlags == DENSE_NODE) {
      readUnlabelledArc(index, arcCount);
      return;
    }
    int present = index;
    while ((bytes.get(presenceAt - (present >> 3)) & (1 << (present & 7))) == 0) {
      present--;
    }
    readUnlabelledArc(presentBefore(present), -1);
  }

  private void readLastArc(int node) {
    enter(node);
    switch (nodeFlags) {
      case SEARCHED_NODE -> readLabelledArc(arcsAt - (arcCount - 1) * bytesPerArc);
      case DENSE_NODE -> readUnlabelledArc(arcCount - 1, arcCount);
      case GAPPED_NODE -> {
        int present = presentBefore(arcCount);
        readUnlabelledArc(present - 1, present);
      }
      default -> readLastListedArc();
    }
  }

  private void readLastListedArc() {
    int flags = bytes.get(at);
    at -= 2;
    while ((flags & LAST_ARC) == 0) {
      skipArc(flags);
      flags = bytes.get(at);
      at -= 2;
    }
    readArc(flags);
  }

  /** Reads what stands before a node's arcs. */
  private void enter(int node) {
    at = base + node;
    nodeFlags = bytes.get(at);
    if (nodeFlags != SEARCHED_NODE && nodeFlags != GAPPED_NODE && nodeFlags != DENSE_NODE) {
      return;
    }
    at--;
    arcCount = readVInt();
    bytesPerArc = readVInt();
    if (nodeFlags == GAPPED_NODE) {
      presenceAt = at;
      at -= (arcCount + 7) >> 3;
    }
    if (nodeFlags != SEARCHED_NODE) {
      firstLabel = bytes.get(at--) & 0xFF;
    }
    arcsAt = at;
  }

  private void readLabelledArc(int arc) {
    at = arc - 2;
    readArc(bytes.get(arc));
  }

  /** Reads an arc by its place; {@code arcsThere} is how many the node has, -1 if not known. */
  private void readUnlabelledArc(int place, int arcsThere) {
    int arc = arcsAt - place * bytesPerArc;
    at = arc - 1;
    int flags = bytes.get(arc);
    if ((flags & TARGET_NEXT) != 0 && (flags & LAST_ARC) == 0) {
      arcCount = arcsThere >= 0 ? arcsThere : presentBefore(arcCount);
    }
    readArc(flags);
  }

  /** Reads the rest of an arc, from behind its label. */
  private void readArc(int flags) {
    arcFlags = flags;
    arcOutput = (flags & HAS_OUTPUT) != 0 ? readVLong() : 0;
    arcFinalOutput = (flags & HAS_FINAL_OUTPUT) != 0 ? readVLong() : 0;
    if ((flags & STOP_NODE) != 0) {
      arcTarget = 0;
    } else if ((flags & TARGET_NEXT) == 0) {
      arcTarget = (int) readVLong();
    } else {
      if ((flags & LAST_ARC) == 0) {
        skipToNextNode();
      }
      arcTarget = at - base;
    }
  }

  private void skipToNextNode() {
    if (nodeFlags == SEARCHED_NODE || nodeFlags == GAPPED_NODE || nodeFlags == DENSE_NODE) {
      at = arcsAt - arcCount * bytesPerArc;
      return;
    }
    int flags;
    do {
      flags = bytes.get(at);
      at -= 2;
      skipArc(flags);
    } while ((flags & LAST_ARC) == 0);
  }

  /** Skips the rest of an arc, from behind its label. */
  private void skipArc(int flags) {
    if ((flags & HAS_OUTPUT) != 0) {
      skipVLong();
    }
    if ((flags & HAS_FINAL_OUTPUT) != 0) {
      skipVLong();
    }
    if ((flags & (STOP_NODE | TARGET_NEXT)) == 0) {
      skipVLong();
    }
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
