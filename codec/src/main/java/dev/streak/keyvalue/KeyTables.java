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
import dev.streak.field.TermBatch;
import dev.streak.keydocs.KeyRanges;
import dev.streak.keydocs.Keys;
import dev.streak.keydocs.SegmentKeys;
import dev.streak.reuse.Spares;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;

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

  /** Keys that a table has room for at least, so that small segments do not make one each. */
  private static final int LEAST_KEYS = 1 << 14;

  /** As {@link #LEAST_KEYS}, where small segments come and go: one table takes many of them. */
  private static final int LEAST_KEYS_OF_SMALL = 1 << 16;

  /** A segment with more than one in so many of all documents is asked itself: they are few. */
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
  record Rules(Object growing, String field, long maxBytes, boolean onlySmall) {

    boolean leavesOut(LeafReaderContext leaf, IndexReader reader) {
      return onlySmall && leaf.reader().maxDoc() > reader.maxDoc() / LARGE_SHARE;
    }

    /** Keys that a table is made for, of which there are {@code count} now. */
    long room(long count) {
      return onlySmall ? Math.max(2 * count, LEAST_KEYS_OF_SMALL) : Math.max(count, LEAST_KEYS);
    }
  }

  KeyTables(
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
    KeyTables tables = new KeyTablesBuilder(rules, reader).build(known);
    if (rules.onlySmall == false) {
      KeyProbes.add(reader, rules.field, tables.probe);
    }
    return tables;
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
