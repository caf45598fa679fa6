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

import dev.streak.offheap.CachePolicy;
import java.io.IOException;
import java.lang.ref.Reference;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.fst.BytesRefFSTEnum;

/**
 * Looks terms up in the index of a field. For one thread; it keeps the block it used last in use
 * until it moves on or is collected.
 */
public final class TermsIndexBrowser {
  private final TermsIndexReader reader;
  private final FieldBlocks field;
  private final CachePolicy policy;
  private int currentIndex = -1;
  private FstBlock current;
  private BytesRefFSTEnum<Long> keys;
  private long basePointer;

  TermsIndexBrowser(TermsIndexReader reader, FieldBlocks field, CachePolicy policy) {
    this.reader = reader;
    this.field = field;
    this.policy = policy;
  }

  /**
   * Returns the pointer of the greatest key that is not above the term.
   *
   * @return -1 if the term is below all keys
   */
  public long floor(BytesRef term) throws IOException {
    int index = field.blockOf(term);
    if (index != currentIndex) {
      moveTo(index);
    } else if (current != null) {
      reader.handles().recordHit(current);
    } else if (policy == CachePolicy.UNCACHED) {
      reader.handles().recordBypass();
    } else {
      // Was not admitted; it may be by now.
      moveTo(index);
    }
    try {
      BytesRefFSTEnum.InputOutput<Long> floor = keys.seekFloor(term);
      return floor == null ? -1 : basePointer + floor.output;
    } finally {
      Reference.reachabilityFence(current);
    }
  }

  private void moveTo(int index) throws IOException {
    currentIndex = -1;
    current =
        switch (policy) {
          case CACHED -> reader.handles().get(index);
          case PINNED -> reader.handles().pin(index);
          case UNCACHED -> null;
        };
    if (current != null) {
      keys = new BytesRefFSTEnum<>(current.fst());
      basePointer = current.basePointer();
    } else {
      if (policy == CachePolicy.UNCACHED) {
        reader.handles().recordBypass();
      }
      DirectoryFstBlock block = reader.openInDirectory(index);
      keys = new BytesRefFSTEnum<>(block.fst());
      basePointer = block.basePointer();
    }
    currentIndex = index;
  }
}
