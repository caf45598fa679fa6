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

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.streak.bench.harness.Chart;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

public class TestCharts extends LuceneTestCase {
  private static final String RESULTS =
      """
      {"machine": {"cpu": "A <CPU>", "cores": 2, "os": "Linux", "arch": "amd64", "loadAverage": 0.1},
       "jvm": {"version": "25", "vendor": "V", "heapBytes": 1000000, "lucene": "10.5.1"},
       "runs": [{"workload": "terms", "description": "filters", "command": "./streak bench terms",
         "finished": "2026-01-01T00:00:00Z", "seconds": 5, "notes": ["a | b"],
         "tables": [{"title": "T", "columns": ["", "x"], "rows": [["r", "1 < 2"]]},
           {"title": "U", "columns": ["", "spread"],
            "rows": [["Lucene", "25.0 %"], ["Streak x", "25.1 %"]]}],
         "charts": [
           {"name": "terms.growth", "title": "Growth & more",
            "x": {"label": "ids", "scale": "LOG"}, "y": {"label": "time, ms", "scale": "LOG"},
            "series": {"Lucene TermInSetQuery": [[1, 0.5], [100000, 80]], "Streak": [[1, 0.1]]}},
           {"name": "terms.empty", "title": "E",
            "x": {"label": "", "scale": "LOG"}, "y": {"label": "", "scale": "LOG"},
            "series": {}}]}],
       "ratios": {"terms.a": 63.2, "terms.b": 0.5, "stored.logs.disk_vs_deflate": 0.9,
                  "stored.logs.fetch_vs_lz4": 1.4, "terms.c": 1.01}}
      """;

  private static final List<String> ORDER = List.of("terms", "stored");

  private static Report report() {
    return new Report(JsonParser.parseString(RESULTS).getAsJsonObject(), ORDER);
  }

  public void testAxesHoldAllValuesBetweenRoundNumbers() {
    for (Chart.Scale scale : Chart.Scale.values()) {
      double min = scale == Chart.Scale.PERCENTILE ? 50 : random().nextDouble() + 1e-3;
      double max = scale == Chart.Scale.PERCENTILE ? 99.9 : min * (1 + random().nextDouble() * 1e5);
      AxisLayout axis = new AxisLayout(scale, min, max);
      for (double value : new double[] {min, (min + max) / 2, max}) {
        double position = axis.position(value);
        assertTrue(scale + " " + position, position >= -1e-9 && position <= 1 + 1e-9);
      }
      assertTrue(scale + " " + axis.ticks(), axis.ticks().size() >= 2);
      assertTrue(scale + " " + axis.ticks(), axis.ticks().size() <= 12);
    }
    assertEquals(
        List.of("1", "10", "100", "1k", "10k"),
        new AxisLayout(Chart.Scale.LOG, 1, 10_000)
            .ticks().stream().map(AxisLayout.Tick::label).toList());
  }

  public void testOneValueIsNoReasonToFail() {
    for (Chart.Scale scale : Chart.Scale.values()) {
      AxisLayout axis = new AxisLayout(scale, 50, 50);
      assertTrue(Double.isFinite(axis.position(50)));
    }
  }

  public void testNumbersOnAxesAreShort() {
    assertEquals("0.05", AxisLayout.compact(0.05));
    assertEquals("20", AxisLayout.compact(20));
    assertEquals("1.5k", AxisLayout.compact(1_500));
    assertEquals("10M", AxisLayout.compact(1e7));
    assertEquals("0", AxisLayout.compact(0));
  }

  public void testChartsAreXmlAndNothingLiesOutside() throws Exception {
    Chart chart = report().sections().get(0).charts().get(0);
    for (String svg : List.of(LineChart.draw(chart), RatioChart.draw("All", report().ratios()))) {
      Element root =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
              .getDocumentElement();
      double width = Double.parseDouble(root.getAttribute("width"));
      NodeList texts = root.getElementsByTagName("text");
      for (int i = 0; i < texts.getLength(); i++) {
        Element text = (Element) texts.item(i);
        if (text.hasAttribute("x")) {
          double x = Double.parseDouble(text.getAttribute("x"));
          double length =
              Svg.textWidth(
                  text.getTextContent(), Integer.parseInt(text.getAttribute("font-size")));
          double start =
              switch (text.getAttribute("text-anchor")) {
                case "start" -> x;
                case "middle" -> x - length / 2;
                default -> x - length;
              };
          assertTrue(text.getTextContent(), start >= 0 && start + length <= width + 1);
        }
      }
    }
  }

