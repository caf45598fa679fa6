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
package dev.streak.bench.harness;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.streak.tools.cli.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Results as JSON:
 *
 * <pre>{@code
 * {"machine": {...}, "jvm": {...},
 *  "runs": [{"workload": ..., "command": ..., "finished": ..., "seconds": ..., "parameters": {...},
 *            "notes": [...], "tables": [...], "charts": [...]}],
 *  "ratios": {"name": number}}
 * }</pre>
 */
public final class ResultFile {
  private ResultFile() {}

  /** The result of one workload. */
  public static JsonObject of(BenchContext context) {
    JsonObject file = new JsonObject();
    file.add("machine", Machine.describe());
    file.add("jvm", Machine.describeJvm());
    JsonArray runs = new JsonArray();
    runs.add(run(context));
    file.add("runs", runs);
    JsonObject ratios = new JsonObject();
    context.ratios().forEach(ratios::addProperty);
    file.add("ratios", ratios);
    return file;
  }

  private static JsonObject run(BenchContext context) {
    JsonObject run = new JsonObject();
    run.addProperty("workload", context.workload().name());
    run.addProperty("description", context.workload().description());
    run.addProperty("command", command(context));
    run.addProperty("finished", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    run.addProperty("seconds", Math.round(context.elapsedSeconds()));
    JsonObject parameters = new JsonObject();
    context.chosenSizes().forEach(parameters::addProperty);
    parameters.addProperty("seed", context.seed());
    parameters.addProperty("quick", context.quick());
    run.add("parameters", parameters);
    run.add("notes", strings(context.notes()));
    JsonArray tables = new JsonArray();
    context.tables().forEach(table -> tables.add(table(table)));
    run.add("tables", tables);
    JsonArray charts = new JsonArray();
    context.charts().forEach(chart -> charts.add(chart(chart)));
    run.add("charts", charts);
    return run;
  }

  private static String command(BenchContext context) {
    BenchOptions options = context.options();
    StringBuilder command = new StringBuilder("./streak bench ").append(context.workload().name());
    options.sizes().forEach((name, value) -> command.append(" --" + name + " " + value));
    // Where somebody keeps the data is of no use to others.
    options.data().ifPresent(data -> command.append(" --data DIR"));
    if (options.seed() != BenchOptions.DEFAULT_SEED) {
      command.append(" --seed ").append(options.seed());
    }
    return command.append(options.quick() ? " --quick" : "").toString();
  }

  private static JsonArray strings(Collection<String> values) {
    JsonArray array = new JsonArray();
    values.forEach(array::add);
    return array;
  }

  private static JsonObject table(Table table) {
    JsonObject json = new JsonObject();
    json.addProperty("title", table.title());
    json.add("columns", strings(table.columns()));
    JsonArray rows = new JsonArray();
    table.rows().forEach(row -> rows.add(strings(row)));
    json.add("rows", rows);
    return json;
  }

  private static JsonObject chart(Chart chart) {
    JsonObject json = new JsonObject();
    json.addProperty("name", chart.name());
    json.addProperty("title", chart.title());
    json.add("x", axis(chart.x()));
    json.add("y", axis(chart.y()));
    JsonObject series = new JsonObject();
    chart
        .series()
        .forEach(
            (name, points) -> {
              JsonArray array = new JsonArray();
              for (Chart.Point point : points) {
                JsonArray pair = new JsonArray();
                pair.add(point.x());
                pair.add(point.y());
                array.add(pair);
              }
              series.add(name, array);
            });
    json.add("series", series);
    return json;
  }

  private static JsonObject axis(Chart.Axis axis) {
    JsonObject json = new JsonObject();
    json.addProperty("label", axis.label());
    json.addProperty("scale", axis.scale().name());
    return json;
  }

  /** The chart that {@link #write} wrote as {@code json}. */
  public static Chart readChart(JsonObject json) {
    Chart chart =
        new Chart(
            json.get("name").getAsString(),
            json.get("title").getAsString(),
            readAxis(json.getAsJsonObject("x")),
            readAxis(json.getAsJsonObject("y")));
    for (Map.Entry<String, JsonElement> series : json.getAsJsonObject("series").entrySet()) {
      for (JsonElement point : series.getValue().getAsJsonArray()) {
        JsonArray pair = point.getAsJsonArray();
        chart.point(series.getKey(), pair.get(0).getAsDouble(), pair.get(1).getAsDouble());
      }
    }
    return chart;
  }

  private static Chart.Axis readAxis(JsonObject json) {
    return new Chart.Axis(
        json.get("label").getAsString(), Chart.Scale.valueOf(json.get("scale").getAsString()));
  }

  /** The table that {@link #write} wrote as {@code json}. */
  public static Table readTable(JsonObject json) {
    Table table =
        new Table(
            json.get("title").getAsString(), texts(json.get("columns")).toArray(String[]::new));
    for (JsonElement row : json.getAsJsonArray("rows")) {
      table.row(texts(row).toArray());
    }
    return table;
  }

  private static Stream<String> texts(JsonElement array) {
    return array.getAsJsonArray().asList().stream().map(JsonElement::getAsString);
  }

  /**
   * One file of several: runs and ratios of all, machine and JVM of the first. A later run of a
   * workload takes the place of an earlier one with its ratios, those whose names begin with the
   * workload's, and says so if it ran on another machine.
   */
  public static JsonObject merge(Collection<JsonObject> files) {
    JsonObject merged = new JsonObject();
    Map<String, JsonObject> runs = new LinkedHashMap<>();
    JsonObject ratios = new JsonObject();
    for (JsonObject file : files) {
      if (merged.isEmpty()) {
        merged.add("machine", file.get("machine"));
        merged.add("jvm", file.get("jvm"));
      }
      for (JsonElement run : file.getAsJsonArray("runs")) {
        JsonObject own = run.getAsJsonObject().deepCopy();
        if (cpu(file).equals(cpu(merged)) == false) {
          own.getAsJsonArray("notes").add("Measured on another machine: " + cpu(file) + ".");
        }
        String workload = own.get("workload").getAsString();
        if (runs.put(workload, own) != null) {
          // What the later run did not measure would stand there as if it had.
          ratios.keySet().removeIf(name -> name.startsWith(workload + "."));
        }
      }
      file.getAsJsonObject("ratios").entrySet().forEach(e -> ratios.add(e.getKey(), e.getValue()));
    }
    JsonArray all = new JsonArray();
    runs.values().forEach(all::add);
    merged.add("runs", all);
    merged.add("ratios", ratios);
    return merged;
  }

  private static String cpu(JsonObject file) {
    return file.getAsJsonObject("machine").get("cpu").getAsString();
  }

  /** Writes a file that {@link #read} reads; if that fails, what was there stays. */
  public static void write(Path path, JsonObject file) throws IOException {
    if (path.toAbsolutePath().getParent() != null) {
      Files.createDirectories(path.toAbsolutePath().getParent());
    }
    WholeFile.write(
        path,
        new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(file) + "\n");
  }

  /** Reads a file that {@link #write} wrote. */
  public static JsonObject read(Path path) throws IOException {
    if (!Files.isReadable(path)) {
      throw new UsageException("cannot read " + path);
    }
    try {
      JsonObject file = JsonParser.parseString(Files.readString(path)).getAsJsonObject();
      if (isResult(file)) {
        return file;
      }
    } catch (JsonParseException | IllegalStateException notJson) {
      throw new UsageException(
          path + " is not a result of ./streak bench, nor any other JSON object");
    }
    throw new UsageException(path + " is not a result of ./streak bench");
  }

  /** Whether an object has what {@link #merge} and a report take for granted. */
  private static boolean isResult(JsonObject file) {
    return file.get("runs") instanceof JsonArray runs
        && runs.isEmpty() == false
        && file.get("ratios") instanceof JsonObject
        && file.get("machine") instanceof JsonObject
        && file.get("jvm") instanceof JsonObject;
  }
}
