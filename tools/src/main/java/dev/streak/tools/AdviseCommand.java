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
package dev.streak.tools;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.streak.tools.advise.Advice;
import dev.streak.tools.advise.FieldForecast;
import dev.streak.tools.advise.FieldSpeed;
import dev.streak.tools.advise.OrdersToTry;
import dev.streak.tools.cli.CommandLine;
import dev.streak.tools.cli.Console;
import dev.streak.tools.cli.ExitCode;
import dev.streak.tools.cli.Quantity;
import dev.streak.tools.cli.Refusal;
import dev.streak.tools.convert.SortArgument;
import dev.streak.tools.convert.UnfinishedCopy;
import dev.streak.tools.digest.IndexDigest;
import dev.streak.tools.index.IndexFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.Directory;

/** {@code advise}: what an index would gain by Streak, and by another order of its documents. */
final class AdviseCommand implements Command {
  private static final int USUAL_DOCUMENTS = 10_000_000;
  private static final int BAR = 30;

  @Override
  public String name() {
    return "advise";
  }

  @Override
  public String summary() {
    return "what an index would gain by Streak and by another order, predicted";
  }

  @Override
  public ExitCode run(CommandLine line, Console console) throws IOException {
    Optional<String> sort = line.value("--sort");
    int threads = DigestCommand.threads(line);
    int most = line.number("--documents", 1, Integer.MAX_VALUE).orElse(USUAL_DOCUMENTS);
    IndexFolder folder = IndexFolder.existing(line.operands(1, 1, "DIR").get(0));
    try (Directory directory = folder.directory();
        DirectoryReader reader = folder.open(directory)) {
      List<CodecReader> all = IndexDigest.segments(reader);
      UnfinishedCopy.refuse(folder, reader.getIndexCommit());
      if (reader.numDocs() == 0) {
        throw new Refusal("the index has no documents");
      }
      List<CodecReader> sample = Advice.largest(all, most);
      OrdersToTry orders = orders(sort, all, sample);
      Advice advice = new Advice(sample, orders.fields());
      Map<String, Map<String, FieldForecast>> forecasts = advice.forecasts(threads, console);
      long seen = sample.stream().mapToLong(CodecReader::numDocs).sum();
      Optional<String> sortedBy =
          Optional.ofNullable(SortArgument.commonSort(sample)).map(SortArgument::text);
      printWhatCounts(console, reader, all.size(), sortedBy);
      print(console, forecasts, (double) reader.numDocs() / seen);
      if (seen < reader.numDocs()) {
        console.line("from " + Quantity.count(seen) + " documents, for all of them");
      }
      Map<String, List<FieldSpeed>> speeds = new LinkedHashMap<>();
      for (String order : measured(sort, smallest(forecasts))) {
        speeds.put(order, advice.speeds(order, console));
      }
      speeds.forEach((order, fields) -> print(console, order, fields));
      boolean hasBlocks = SortArgument.hasBlocks(all);
      if (hasBlocks) {
        console.line("no other order: " + SortArgument.BLOCKS);
      }
      printNotTried(console, orders.leftOut());
      advice.leftOut().forEach((field, reason) -> console.line(field + ": " + reason));
      JsonObject json = json(forecasts, speeds, advice, seen, reader);
      json.addProperty("orderMustStay", hasBlocks);
      json.add("ordersLeftOut", new Gson().toJsonTree(orders.leftOut()));
      sortedBy.ifPresent(order -> json.addProperty("sortedBy", order));
      console.result(json);
      return ExitCode.OK;
    }
  }

  /** Whose speed is measured: whoever names an order wants to know, however large it is. */
  static Set<String> measured(Optional<String> named, String smallest) {
    return new TreeSet<>(List.of(Advice.AS_IT_IS, named.orElse(smallest)));
  }

  /** What the figures are of. */
  private static void printWhatCounts(
      Console console, DirectoryReader reader, int segments, Optional<String> sortedBy) {
    if (reader.hasDeletions()) {
      console.line(
          "without "
              + Quantity.count(reader.numDeletedDocs())
              + " deleted of "
              + Quantity.count(reader.maxDoc(), "document"));
    }
    if (segments > 1) {
      console.line("terms are counted in each of " + segments + " segments");
    }
    sortedBy.ifPresent(order -> console.line(Advice.AS_IT_IS + ": sorted by " + order));
  }

  /** Those to try; none that convert would refuse. */
  private static OrdersToTry orders(
      Optional<String> sort, List<CodecReader> all, List<CodecReader> sample) throws IOException {
    if (sort.isPresent()) {
      SortArgument.refuseBlocks(all);
      return new OrdersToTry(List.of(sort.get()), Map.of());
    }
    return SortArgument.hasBlocks(all) ? OrdersToTry.NONE : OrdersToTry.of(sample);
  }

