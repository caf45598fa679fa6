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
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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

  private static final String SPREAD = "spread";
  private static final Pattern PERCENT = Pattern.compile("([0-9.]+) %");

  /** Percent from which on the quartiles of the rounds lie far apart. */
  private static final double WIDE_SPREAD = 25;

  private final RatioExplanations explanations = RatioExplanations.load();
  private final JsonObject file;
  private final Map<String, Double> ratios = new LinkedHashMap<>();
  private final List<Section> sections = new ArrayList<>();

  /**
   * Takes what a result file has.
   *
   * @param order names of workloads, most important first; others come behind them
   */
  Report(JsonObject file, List<String> order) {
    this.file = file;
    for (JsonElement run : file.getAsJsonArray("runs")) {
      sections.add(section(run.getAsJsonObject()));
    }
    sections.sort(Comparator.comparingInt(section -> rank(section.workload(), order)));
    Map<String, Double> inFile = new LinkedHashMap<>();
    for (Map.Entry<String, JsonElement> ratio : file.getAsJsonObject("ratios").entrySet()) {
      inFile.put(ratio.getKey(), ratio.getValue().getAsDouble());
    }
    for (Section section : sections) {
      inFile.keySet().stream()
          .filter(name -> name.startsWith(section.workload() + "."))
          .forEach(name -> ratios.put(name, inFile.get(name)));
    }
    inFile.forEach(ratios::putIfAbsent);
  }

  private static int rank(String workload, List<String> order) {
    int rank = order.indexOf(workload);
    return rank < 0 ? order.size() : rank;
  }

  private static Section section(JsonObject run) {
    List<String> notes = new ArrayList<>();
    run.getAsJsonArray("notes").forEach(note -> notes.add(note.getAsString()));
    List<Table> tables = new ArrayList<>();
    run.getAsJsonArray("tables")
        .forEach(table -> tables.add(flagged(ResultFile.readTable(table.getAsJsonObject()))));
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

  /** The table with a mark at each wide spread. */
  private static Table flagged(Table table) {
    int spread = table.columns().indexOf(SPREAD);
    if (spread < 0) {
      return table;
    }
    Table flagged = new Table(table.title(), table.columns().toArray(String[]::new));
    for (List<String> row : table.rows()) {
      List<String> cells = new ArrayList<>(row);
      cells.set(spread, flag(row.get(spread)));
      flagged.row(cells.toArray());
    }
    return flagged;
  }

  private static String flag(String spread) {
    Matcher percent = PERCENT.matcher(spread);
    boolean wide = percent.matches() && Double.parseDouble(percent.group(1)) > WIDE_SPREAD;
    return wide ? spread + " (!)" : spread;
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

  /** Those that a short summary shows, as far as they were measured. */
  Map<String, Double> headlines() {
    Map<String, Double> headlines = new LinkedHashMap<>();
    for (String name : ReportText.HEADLINES) {
      if (ratios.containsKey(name)) {
        headlines.put(name, ratios.get(name));
      }
    }
    return headlines;
  }

  /** Everything in which Streak is behind by more than noise. */
  Map<String, Double> losses() {
    return judged(RatioMeaning.Verdict.WORSE);
  }

  /** Everything in which Streak is behind by so little that it may be noise. */
  Map<String, Double> narrowLosses() {
    Map<String, Double> losses = judged(RatioMeaning.Verdict.LEVEL);
    losses.entrySet().removeIf(ratio -> !RatioMeaning.isBehind(ratio.getKey(), ratio.getValue()));
    return losses;
  }

  private Map<String, Double> judged(RatioMeaning.Verdict verdict) {
    Map<String, Double> judged = new LinkedHashMap<>(ratios);
    judged
        .entrySet()
        .removeIf(ratio -> RatioMeaning.judge(ratio.getKey(), ratio.getValue()) != verdict);
    return judged;
  }

  /** The narrow losses in one sentence. */
  String narrowLossesSentence() {
    return ReportText.NARROW_LOSSES
        + narrowLosses().entrySet().stream()
            .map(loss -> loss.getKey() + " " + Numbers.digits(loss.getValue()))
            .collect(Collectors.joining(", "))
        + ".";
  }

  /** Ratios with what they count. */
  Table explained(Map<String, Double> of) {
    Table table = new Table("", "name", "ratio", "what it counts");
    of.entrySet()
        .forEach(
            ratio -> table.row(ratio.getKey(), marked(ratio), explanations.text(ratio.getKey())));
    return table;
  }

  /** The figure; an arrow tells that less of it is better. */
  static String marked(Map.Entry<String, Double> ratio) {
    String digits = Numbers.digits(ratio.getValue());
    return RatioMeaning.isCost(ratio.getKey()) ? digits + " \u2193" : digits;
  }

  /** Whether a row of a table is about Streak. */
  static boolean isOurs(List<String> row) {
    return row.get(0).startsWith("Streak");
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

  /** When it was measured: the day, or the first and the last, as parts may be measured anew. */
  String measured() {
    List<String> days = new ArrayList<>();
    for (JsonElement run : file.getAsJsonArray("runs")) {
      String finished = run.getAsJsonObject().get("finished").getAsString();
      days.add(finished.substring(0, Math.min(finished.length(), "2026-01-01".length())));
    }
    String first = Collections.min(days);
    String last = Collections.max(days);
    return first.equals(last) ? first : first + " to " + last + ", where nothing else is said";
  }
}
