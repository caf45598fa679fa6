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

import org.apache.lucene.codecs.BlockTermState;
import org.apache.lucene.index.TermState;

/** A term's entry, and what the entries after it in a terms block count from. */
final class RunTermState extends BlockTermState {

  /** The {@link TermEntry}. */
  long entry;

  /** End (exclusive) of the last run before or at this term. */
  int lastEnd;

  /** Last pointer before or at this term. */
  long lastPointer;

  @Override
  public RunTermState clone() {
    RunTermState copy = new RunTermState();
    copy.copyFrom(this);
    return copy;
  }

  @Override
  public void copyFrom(TermState other) {
    super.copyFrom(other);
    RunTermState state = (RunTermState) other;
    entry = state.entry;
    lastEnd = state.lastEnd;
    lastPointer = state.lastPointer;
  }

  @Override
  public String toString() {
    return super.toString()
        + (TermEntry.isRun(entry)
            ? " start=" + TermEntry.runStart(entry)
            : " pointer=" + TermEntry.pointer(entry));
  }
}