  /** Fields by the reason, for some indexes have hundreds. */
  private static void printNotTried(Console console, Map<String, String> reasons) {
    Map<String, List<String>> fields = new TreeMap<>();
    reasons.forEach(
        (field, reason) -> fields.computeIfAbsent(reason, r -> new ArrayList<>()).add(field));
    fields.forEach(
        (reason, names) -> console.line("no order by " + String.join(", ", names) + ": " + reason));
  }

  private static JsonObject json(
      Map<String, Map<String, FieldForecast>> forecasts,
      Map<String, List<FieldSpeed>> speeds,
      Advice advice,
      long seen,
      DirectoryReader reader) {
    JsonObject json = new JsonObject();
    json.addProperty("documents", reader.numDocs());
    json.addProperty("documentsDeleted", reader.numDeletedDocs());
    json.addProperty("documentsSeen", seen);
    json.add("orders", new Gson().toJsonTree(forecasts));
    json.add("speeds", new Gson().toJsonTree(speeds));
    json.add("leftOut", new Gson().toJsonTree(advice.leftOut()));
    return json;
  }

  private static void print(
      Console console, Map<String, Map<String, FieldForecast>> forecasts, double scale) {
    long widest =
        forecasts.values().stream()
            .mapToLong(
                fields ->
                    Math.max(
                        sum(fields, FieldForecast::luceneBytes),
                        sum(fields, FieldForecast::streakBytes)))
            .max()
            .orElse(0);
    forecasts.forEach((order, fields) -> table(console, order, fields, scale, widest));
    String best = smallest(forecasts);
    console.line("smallest: " + best);
    List<String> prefixes = new ArrayList<>();
    for (FieldForecast field : forecasts.get(best).values()) {
      if (field.prefixLength() > 0) {
        prefixes.add(
            CommandLine.escaped(field.field())
                + "="
                + field.prefixFrom()
                + "-"
                + field.prefixLength());
      }
    }
    if (!prefixes.isEmpty()) {
      console.line(
          "prefixes that many terms share, for fields searched by prefix: --prefixes "
              + prefixes.stream().collect(Collectors.joining(",")));
    }
    long dictionaries = sum(forecasts.get(best), FieldForecast::streakDictionaryBytes);
    // The cache gives what leads to terms one half, and the terms themselves what is left over.
    console.line(
        "a cache of "
            + Quantity.bytes(Math.round(2 * dictionaries * scale))
            + " holds terms and tables of all these fields");
  }

  private static String smallest(Map<String, Map<String, FieldForecast>> forecasts) {
    return forecasts.entrySet().stream()
        .min(Comparator.comparingLong(order -> sum(order.getValue(), FieldForecast::streakBytes)))
        .orElseThrow()
        .getKey();
  }

  private static void print(Console console, String order, List<FieldSpeed> fields) {
    if (fields.isEmpty()) {
      return;
    }
    console.line("speed beside Lucene's format, in memory, order: " + order);
    for (FieldSpeed field : fields) {
      console.line(
          String.format(
              Locale.ROOT,
              "  %-20s reads: %s; writes: %s",
              field.field(),
              field.reads(),
              field.writes()));
    }
  }

  private static long sum(Map<String, FieldForecast> fields, ToLongFunction<FieldForecast> column) {
    return fields.values().stream().mapToLong(column).sum();
  }

  private static void table(
      Console console, String order, Map<String, FieldForecast> fields, double scale, long widest) {
    console.line("order: " + order);
    console.line(
        String.format(
            Locale.ROOT,
            "  %-20s %13s %10s %10s %10s %10s",
            "field",
            "terms",
            "docs/term",
            "runs/term",
            "Lucene",
            "Streak"));
    for (FieldForecast field : fields.values()) {
      row(
          console,
          field.field(),
          Quantity.count(Math.round(field.terms() * scale)),
          field.terms() == 0 ? 0 : (double) field.postings() / field.terms(),
          field.terms() == 0 ? 0 : (double) field.runs() / field.terms(),
          Math.round(field.luceneBytes() * scale),
          Math.round(field.streakBytes() * scale));
    }
    long lucene = sum(fields, FieldForecast::luceneBytes);
    long streak = sum(fields, FieldForecast::streakBytes);
    console.line("  Lucene " + bar(lucene, widest) + " " + size(lucene, scale));
    console.line("  Streak " + bar(streak, widest) + " " + size(streak, scale));
  }

  private static String size(long bytes, double scale) {
    return Quantity.bytes(Math.round(bytes * scale));
  }

  private static void row(
      Console console, String field, String terms, double docs, double runs, long a, long b) {
    console.line(
        String.format(
            Locale.ROOT,
            "  %-20s %13s %10.1f %10.1f %10s %10s",
            field,
            terms,
            docs,
            runs,
            Quantity.bytes(a),
            Quantity.bytes(b)));
  }

  private static String bar(long value, long of) {
    return "#".repeat(of == 0 ? 0 : (int) Math.round((double) BAR * value / of));
  }
}
