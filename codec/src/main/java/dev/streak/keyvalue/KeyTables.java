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

import dev.streak.field.KeyProbe;
import dev.streak.field.KeyProbes;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermBatch;
import dev.streak.keydocs.KeyRanges;
import dev.streak.keydocs.KeySlots;
import dev.streak.keydocs.Keys;
import dev.streak.keydocs.NumberDocsBuilder;
import dev.streak.keydocs.SegmentKeys;
import dev.streak.reuse.Spares;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;

/**
 * The keys of all segments of a reader in one table: a key is looked for once and not in each
 * segment, and an absent key nearly always ends here. Each hit is verified against the terms of its
 * segment, so an answer is never wrong. Numbers that lie close together need not be verified.
 *
 * <p>Made when a reader is opened; {@link #refresh} makes the tables of a newer reader from these
 * and costs what the new segments cost. Both share the table, which only grows, and each knows
 * which segments are its own. Five bytes of heap a key.
 *
 * <pre>
 * KeyTables tables = KeyTables.build(reader, "id", 512 &lt;&lt; 20);
 * BatchReader items = new BatchReader(tables);
 * </pre>
 *
 * <p>While they are there, {@code TermLookup} and {@code RunTermsQuery} use them, too, for the
 * reader that they were made of, if it has many segments.
 *
 * <p>Immutable for its users; safe for use by several threads.
 */
public final class KeyTables {

  /** Small tables of a reader at most, before all but the largest of them are made one. */
  private static final int MAX_PARTS = 4;

  /** Two tables of more keys do not fit into one. */
  private static final int MOST_KEYS_OF_SMALL = KeySlots.MAX_KEYS / 2;

  /** Keys that a table has room for at least, so that small segments do not make one each. */
  private static final int LEAST_KEYS = 1 << 14;

  /** As {@link #LEAST_KEYS}, where small segments come and go: one table takes many of them. */
  private static final int LEAST_KEYS_OF_SMALL = 1 << 16;

  /** A segment with more than this share of all documents is asked itself: they are few. */
  private static final int LARGE_SHARE = 16;

  private final Rules rules;
  private final IndexReader reader;
  private final List<SegmentKeys> parts;

  /** Segments whose keys are in no table: of other codecs, or beyond what memory allows. */
  private final List<LeafReaderContext> others;

  /** By number; null for segments in no table. */
  private final TableSegment[] segments;

  private final int covered;

  /** Probes that nobody uses. They keep blocks of terms in the cache. */
  private final Spares<TableProbe> spares = new Spares<>();

  /** Kept from here, as whoever uses it does not keep it. */
  private final Probe probe;

  /**
   * What tables have in common that were refreshed from each other.
   *
   * @param growing held while shared tables grow
   * @param field whose terms are the keys
   * @param maxBytes memory that tables may take
   * @param onlySmall whether large segments are left out
   */
  private record Rules(Object growing, String field, long maxBytes, boolean onlySmall) {

    boolean leavesOut(LeafReaderContext leaf, IndexReader reader) {
      return onlySmall && leaf.reader().maxDoc() > reader.maxDoc() / LARGE_SHARE;
    }

    /** Keys that a table is made for, of which there are {@code count} now. */
    long room(long count) {
      return onlySmall ? Math.max(2 * count, LEAST_KEYS_OF_SMALL) : Math.max(count, LEAST_KEYS);
    }
  }

  private KeyTables(
      Rules rules, IndexReader reader, List<SegmentKeys> parts, List<LeafReaderContext> others)
      throws IOException {
    this.rules = rules;
    this.reader = reader;
    this.parts = parts;
    this.others = others;
    this.segments = new TableSegment[reader.leaves().size()];
    for (SegmentKeys part : parts) {
      for (int leaf : part.leaves().toArray()) {
        segments[leaf] = TableSegment.of(reader.leaves().get(leaf), rules.field);
      }
    }
    this.covered = (int) Arrays.stream(segments).filter(Objects::nonNull).count();
    this.probe = new Probe();
  }

  /** Answers whoever looks terms up in all segments of the reader. */
  private final class Probe implements KeyProbe {
    @Override
    public boolean covers(int segment) {
      return segments[segment] != null;
    }

    @Override
    public void find(TermBatch batch, Hits hits) throws IOException {
      Keys keys =
          batch.ids() == null ? new Keys.OfBytes(batch.terms()) : new Keys.OfLongs(batch.ids());
      KeyTables.this.find(keys, 0, batch.size(), hits);
    }
  }

  /**
   * Makes the tables of a reader.
   *
   * @param maxBytes memory that tables may take; keys that do not fit are looked up segment by
   *     segment
   */
  public static KeyTables build(IndexReader reader, String field, long maxBytes)
      throws IOException {
    return make(reader, field, maxBytes, false);
  }

  /**
   * Tables that {@link BatchReader} alone reads, without the segments that are large beside the
   * others: a look-up there costs less than one in a table of all keys, and the table of what is
   * left stays near. It has room for as many keys again, for those of later segments, and for
   * 65,536 at least: up to ten bytes a key.
   *
   * @param maxBytes memory that tables may take, as above
   */
  public static KeyTables ofSmallSegments(IndexReader reader, String field, long maxBytes)
      throws IOException {
    return make(reader, field, maxBytes, true);
  }

