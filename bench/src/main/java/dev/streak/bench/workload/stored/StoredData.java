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
package dev.streak.bench.workload.stored;

import dev.streak.bench.data.Catalogue;
import dev.streak.bench.data.CatalogueDetails;
import dev.streak.bench.data.JsonLogs;
import dev.streak.bench.data.Prose;
import dev.streak.bench.harness.BenchContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Documents of one kind, as bytes.
 *
 * @param name in ratio names
 * @param title in tables
 * @param documents in the order in which they are indexed
 * @param rawBytes length of all
 */
record StoredData(String name, String title, List<byte[]> documents, long rawBytes) {
  private static final int MIN_TEXT = 3_000;
  private static final int MAX_TEXT = 6_000;

  /** Logs of all sources in turn: those of the data folder if there is one. */
  static StoredData logs(BenchContext context, long bytes) throws IOException {
    JsonLogs.Events events = logs(context).events(context.seed());
    return fill("logs", "JSON logs" + origin(context), bytes, i -> events.next());
  }

  /** The same logs, one source after the other, as when services are rolled out. */
  static StoredData drift(BenchContext context, long bytes) throws IOException {
    JsonLogs logs = logs(context);
    JsonLogs.Events events = logs.events(context.seed());
    List<byte[]> documents = new ArrayList<>();
    long total = 0;
    for (int source = 0; source < logs.sources(); source++) {
      int current = source;
      StoredData part = fill("", "", bytes / logs.sources(), i -> events.next(current));
      documents.addAll(part.documents);
      total += part.rawBytes;
    }
    String title = "JSON logs, one program after the other" + origin(context);
    return new StoredData("drift", title, documents, total);
  }

  private static JsonLogs logs(BenchContext context) throws IOException {
    Path folder = logFolder(context);
    return folder == null ? JsonLogs.generated(context.seed()) : JsonLogs.of(folder);
  }

  private static String origin(BenchContext context) {
    return logFolder(context) == null ? " (generated; --data brings real ones)" : "";
  }

  /** Where real logs lie, or null. */
  private static Path logFolder(BenchContext context) {
    return context.data().map(data -> data.resolve("logs")).filter(Files::isDirectory).orElse(null);
  }

  /** Items of the catalogue in the order of their arrival. */
  static StoredData catalogue(BenchContext context, long bytes) {
    // Items take half a kilobyte and more.
    Catalogue catalogue = new Catalogue(context.seed(), Math.toIntExact(bytes / 500));
    CatalogueDetails details = new CatalogueDetails(context.seed());
    return fill("catalogue", "Catalogue", bytes, i -> details.toJson(catalogue.item(i)));
  }

  /** Texts of some pages. */
  static StoredData texts(BenchContext context, long bytes) {
    Prose prose = new Prose(context.seed());
    return fill("texts", "Texts of 3-6 kB", bytes, i -> prose.text(i, MIN_TEXT, MAX_TEXT));
  }

  private static StoredData fill(
      String name, String title, long bytes, IntFunction<String> generator) {
    List<byte[]> documents = new ArrayList<>();
    long total = 0;
    while (total < bytes) {
      byte[] document = generator.apply(documents.size()).getBytes(StandardCharsets.UTF_8);
      documents.add(document);
      total += document.length;
    }
    return new StoredData(name, title, documents, total);
  }
}
