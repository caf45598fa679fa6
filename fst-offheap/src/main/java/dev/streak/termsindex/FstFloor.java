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
 * enumeration keeps an arc object for every label of the path; this only ever answers one question.
 * For one thread.
 */
final class FstFloor {
  /*
   * The walk follows the labels of the term as long as it can. At every node it notes the place from
   * which the answer would come if the walk failed further down: the nearest arc with a smaller
   * label or, where there is none, the end of a key at this very node. The deepest such note is the
   * greatest key below the term, completed by taking the last arc of each node that follows.
   */

  /** A key ends at the node in question, with this as the whole output. */
  private static final int NOTE_KEY_END = 0;

  /** The arc at this position, with its label. */
  private static final int NOTE_LABELLED_ARC = 1;

  /** The arc at this index of a node of fixed length arcs without labels. */
  private static final int NOTE_INDEXED_ARC = 2;

  private static final int NOTE_NOTHING = 3;

  private final FstArcs arcs = new FstArcs();

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
    arcs.reset(fstBytes, fstStart);
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
      output += arcs.output;
      keyEnds = arcs.isFinal();
      keyOutput = output + arcs.finalOutput;
      node = arcs.target;
    }
    return keyEnds ? keyOutput : fromNote();
  }

  /** Reads the arc with a label and notes its predecessor; returns whether there is such an arc. */
  private boolean findArc(int node, int label, long output) {
    arcs.enter(node);
    return switch (arcs.nodeKind) {
      case FstArcs.SEARCHED_NODE -> search(label, output);
      case FstArcs.GAPPED_NODE, FstArcs.DENSE_NODE -> address(node, label, output);
      default -> scan(label, output);
    };
  }

  private boolean scan(int label, long output) {
    while (true) {
      arcs.readHead();
      if (arcs.label < label) {
        note(NOTE_LABELLED_ARC, output, 0, arcs.arcAt);
        if (arcs.isLast()) {
          return false;
        }
        arcs.skipRest();
      } else if (arcs.label == label) {
        arcs.readRest();
        return true;
      } else {
        return false;
      }
    }
  }

  private boolean search(int label, long output) {
    int low = 0;
    int high = arcs.arcCount - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int labelThere = arcs.labelAt(middle);
      if (labelThere < label) {
        low = middle + 1;
      } else if (labelThere > label) {
        high = middle - 1;
      } else {
        noteArcBefore(middle, output);
        arcs.readSearched(middle);
        return true;
      }
    }
    noteArcBefore(low, output);
    return false;
  }

  private void noteArcBefore(int index, long output) {
    if (index > 0) {
      note(NOTE_LABELLED_ARC, output, arcs.arcsEnd(), arcs.arcAt(index - 1));
    }
  }

  private boolean address(int node, int label, long output) {
    int index = label - arcs.firstLabel;
    if (index > 0) {
      note(NOTE_INDEXED_ARC, output, node, Math.min(index, arcs.arcCount) - 1);
    }
    if (index < 0 || index >= arcs.arcCount || arcs.isPresent(index) == false) {
      return false;
    }
    arcs.readIndexed(index);
    return true;
  }

  private void note(int what, long output, int node, int arc) {
    note = what;
    noteOutput = output;
    noteNode = node;
    noteArc = arc;
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
      arcs.readLeft(noteArc, noteNode);
    } else {
      arcs.enter(noteNode);
      int index = noteArc;
      while (arcs.isPresent(index) == false) {
        index--;
      }
      arcs.readIndexed(index);
    }
    long output = noteOutput + arcs.output;
    while (arcs.target > 0) {
      arcs.readLastOf(arcs.target);
      output += arcs.output;
    }
    return output + arcs.finalOutput;
  }
}
