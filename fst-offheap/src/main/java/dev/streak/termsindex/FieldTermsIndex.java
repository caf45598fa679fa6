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

/** The terms index of one field of a segment. Shared by threads, each with browsers of its own. */
public final class FieldTermsIndex {
  private final TermsIndexReader reader;
  private final FieldBlocks field;
  private final CachePolicy policy;

  FieldTermsIndex(TermsIndexReader reader, FieldBlocks field, CachePolicy policy) {
    this.reader = reader;
    this.field = field;
    this.policy = policy;
  }

  /** Returns a new browser, for one thread. */
  public TermsIndexBrowser browser() {
    return new TermsIndexBrowser(reader, field, policy);
  }

  /** Loads all blocks that the cache admits; none for an uncached field. */
  public void warm() throws IOException {
    for (int i = 0; i < field.blockCount(); i++) {
      if (reader.block(field.firstBlock() + i, policy) == null) {
        return;
      }
    }
  }

  /** Returns how many blocks the index has. */
  public int blockCount() {
    return field.blockCount();
  }
}
