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
package dev.streak.bench.workload.terms;

import dev.streak.bench.harness.BenchContext;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BytesRef;
import org.roaringbitmap.RoaringBitmap;

/** Sets of ids that filters ask for, in each form in which a system takes them. */
public final class IdSets {
  private static final int SETS = 16;
  private static final int FEW_SETS = 4;

  private final long[][] ids;
  private final List<List<BytesRef>> terms;

  private IdSets(int sets, Supplier<int[]> owners) {
    this.ids = new long[sets][];
    for (int i = 0; i < sets; i++) {
      ids[i] = Arrays.stream(owners.get()).mapToLong(TermsIndex::id).toArray();
    }
    this.terms = Arrays.stream(ids).map(IdSets::terms).toList();
  }

  private static List<BytesRef> terms(long[] set) {
    return Arrays.stream(set).mapToObj(id -> new BytesRef(Long.toString(id))).toList();
  }

  /** Ids of random owners, in no order. */
  public static IdSets random(BenchContext context, TermsLayout layout, int size) {
    return random(context, layout, size, context.quick() ? FEW_SETS : SETS);
  }

  /** Fewer sets, for filters that take long. */
  static IdSets fewRandom(BenchContext context, TermsLayout layout, int size) {
    return random(context, layout, size, FEW_SETS);
  }

  private static IdSets random(BenchContext context, TermsLayout layout, int size, int sets) {
    Random random = context.random("ids " + size + false);
    int distinct = Math.min(size, layout.owners());
    return new IdSets(
        sets, () -> random.ints(0, layout.owners()).distinct().limit(distinct).toArray());
  }

  /** Ids of neighbours, in no order. */
  static IdSets clustered(BenchContext context, TermsLayout layout, int size) {
    Random random = context.random("ids " + size + true);
    int distinct = Math.min(size, layout.owners());
    int places = layout.owners() - distinct + 1;
    return new IdSets(
        context.quick() ? FEW_SETS : SETS,
        () -> {
          int first = random.nextInt(places);
          return random.ints(first, first + distinct).distinct().limit(distinct).toArray();
        });
  }

  public int count() {
    return ids.length;
  }

  public long[] ids(int set) {
    return ids[set];
  }

  List<BytesRef> terms(int set) {
    return terms.get(set);
  }

  /** Lucene's query. */
  public Query stock(int set) {
    return new TermInSetQuery(TermsIndex.SHOP, terms.get(set));
  }

  /** What a list in memory as a bitmap for each id would do: those of all ids in the sets. */
  Map<Long, RoaringBitmap> bitmaps(TermsLayout layout) {
    Map<Long, RoaringBitmap> bitmaps = new HashMap<>();
    for (long[] set : ids) {
      for (long id : set) {
        bitmaps.put(id, new RoaringBitmap());
      }
    }
    TermsLayout.Ownership ownership = layout.ownership();
    for (int doc = 0; doc < layout.docs(); doc++) {
      RoaringBitmap bitmap = bitmaps.get(TermsIndex.id(ownership.ownerOf(doc)));
      if (bitmap != null) {
        bitmap.add(doc);
      }
    }
    bitmaps.values().forEach(RoaringBitmap::runOptimize);
    return bitmaps;
  }

  /** How many documents the bitmaps of a set unite to. */
  int union(Map<Long, RoaringBitmap> bitmaps, int set) {
    return RoaringBitmap.or(Arrays.stream(ids[set]).mapToObj(bitmaps::get).iterator())
        .getCardinality();
  }
}