  public void testManySeriesLookDifferent() {
    JsonObject json = JsonParser.parseString(RESULTS).getAsJsonObject();
    JsonObject series =
        json.getAsJsonArray("runs")
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("charts")
            .get(0)
            .getAsJsonObject()
            .getAsJsonObject("series");
    for (int i = 0; i < 10; i++) {
      series.add("more " + i, JsonParser.parseString("[[" + (i + 2) + ", 3]]"));
    }
    String svg = LineChart.draw(new Report(json, ORDER).sections().get(0).charts().get(0));
    Set<String> looks = new HashSet<>();
    for (String element : svg.lines().toList()) {
      if (element.startsWith("<circle") || element.startsWith("<polygon")) {
        String paint = element.substring(element.indexOf(" fill="));
        looks.add(element.split(" ").length + paint);
      }
    }
    assertEquals(looks.toString(), 12, looks.size());
  }

  public void testNarrowLossesAreNamed() {
    JsonObject json = JsonParser.parseString(RESULTS).getAsJsonObject();
    json.getAsJsonObject("ratios").addProperty("terms.d", 0.98);
    json.getAsJsonObject("ratios").addProperty("stored.logs.disk_vs_lz4", 1.02);
    json.getAsJsonObject("ratios").addProperty("general.control_worst", 0.99);
    assertEquals(
        Map.of("terms.d", 0.98, "stored.logs.disk_vs_lz4", 1.02),
        new Report(json, ORDER).narrowLosses());
  }

  public void testLossesAreNamedBothWays() {
    assertEquals(Map.of("terms.b", 0.5, "stored.logs.fetch_vs_lz4", 1.4), report().losses());
    assertEquals(RatioMeaning.Verdict.LEVEL, RatioMeaning.judge("terms.c", 1.01));
    assertEquals(
        RatioMeaning.Verdict.BETTER, RatioMeaning.judge("stored.logs.disk_vs_deflate", 0.9));
    assertTrue(RatioMeaning.isCost("lookup.cache_lines"));
    assertTrue(RatioMeaning.isCost("postings.census1881.bits_vs_best"));
  }

  /** What is compared with nothing is neither good nor bad, whatever else has bytes in its name. */
  public void testAmountsAreNotJudged() {
    for (String amount :
        List.of("kv.versions.heap_bytes", "kv.tables.million_keys_a_second.uuid")) {
      for (double value : new double[] {0.1, 10}) {
        assertEquals(amount, RatioMeaning.Verdict.LEVEL, RatioMeaning.judge(amount, value));
        assertFalse(amount, RatioMeaning.isBehind(amount, value));
      }
    }
    String heap = "termsindex.heap_200_bytes";
    assertEquals(RatioMeaning.Verdict.WORSE, RatioMeaning.judge(heap, 0.5));
    assertEquals(RatioMeaning.Verdict.BETTER, RatioMeaning.judge(heap, 1.5));
    assertTrue(RatioMeaning.isBehind(heap, 0.99));
  }

  public void testWideSpreadsCostsAndOurRowsAreMarked() throws Exception {
    Path out = createTempDir();
    ReportWriter.write(JsonParser.parseString(RESULTS).getAsJsonObject(), ORDER, out);
    String markdown = Files.readString(out.resolve("benchmarks.md"));
    assertTrue(markdown, markdown.contains("| Lucene | 25.0 % |"));
    assertTrue(markdown, markdown.contains("| **Streak x** | **25.1 % (!)** |"));
    assertTrue(markdown, markdown.contains("| `stored.logs.fetch_vs_lz4` | 1.40 \u2193 |"));
    String html = Files.readString(out.resolve("benchmarks.html"));
    assertTrue(html, html.contains("<tr class=\"ours\"><td>Streak x</td>"));
    String bars = RatioChart.draw("All", report().ratios());
    assertTrue(bars, bars.contains(">0.900 \u2193</text>"));
  }

  public void testProseIsWrapped() throws Exception {
    Path out = createTempDir();
    ReportWriter.write(JsonParser.parseString(RESULTS).getAsJsonObject(), ORDER, out);
    for (String line : Files.readAllLines(out.resolve("benchmarks.md"))) {
      assertTrue(line, line.length() <= 120 || line.startsWith("|"));
    }
  }

  public void testAllFormsAreWritten() throws Exception {
    Path out = createTempDir();
    ReportWriter.write(JsonParser.parseString(RESULTS).getAsJsonObject(), ORDER, out);
    String markdown = Files.readString(out.resolve("benchmarks.md"));
    assertTrue(markdown, markdown.contains("(charts/terms.growth.svg)"));
    assertTrue(markdown, markdown.contains("`./streak bench terms`, 5 seconds."));
    assertTrue(markdown, markdown.contains("## Where Streak loses"));
    assertTrue(Files.exists(out.resolve("charts").resolve("terms.growth.svg")));
    assertFalse(Files.exists(out.resolve("charts").resolve("terms.empty.svg")));
    String html = Files.readString(out.resolve("benchmarks.html"));
    assertTrue(html.contains("Growth &amp; more") && html.contains("1 &lt; 2"));
    assertFalse("nothing from anywhere", html.contains("src="));
    assertTrue(Files.exists(out.resolve("benchmarks.json")));
  }
}
