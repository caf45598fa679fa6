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
package dev.streak.keyvalue;

import dev.streak.field.StreakTerms;
import dev.streak.keydocs.KeyRanges;
import dev.streak.keydocs.KeySlots;
import dev.streak.keydocs.NumberDocsBuilder;
import dev.streak.keydocs.SegmentKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;

/**
 * Makes the tables of a reader: keeps those of another reader that are worth it, and adds the keys
 * of segments that are in none of them.
 */
final class KeyTablesBuilder {

  /** Small tables of a reader at most, before all but the largest of them are made one. */
  private static final int MAX_PARTS = 4;

  /** Two tables of more keys do not fit into one. */
  private static final int MOST_KEYS_OF_SMALL = KeySlots.MAX_KEYS / 2;

  private final KeyTables.Rules rules;
  private final IndexReader reader;

  /** Segments whose keys are to be in a table, by what they are known by. */
  private final Map<Object, LeafReaderContext> wanted = new HashMap<>();

  /** Segments whose keys will be in none. */
  private final List<LeafReaderContext> others = new ArrayList<>();

  private final List<KeyRanges> parts = new ArrayList<>();

  KeyTablesBuilder(KeyTables.Rules rules, IndexReader reader) {
    this.rules = rules;
    this.reader = reader;
  }

  /**
   * Makes the tables.
   *
   * @param known tables of another reader, which may have keys of this one
   */
  KeyTables build(List<KeyRanges> known) throws IOException {
    findWanted();
    List<LeafReaderContext> missing = keep(known);
    if (parts.isEmpty() && rules.onlySmall() == false) {
      addNumbers(missing);
    }
    add(missing);
    // Of several documents with a key the last segment's is taken.
    others.sort((a, b) -> Integer.compare(a.ord, b.ord));
    List<SegmentKeys> ofReader = parts.stream().map(part -> SegmentKeys.of(part, wanted)).toList();
    return new KeyTables(rules, reader, ofReader, others);
  }

  private void findWanted() throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = KeyRanges.termsOf(leaf, rules.field());
      if (terms == null) {
        continue;
      }
      Object segment = KeyRanges.segmentOf(leaf);
      boolean wished = segment != null && terms instanceof StreakTerms;
      if (wished == false
          || rules.leavesOut(leaf, reader)
          || wanted.putIfAbsent(segment, leaf) != null) {
        others.add(leaf);
      }
    }
  }

  /** Returns the segments that are wanted and in no table that is kept. */
  private List<LeafReaderContext> keep(List<KeyRanges> known) {
    Map<Object, LeafReaderContext> missing = new HashMap<>(wanted);
    for (KeyRanges keys : worthKeeping(known, wanted)) {
      parts.add(keys);
      keys.ranges().forEach(range -> missing.remove(range.segment()));
    }
    List<LeafReaderContext> inOrder = new ArrayList<>(missing.values());
    inOrder.sort((a, b) -> Integer.compare(a.ord, b.ord));
    return inOrder;
  }

  /** Tables half of whose keys are gone are made anew, and small ones where there are many. */
  static List<KeyRanges> worthKeeping(
      List<KeyRanges> known, Map<Object, LeafReaderContext> wanted) {
    List<KeyRanges> kept = new ArrayList<>();
    for (KeyRanges keys : known) {
      long live =
          keys.ranges().stream()
              .filter(range -> wanted.containsKey(range.segment()))
              .mapToLong(KeyRanges.Range::count)
              .sum();
      if (live * 2 > keys.keys()) {
        kept.add(keys);
      }
    }
    kept.sort((a, b) -> Integer.compare(b.keys(), a.keys()));
    int large = (int) kept.stream().filter(keys -> keys.keys() > MOST_KEYS_OF_SMALL).count();
    return kept.size() - large < MAX_PARTS ? kept : new ArrayList<>(kept.subList(0, large + 1));
  }

  /** Makes a table of the segments that have numbers only, and leaves the others to be added. */
  private void addNumbers(List<LeafReaderContext> leaves) throws IOException {
    KeyRanges numbers = NumberDocsBuilder.build(leaves, rules.field(), rules.maxBytes());
    if (numbers != null) {
      parts.add(numbers);
      Set<Object> taken = new HashSet<>();
      numbers.ranges().forEach(range -> taken.add(range.segment()));
      leaves.removeIf(leaf -> taken.contains(KeyRanges.segmentOf(leaf)));
    }
  }

  private void add(List<LeafReaderContext> leaves) throws IOException {
    List<Terms> terms = new ArrayList<>();
    long left = 0;
    for (LeafReaderContext leaf : leaves) {
      terms.add(KeyRanges.termsOf(leaf, rules.field()));
      left += terms.getLast().size();
    }
    for (int i = 0; i < leaves.size(); i++) {
      long count = terms.get(i).size();
      KeyRanges part = partFor(count, left);
      if (part == null) {
        others.add(leaves.get(i));
      } else {
        part.add(KeyRanges.segmentOf(leaves.get(i)), terms.get(i));
      }
      left -= count;
    }
  }

  /**
   * A table with room for some keys; null if there is none, nor memory for one more.
   *
   * @param left how many keys there are to add, these among them
   */
  private KeyRanges partFor(long count, long left) {
    for (KeyRanges part : parts) {
      if (part.hasRoom(count)) {
        return part;
      }
    }
    long used = parts.stream().mapToLong(KeyRanges::bytes).sum();
    int affordable = KeySlots.keysIn(Math.max(0, rules.maxBytes() - used));
    long keys = Math.min(rules.room(left), affordable);
    if (count > keys) {
      return null;
    }
    KeyRanges added = new KeyRanges((int) keys);
    parts.add(added);
    return added;
  }
}
