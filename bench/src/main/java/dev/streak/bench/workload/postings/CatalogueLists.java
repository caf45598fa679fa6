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
package dev.streak.bench.workload.postings;

import dev.streak.bench.data.Catalogue;
import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Table;
import dev.streak.bench.workload.TwinIndex;
import dev.streak.codec.StreakCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.util.BitUtil;
import org.roaringbitmap.RoaringBitmap;

/** Size of the posting lists of a sorted catalogue's shop field: one run for each shop. */
final class CatalogueLists {

  /** A shop's id and its documents. */
  private record ShopRun(String id, int start, int length) {}

  private CatalogueLists() {}

  static void compareSizes(BenchContext context, int docs) throws Exception {
    List<ShopRun> shops = runs(new Catalogue(context.seed(), docs));
    String[] shopOfDoc = new String[docs];
    long roaring = 0;
    for (ShopRun shop : shops) {
      Arrays.fill(shopOfDoc, shop.start(), shop.start() + shop.length(), shop.id());
      RoaringBitmap bitmap =
          RoaringBitmap.bitmapOfRange(shop.start(), shop.start() + shop.length());
      bitmap.runOptimize();
      roaring += bitmap.serializedSizeInBytes();
    }
    List<TwinIndex.Side> sides =
        TwinIndex.build(
            context,
            docs,
            doc -> document(shopOfDoc[doc]),
            IndexWriterConfig::new,
            new StreakCodec());
    long lucene = ListIndex.bytes(sides.get(0).path(), "doc");
    long streak = ListIndex.bytes(sides.get(1).path(), "skp") + entryBytes(shops);
    Table table =
        new Table(
            "Size of the catalogue's shop field, one run a shop",
            "",
            "lists",
            "bits a posting",
            "bytes a term",
            "with dictionary");
    row(
        table,
        "Lucene",
        lucene,
        lucene + ListIndex.bytes(sides.get(0).path(), "tim", "tip"),
        docs,
        shops.size());
    row(table, "Roaring", roaring, -1, docs, shops.size());
    long streakAll = ListIndex.bytes(sides.get(1).path(), "skp", "skd", "ski");
    row(table, "Streak", streak, streakAll, docs, shops.size());
    context.table(table);
    context.ratio("postings.catalogue.bits_vs_best", (double) streak / Math.min(lucene, roaring));
  }

  private static void row(Table table, String name, long bytes, long all, int docs, int shops) {
    table.row(
        name,
        Numbers.bytes(bytes),
        String.format(Locale.ROOT, "%.2f", 8.0 * bytes / docs),
        String.format(Locale.ROOT, "%.1f", (double) bytes / shops),
        all < 0 ? "" : String.format(Locale.ROOT, "%.1f", (double) all / shops));
  }

  /** In the order of the index: city, geohash, shop. */
  private static List<ShopRun> runs(Catalogue catalogue) {
    List<Catalogue.Shop> shops = new ArrayList<>(catalogue.shops());
    shops.sort(
        Comparator.comparing(Catalogue.Shop::city)
            .thenComparing(Catalogue.Shop::geohash)
            .thenComparing(shop -> Long.toString(shop.id())));
    List<ShopRun> runs = new ArrayList<>();
    int start = 0;
    for (Catalogue.Shop shop : shops) {
      runs.add(new ShopRun(Long.toString(shop.id()), start, shop.items()));
      start += shop.items();
    }
    return runs;
  }

  /**
   * What the dictionary keeps of the runs. It cannot be told apart in the file, so it is counted
   * out here, as the format document has it: a run counts from the end of the one before, in the
   * order of the terms. (A few count from zero instead, the first of each dictionary block.)
   */
  private static long entryBytes(List<ShopRun> shops) {
    List<ShopRun> byTerm = new ArrayList<>(shops);
    byTerm.sort(Comparator.comparing(ShopRun::id));
    long bytes = 0;
    int lastEnd = 0;
    for (ShopRun shop : byTerm) {
      long code = BitUtil.zigZagEncode((long) shop.start() - lastEnd) << 1 | 1;
      bytes += (Long.SIZE - Long.numberOfLeadingZeros(code) + 6) / 7;
      lastEnd = shop.start() + shop.length();
    }
    return bytes;
  }

  private static Document document(String shop) {
    Document document = new Document();
    document.add(new StringField(ListIndex.FIELD, shop, Field.Store.NO));
    return document;
  }
}
