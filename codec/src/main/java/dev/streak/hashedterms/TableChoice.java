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
package dev.streak.hashedterms;

import dev.streak.termkeys.TermKeyKind;
import org.apache.lucene.index.FieldInfo;

/**
 * What was chosen for a field, for people who look into a segment: {@code NONE}, or a layout and
 * the kind of keys; and why.
 *
 * @param layout null if there is no table
 * @param kind null if there is no table
 * @param reason why
 */
record TableChoice(TableShape.Layout layout, TermKeyKind kind, Reason reason) {

  private static final String NONE = "NONE";

  enum Reason {
    /**
     * 16 documents or more to a term on average: buckets, if keys can be in them, or slots with
     * documents.
     */
    MANY_DOCUMENTS,
    /** Fewer: slots, which are smaller than buckets. */
    FEW_DOCUMENTS,
    /** Keys are alike, so slots with documents would take far more than the dictionary does. */
    SMALL_DICTIONARY,
    /** The dictionary is a block or two. */
    FEW_TERMS,
    /** The settings say so. */
    SETTINGS,
    /** The keys could not be placed. */
    REFUSED
  }

  static TableChoice none(Reason reason) {
    return new TableChoice(null, null, reason);
  }

  /** Whether a field was given a table. */
  static boolean hasTable(FieldInfo field) {
    String choice = field.getAttribute(TermHashFile.ATTRIBUTE);
    return choice != null && choice.startsWith(NONE) == false;
  }

  @Override
  public String toString() {
    return layout == null ? NONE + " " + reason : layout + " " + kind + " " + reason;
  }
}
