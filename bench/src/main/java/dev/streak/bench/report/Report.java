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
package dev.streak.bench.report;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.streak.bench.harness.Chart;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.ResultFile;
import dev.streak.bench.harness.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The content of a report, apart from how it is written down. */
final class Report {

  /** One workload's part. */
  record Section(
      String workload,
      String description,
      String command,
      long seconds,
      List<String> notes,
      List<Table> tables,
      List<Chart> charts) {}

  private final JsonObject file;
  private final Map<String, Double> ratios = new LinkedHashMap<>();
  private final List<Section> sections = new ArrayList<>();

  Report(JsonObject file) {
    this.file = file;
    for (Map.Entry<String, JsonElement> ratio : file.getAsJsonObject("ratios").entrySet()) {
      ratios.put(ratio.getKey(), ratio.getValue().getAsDouble());
    }
    for (JsonElement run : file.getAsJsonArray("runs")) {
      sections.add(section(run.getAsJsonObject()));
    }
  }

  private static Section section(JsonObject run) {
    List<String> notes = new ArrayList<>();
    run.getAsJsonArray("notes").forEach(note -> notes.add(note.getAsString()));
    List<Table> tables = new ArrayList<>();
    run.getAsJsonArray("tables")
        .forEach(table -> tables.add(ResultFile.readTable(table.getAsJsonObject())));
    List<Chart> charts = new ArrayList<>();
    for (JsonElement json : run.getAsJsonArray("charts")) {
      Chart chart = ResultFile.readChart(json.getAsJsonObject());
      if (!chart.series().isEmpty()) {
        charts.add(chart);
      }
    }
    return new Section(
        run.get("workload").getAsString(),
        run.get("description").getAsString(),
        run.get("command").getAsString(),
        run.get("seconds").getAsLong(),
        notes,
        tables,
        charts);
  }

  List<Section> sections() {
    return sections;
  }

  /** Ratios of one workload: their names begin with its name. */
  Map<String, Double> ratiosOf(Section section) {
    Map<String, Double> own = new LinkedHashMap<>(ratios);
    own.keySet().removeIf(name -> !name.startsWith(section.workload() + "."));
    return own;
  }

  Map<String, Double> ratios() {
    return ratios;
  }

  /** Everything in which Streak is behind by more than noise. */
  Map<String, Double> losses() {
    Map<String, Double> losses = new LinkedHashMap<>(ratios);
    losses
        .entrySet()
        .removeIf(
            ratio ->
                RatioMeaning.judge(ratio.getKey(), ratio.getValue()) != RatioMeaning.Verdict.WORSE);
    return losses;
  }

  /** Machine and JVM, for a table of two columns. */
  Map<String, String> machine() {
    JsonObject machine = file.getAsJsonObject("machine");
    JsonObject jvm = file.getAsJsonObject("jvm");
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put("CPU", text(machine, "cpu") + ", " + text(machine, "cores") + " cores");
    if (machine.has("memoryBytes")) {
      rows.put("memory", Numbers.bytes(machine.get("memoryBytes").getAsLong()));
    }
    rows.put("system", text(machine, "os") + ", " + text(machine, "arch"));
    rows.put("Java", text(jvm, "version") + ", " + text(jvm, "vendor"));
    rows.put("heap", Numbers.bytes(jvm.get("heapBytes").getAsLong()));
    rows.put("Lucene", text(jvm, "lucene"));
    rows.put("load average at the end", Numbers.digits(machine.get("loadAverage").getAsDouble()));
    return rows;
  }

  private static String text(JsonObject json, String name) {
    return json.get(name).getAsString();
  }

  /** When the last workload ended. */
  String finished() {
    String last = "";
    for (JsonElement run : file.getAsJsonArray("runs")) {
      last = run.getAsJsonObject().get("finished").getAsString();
    }
    return last;
  }
}
