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

import dev.streak.tools.cli.Console;
import dev.streak.tools.cli.Quantity;
import dev.streak.tools.inspect.DocumentReport;
import dev.streak.tools.inspect.FieldReport;
import dev.streak.tools.inspect.IndexReport;
import dev.streak.tools.inspect.MemoryReport;
import dev.streak.tools.inspect.SegmentReport;
import dev.streak.tools.inspect.TermReport;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Reports as lines for people. */
final class InspectText {
  private static final int RUNS_SHOWN = 5;

  private final Console console;

  InspectText(Console console) {
    this.console = console;
  }

  void print(String folder, IndexReport index) {
    console.line(
        String.format(
            Locale.ROOT,
            "%s: commit %d, begun with Lucene %d, %s, %s, %s deleted, %s",
            folder,
            index.generation(),
            index.createdVersion(),
            Quantity.count(index.segments().size(), "segment"),
            Quantity.count(index.documents(), "document"),
            Quantity.count(index.deleted()),
            Quantity.bytes(index.bytes())));
    if (!index.userData().isEmpty()) {
      console.line(String.format(Locale.ROOT, "user data: %s", index.userData()));
    }
    for (SegmentReport segment : index.segments()) {
      console.line(
          String.format(
              Locale.ROOT,
              "segment %s: %s by Lucene %s, %s, %s deleted, %s%s, order %s",
              segment.name(),
              segment.codec(),
              segment.lucene(),
              Quantity.count(segment.documents(), "document"),
              Quantity.count(segment.deleted()),
              Quantity.bytes(segment.bytes()),
              segment.compound() ? " in a compound file" : "",
              segment.sort()));
      if (!segment.recorded().isEmpty()) {
        console.line(String.format(Locale.ROOT, "  recorded: %s", segment.recorded()));
      }
    }
    if (!index.files().isEmpty()) {
      console.line(
          String.format(
              Locale.ROOT,
              "files by extension, those within compound files and bundles by their own: %s",
              sizes(index.files())));
    }
    index.fields().forEach(field -> field(field, index.segments().size()));
    if (index.memory() != null) {
      memory(index.memory());
    }
  }

  private void memory(MemoryReport memory) {
    console.line(
        String.format(
            Locale.ROOT,
            "memory of an open reader: heap about %s; cache outside it at most %s; Zstandard %s",
            Quantity.bytes(memory.heapBytes()),
            Quantity.bytes(memory.cacheBytes()),
            Quantity.bytes(memory.nativeBytes())));
  }

  private static String sizes(Map<String, Long> sizes) {
    return sizes.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(size -> size.getKey() + " " + Quantity.bytes(size.getValue()))
        .collect(Collectors.joining(", "));
  }

  private void field(FieldReport field, int segments) {
    console.line(String.format(Locale.ROOT, "field %s: %s", field.field(), field.indexed()));
    if (!field.bytes().isEmpty()) {
      console.line(
          String.format(
              Locale.ROOT,
              "  about %s: %s",
              Quantity.bytes(field.allBytes()),
              sizes(field.bytes())));
    }
    if (field.terms() > 0) {
      console.line(
          String.format(
              Locale.ROOT,
              "  %s%s, %,.1f documents and %,.1f runs each, %.0f %% of lists one run, average run %,.1f",
              Quantity.count(field.terms(), "term"),
              segments > 1 ? ", counted in each segment" : "",
              (double) field.documents() / field.terms(),
              (double) field.runs() / field.terms(),
              100.0 * field.oneRunLists() / field.terms(),
              (double) field.documents() / Math.max(1, field.runs())));
    }
    long shaped = field.inRuns() + field.inArrays() + field.inBitmaps();
    if (shaped > 0) {
      console.line(
          String.format(
              Locale.ROOT,
              "  %.0f %% of lists with the term itself; documents: %.0f %% in runs, %.0f %% in arrays,"
                  + " %.0f %% in bitmaps",
              100.0 * field.inTheEntry() / field.terms(),
              100.0 * field.inRuns() / shaped,
              100.0 * field.inArrays() / shaped,
              100.0 * field.inBitmaps() / shaped));
    }
    field
        .told(segments)
        .forEach(reason -> console.line(String.format(Locale.ROOT, "  %s", reason)));
    if (!field.recorded().isEmpty()) {
      console.line(String.format(Locale.ROOT, "  recorded: %s", field.recorded()));
    }
  }

  void print(int doc, DocumentReport document) {
    console.line(
        String.format(
            Locale.ROOT,
            "document %d: number %d of segment %s%s",
            doc,
            document.number(),
            document.segment(),
            document.live() ? "" : ", deleted"));
    document
        .stored()
        .forEach(
            field ->
                console.line(String.format(Locale.ROOT, "  stored %s: %s", field[0], field[1])));
    document
        .docValues()
        .forEach(
            (field, value) ->
                console.line(String.format(Locale.ROOT, "  doc value %s: %s", field, value)));
    if (!document.numbers().isEmpty()) {
      console.line("  numbers are as doc values keep them: of doubles and floats the bits");
    }
  }

  void print(List<TermReport> terms) {
    if (terms.isEmpty()) {
      console.line("no segment has the term");
    }
    for (TermReport term : terms) {
      console.line(
          String.format(
              Locale.ROOT,
              "segment %s: %s, %s live, %s, %s; %s",
              term.segment(),
              Quantity.count(term.documents(), "document"),
              Quantity.count(term.live()),
              Quantity.count(term.occurrences(), "occurrence"),
              Quantity.count(term.runCount(), "run"),
              term.kept()));
      console.line(
          String.format(
              Locale.ROOT,
              "  %s%s",
              term.runs().stream()
                  .limit(RUNS_SHOWN)
                  .map(run -> run[1] == run[0] + 1 ? run[0] + "" : run[0] + " to " + (run[1] - 1))
                  .collect(Collectors.joining(", ")),
              term.runCount() > RUNS_SHOWN ? ", ..." : ""));
    }
  }
}
