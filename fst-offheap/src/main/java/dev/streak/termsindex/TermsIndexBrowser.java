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
  private final FstFloor walk = new FstFloor();

  /** Reads the block where it lies in the directory, if it is not in the cache. */
  private DirectoryFstBlock uncached;

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
    FstBlock block = current;
    if (block == null) {
      return uncached.floor(term);
    }
    try {
      return block.floor(term, walk);
    } finally {
      Reference.reachabilityFence(block);
    }
  }

  private void moveTo(int index) throws IOException {
    currentIndex = -1;
    current = reader.block(index, policy);
    uncached = null;
    if (current == null) {
      uncached = reader.openInDirectory(index);
    }
    currentIndex = index;
  }
}
