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

/**
 * Whether {@link HashedTermsEnum#seekCeil} asks the hash table or the order of the terms for the
 * next target: the order until some terms were found, and where most are absent or each is near the
 * one before.
 */
final class CeilChoice {

  /**
   * Where many terms that are looked for are absent, as when deletions are applied to a segment
   * that has few of them, the table would be asked in vain before the order is. A term that is
   * found makes up for two that are not, as asking the table takes a third of the other's time; or
   * for two thirds of one where the table asks the dictionary in turn, which takes more than half.
   */
  private static final int ABSENCE_OF_FOUND = 2;

  private static final int ABSENCE_WITH_ENTRIES = 1;
  private static final int ABSENCE_WITH_ORDINALS = 3;
  private static final int ABSENCE_TO_SEEK_BY_ORDER = 24;

  /**
   * Until three terms were found the order is asked: whoever applies deletions to a new segment
   * finds none, and no table is loaded for him.
   */
  private static final int ABSENCE_AT_FIRST = ABSENCE_TO_SEEK_BY_ORDER + 2 * ABSENCE_OF_FOUND;

  /**
   * By order a target is soon found that is no farther behind the one before. A line of a large
   * table takes longer to come than the same block of terms, or the next.
   */
  private static final int LITTLE = 4;

  private static final int LITTLE_BESIDE_LARGE = 32;

  /** Such a target counts so much if it is absent, for then asking the table was in vain. */
  private static final int ABSENCE_OF_NEAR = 8;

  /** If it is found, a small table with entries would have been as fast; others would not. */
  private static final int ABSENCE_OF_NEAR_FOUND = 1;

  /** After so many targets that the table found the order is asked how far they are apart. */
  private static final int HASHED_BEFORE_ORDER = 512;

  /** How much was absent, or near, of late. */
  private int absence = ABSENCE_AT_FIRST;

  /** Targets that were found in the table since the order was asked. */
  private int hashed;

  /** Where the order was when it was asked last. */
  private long lastOrdinal;

  private final int absenceOfAbsent;
  private final int absenceOfNearFound;
  private final int little;

  CeilChoice(TermHashTable table) {
    absenceOfAbsent = table.hasOrdinals() ? ABSENCE_WITH_ORDINALS : ABSENCE_WITH_ENTRIES;
    boolean isFast = table.staysNear() && table.hasOrdinals() == false;
    absenceOfNearFound = isFast ? -ABSENCE_OF_NEAR_FOUND : ABSENCE_OF_NEAR_FOUND;
    little = table.staysNear() ? LITTLE : LITTLE_BESIDE_LARGE;
  }

  /** Whether the table is asked first. */
  boolean asksTable() {
    return absence < ABSENCE_TO_SEEK_BY_ORDER && hashed < HASHED_BEFORE_ORDER;
  }

  /** The table found a target. */
  void noteHashed() {
    hashed++;
  }

  /**
   * The order was asked.
   *
   * @param found whether it has the target
   * @param ordinal where it is now
   */
  void noteOrdered(boolean found, long ordinal) {
    long ahead = ordinal - lastOrdinal;
    int absent = found ? 0 : 1;
    int present = hashed + 1 - absent;
    boolean near = ahead >= 0 && ahead <= little * (hashed + 1L);
    int change =
        near
            ? absent * ABSENCE_OF_NEAR + present * absenceOfNearFound
            : absent * absenceOfAbsent - present * ABSENCE_OF_FOUND;
    absence = Math.clamp(absence + change, 0, 2 * ABSENCE_TO_SEEK_BY_ORDER);
    lastOrdinal = ordinal;
    hashed = 0;
  }
}