  private static KeyTables make(IndexReader reader, String field, long maxBytes, boolean onlySmall)
      throws IOException {
    if (maxBytes < 0) {
      throw new IllegalArgumentException("maxBytes must be >= 0: maxBytes=" + maxBytes);
    }
    Objects.requireNonNull(reader, "reader");
    Objects.requireNonNull(field, "field");
    return make(new Rules(new Object(), field, maxBytes, onlySmall), reader, List.of());
  }

  /** The tables of a newer reader, or of any that has segments in common with this one. */
  public KeyTables refresh(IndexReader newer) throws IOException {
    Objects.requireNonNull(newer, "newer");
    synchronized (rules.growing) {
      return make(rules, newer, parts.stream().map(SegmentKeys::keys).toList());
    }
  }

  private static KeyTables make(Rules rules, IndexReader reader, List<KeyRanges> known)
      throws IOException {
    Map<Object, LeafReaderContext> wanted = new HashMap<>();
    List<LeafReaderContext> others = new ArrayList<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = KeyRanges.termsOf(leaf, rules.field);
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
    List<KeyRanges> kept = new ArrayList<>();
    Map<Object, LeafReaderContext> missing = new HashMap<>(wanted);
    for (KeyRanges keys : worthKeeping(known, wanted)) {
      kept.add(keys);
      keys.ranges().forEach(range -> missing.remove(range.segment()));
    }
    List<LeafReaderContext> added = new ArrayList<>(missing.values());
    added.sort((a, b) -> Integer.compare(a.ord, b.ord));
    if (kept.isEmpty() && rules.onlySmall == false) {
      addNumbers(kept, added, rules);
    }
    add(kept, added, rules, others);
    // Of several documents with a key the last segment's is taken.
    others.sort((a, b) -> Integer.compare(a.ord, b.ord));
    List<SegmentKeys> parts = kept.stream().map(k -> SegmentKeys.of(k, wanted)).toList();
    KeyTables tables = new KeyTables(rules, reader, parts, others);
    if (rules.onlySmall == false) {
      KeyProbes.add(reader, rules.field, tables.probe);
    }
    return tables;
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
  private static void addNumbers(List<KeyRanges> parts, List<LeafReaderContext> leaves, Rules rules)
      throws IOException {
    KeyRanges numbers = NumberDocsBuilder.build(leaves, rules.field, rules.maxBytes);
    if (numbers != null) {
      parts.add(numbers);
      Set<Object> taken = new HashSet<>();
      numbers.ranges().forEach(range -> taken.add(range.segment()));
      leaves.removeIf(leaf -> taken.contains(KeyRanges.segmentOf(leaf)));
    }
  }

  private static void add(
      List<KeyRanges> parts,
      List<LeafReaderContext> leaves,
      Rules rules,
      List<LeafReaderContext> others)
      throws IOException {
    List<Terms> terms = new ArrayList<>();
    long left = 0;
    for (LeafReaderContext leaf : leaves) {
      terms.add(KeyRanges.termsOf(leaf, rules.field));
      left += terms.getLast().size();
    }
    for (int i = 0; i < leaves.size(); i++) {
      LeafReaderContext leaf = leaves.get(i);
      long count = terms.get(i).size();
      KeyRanges part = partWithRoom(parts, count);
      if (part == null) {
        long used = parts.stream().mapToLong(KeyRanges::bytes).sum();
        int affordable = KeySlots.keysIn(Math.max(0, rules.maxBytes - used));
        long keys = Math.min(rules.room(left), affordable);
        if (count > keys) {
          others.add(leaf);
          left -= count;
          continue;
        }
        part = new KeyRanges((int) keys);
        parts.add(part);
      }
      part.add(KeyRanges.segmentOf(leaf), terms.get(i));
      left -= count;
    }
  }

  private static KeyRanges partWithRoom(List<KeyRanges> parts, long count) {
    for (KeyRanges part : parts) {
      if (part.hasRoom(count)) {
        return part;
      }
    }
    return null;
  }

  /** The reader whose keys these are. */
  public IndexReader reader() {
    return reader;
  }

  /** The field whose terms are the keys. */
  public String field() {
    return rules.field;
  }

  /** Memory that the tables take, shared with the tables that these were refreshed from. */
  public long bytes() {
    return parts.stream().mapToLong(part -> part.keys().bytes()).sum();
  }

  /** Number of segments whose keys are in no table and which are asked one by one. */
  public int uncoveredSegments() {
    return others.size();
  }

  /** Number of segments whose keys are in a table. */
  public int coveredSegments() {
    return covered;
  }

  /** A segment whose keys are in a table. */
  TableSegment segment(int leaf) {
    return segments[leaf];
  }

  /** Finds the keys {@code from} to {@code to - 1} in all segments that are in tables. */
  void find(Keys keys, int from, int to, KeyProbe.Hits hits) throws IOException {
    TableProbe spare = spares.take();
    TableProbe probe = spare == null ? new TableProbe(this) : spare;
    probe.find(keys, from, to, hits);
    spares.giveBack(probe.weakly());
  }

  List<SegmentKeys> parts() {
    return parts;
  }

  List<LeafReaderContext> others() {
    return others;
  }

  @Override
  public String toString() {
    return "KeyTables(field="
        + rules.field
        + ", bytes="
        + bytes()
        + ", tables="
        + parts.size()
        + ", uncoveredSegments="
        + others.size()
        + ")";
  }
}
