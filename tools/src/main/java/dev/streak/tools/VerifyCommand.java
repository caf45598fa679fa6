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
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.streak.codec.StreakCodec;
import dev.streak.tools.cli.CommandLine;
import dev.streak.tools.cli.Console;
import dev.streak.tools.cli.ExitCode;
import dev.streak.tools.cli.FullDisk;
import dev.streak.tools.cli.Refusal;
import dev.streak.tools.convert.Conversion;
import dev.streak.tools.index.IndexFolder;
import dev.streak.tools.index.RateLimitedDirectory;
import dev.streak.tools.verify.Extent;
import dev.streak.tools.verify.Finding;
import dev.streak.tools.verify.LuceneCodecAsRecorded;
import dev.streak.tools.verify.RecordedCodec;
import dev.streak.tools.verify.Verification;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.Directory;

/** {@code verify}: whether an index is sound, and what can be done if it is not. */
final class VerifyCommand implements Command {
  private static final int MOST_MEGABYTES = 1_000_000;

  @Override
  public String name() {
    return "verify";
  }

  @Override
  public String summary() {
    return "whether an index is sound, and what to do if it is not";
  }

  /** What was asked for. */
  private record Request(
      IndexFolder folder,
      int threads,
      boolean slow,
      Optional<Integer> rate,
      boolean repair,
      boolean yes,
      StreakOptions options) {}

  @Override
  public ExitCode run(CommandLine line, Console console) throws IOException {
    int threads = DigestCommand.threads(line);
    boolean slow = line.flag("--slow");
    Optional<Integer> rate = line.number("--rate", 1, MOST_MEGABYTES);
    boolean repair = line.flag("--repair");
    boolean yes = line.flag("--yes");
    StreakOptions options = new StreakOptions(line);
    if (!repair && (yes || options.hasPrefixes())) {
      throw new Refusal((yes ? "--yes" : "--prefixes") + " needs --repair");
    }
    IndexFolder folder = IndexFolder.existing(line.operands(1, 1, "DIR").get(0));
    if (repair) {
      // Said before an index is read for minutes.
      IndexFolder.mustBeWritable(folder.path());
      Conversion.refuseEarlierCommits(folder);
    }
    Request request = new Request(folder, threads, slow, rate, repair, yes, options);
    JsonObject result = new JsonObject();
    List<Finding> findings = findings(request, result, console);
    result.add("findings", new Gson().toJsonTree(findings));
    boolean sound = findings.isEmpty();
    if (repair && !sound) {
      JsonArray repaired = new JsonArray();
      repair(request, findings, repaired, console);
      result.add("repaired", repaired);
      List<Finding> left = findings(request, result, console);
      result.add("left", new Gson().toJsonTree(left));
      sound = left.isEmpty();
    }
    result.addProperty("sound", sound);
    console.result(result);
    return sound ? ExitCode.OK : ExitCode.NO;
  }

  /** Looks, and tells what was looked at and what is wrong. */
  private static List<Finding> findings(Request request, JsonObject result, Console console)
      throws IOException {
    try (Directory files = request.folder.directory();
        Directory directory =
            request.rate.isPresent() ? new RateLimitedDirectory(files, request.rate.get()) : files;
        Verification verification =
            request.folder.opened(() -> new Verification(directory, request.slow))) {
      List<Finding> findings =
          verification.run(request.threads, console, "verifying " + request.folder);
      result.addProperty("directory", request.folder.toString());
      result.addProperty("slow", request.slow);
      Optional<Extent> extent = verification.extent();
      extent.ifPresent(
          found -> result.asMap().putAll(new Gson().toJsonTree(found).getAsJsonObject().asMap()));
      print(request, extent, findings, console);
      return findings;
    }
  }

  private static void print(
      Request request, Optional<Extent> extent, List<Finding> findings, Console console) {
    findings.forEach(finding -> console.line(finding.told()));
    Finding.advice(findings).forEach(console::line);
    String lookedAt = extent.map(found -> ": " + found.told()).orElse("");
    console.line(
        request.folder
            + lookedAt
            + (request.slow ? ", with --slow" : "")
            + (findings.isEmpty() ? ": sound" : ": damaged"));
  }

  /** How to write the segments anew: as they record it, unless the command line says otherwise. */
  private static Map<String, Codec> codecs(Request request, Set<String> segments)
      throws IOException {
    Map<String, Codec> codecs = new TreeMap<>();
    try (Directory directory = request.folder.directory();
        DirectoryReader reader = request.folder.open(directory)) {
      for (LeafReaderContext leaf : reader.leaves()) {
        SegmentReader segment = (SegmentReader) leaf.reader();
        if (segments.contains(segment.getSegmentName())) {
          codecs.put(segment.getSegmentName(), codec(request, segment));
        }
      }
    }
    return codecs;
  }

  private static Codec codec(Request request, SegmentReader segment) throws IOException {
    String name = segment.getSegmentInfo().info.getCodec().getName();
    if (name.equals(StreakCodec.NAME)) {
      StreakCodec.Builder builder = StreakCodec.builder();
      RecordedCodec.addTo(builder, segment);
      return request.options.codec(request.folder, builder);
    }
    String which = "segment " + segment.getSegmentName() + " is of the codec " + name;
    if (!name.equals(new Lucene104Codec().getName())) {
      throw new Refusal(
          "nothing was repaired: "
              + which
              + "; have the application rewrite it with its own, as IndexWriter.forceMerge does");
    }
    if (request.options.hasPrefixes()) {
      throw new Refusal("--prefixes needs segments of Streak's codec: " + which);
    }
    return new LuceneCodecAsRecorded(segment);
  }

  private static void repair(
      Request request, List<Finding> findings, JsonArray repaired, Console console)
      throws IOException {
    Set<String> segments = new TreeSet<>();
    for (Finding finding : findings) {
      if (!finding.repairable()) {
        throw new Refusal("nothing was repaired: " + finding.obstacle());
      }
      segments.add(finding.segment());
    }
    Map<String, Codec> codecs = codecs(request, segments);
    Conversion.mustFit(request.folder, segments);
    console.note(RecordedCodec.NOT_KEPT);
    String question = "rewrite segments " + String.join(", ", segments) + " of " + request.folder;
    if (!request.yes && !console.agrees(question)) {
      throw new Refusal("nothing was repaired: say --yes to " + question);
    }
    FullDisk.named(
        request.folder.path(),
        () -> {
          for (Map.Entry<String, Codec> each : codecs.entrySet()) {
            Conversion.rewrite(
                request.folder,
                each.getValue(),
                Set.of(each.getKey()),
                request.threads,
                console,
                segment -> {
                  console.line(ConvertCommand.line(segment));
                  repaired.add(new Gson().toJsonTree(segment));
                });
          }
          return segments;
        });
  }
}
