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
package dev.streak.bench.demo;

import dev.streak.bench.data.Catalogue;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.Workload;
import dev.streak.bench.workload.CatalogueIndex;
import dev.streak.bench.workload.TwinIndex;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.lucene.codecs.Codec;

/** One catalogue, two indexes, one table. */
final class DemoWorkload implements Workload {

  @Override
  public String name() {
    return "demo";
  }

  @Override
  public String description() {
    return "a food-delivery catalogue in Lucene's default codec and in Streak";
  }

  @Override
  public List<Size> sizes() {
    return DemoCommand.sizes();
  }

  @Override
  public String needs() {
    return "2 GB of heap, 2 GB of disk";
  }

  /** Most of the two minutes is building. */
  @Override
  public int hurryAfterSeconds() {
    return 100;
  }

  @Override
  public void run(BenchContext context) throws Exception {
    Catalogue catalogue = new Catalogue(context.seed(), context.size(DemoCommand.ITEMS.name()));
    List<TwinIndex.Side> sides =
        TwinIndex.buildTimed(
            context,
            catalogue.size(),
            i -> CatalogueIndex.document(catalogue.item(i)),
            () -> CatalogueIndex.config(Codec.getDefault()),
            CatalogueIndex.streakCodec());
    SideBySide table =
        new SideBySide(
            Numbers.count(catalogue.size())
                + " items of "
                + Numbers.count(catalogue.shops().size())
                + " shops, sorted by city, geohash, shop");
    TwinIndex.Side lucene = sides.get(0);
    TwinIndex.Side streak = sides.get(1);
    try (DemoQueries queries = new DemoQueries(context, catalogue, lucene, streak)) {
      queries.measure(table);
      disk(table, lucene, streak);
      DemoMemory.measure(context, table, lucene, streak);
    }
    table.section("Building, processor time");
    table.times("indexing", lucene.writeNanos(), streak.writeNanos());
    table.times("merging to one segment", lucene.mergeNanos(), streak.mergeNanos());
    context.table(table.toTable());
    context.note("Both gave the same answers to all queries; a difference would have ended this.");
    context.note(
        "Times of calls: median and 99th percentile; how many times better by processor time.");
  }

  private static void disk(SideBySide table, TwinIndex.Side lucene, TwinIndex.Side streak)
      throws IOException {
    Map<FileKinds.Kind, Long> luceneSizes = FileKinds.sizes(lucene.path());
    Map<FileKinds.Kind, Long> streakSizes = FileKinds.sizes(streak.path());
    table.section("Disk");
    // Hash tables are part of what terms cost.
    table.bytes(
        FileKinds.Kind.TERMS.label(),
        sum(luceneSizes, FileKinds.Kind.TERMS, FileKinds.Kind.HASH),
        sum(streakSizes, FileKinds.Kind.TERMS, FileKinds.Kind.HASH));
    table.values(
        "of these " + FileKinds.Kind.HASH.label(),
        "",
        Numbers.bytes(streakSizes.get(FileKinds.Kind.HASH)));
    for (FileKinds.Kind kind : FileKinds.Kind.values()) {
      if (kind != FileKinds.Kind.TERMS && kind != FileKinds.Kind.HASH) {
        table.bytes(kind.label(), luceneSizes.get(kind), streakSizes.get(kind));
      }
    }
    table.bytes("all", sum(luceneSizes), sum(streakSizes));
  }

  private static long sum(Map<FileKinds.Kind, Long> sizes, FileKinds.Kind... kinds) {
    return Stream.of(kinds).mapToLong(sizes::get).sum();
  }

  private static long sum(Map<FileKinds.Kind, Long> sizes) {
    return sizes.values().stream().mapToLong(Long::longValue).sum();
  }
}
