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
import dev.streak.tools.cli.CommandLine;
import dev.streak.tools.cli.Console;
import dev.streak.tools.cli.ExitCode;
import dev.streak.tools.cli.FullDisk;
import dev.streak.tools.cli.Quantity;
import dev.streak.tools.cli.Refusal;
import dev.streak.tools.convert.Conversion;
import dev.streak.tools.convert.Rewritten;
import dev.streak.tools.index.IndexFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;

/** {@code convert}: an index in or out of Streak, or in another order, and the proof of it. */
final class ConvertCommand implements Command {
  private static final String STREAK = "streak";
  private static final String LUCENE = "lucene";

  @Override
  public String name() {
    return "convert";
  }

  @Override
  public String summary() {
    return "rewrite an index with Streak or back, and prove that nothing changed";
  }

  @Override
  public ExitCode run(CommandLine line, Console console) throws IOException {
    Optional<String> to = line.choice("--to", List.of(STREAK, LUCENE));
    Optional<String> out = line.value("--out");
    Optional<String> sort = line.value("--sort");
    int threads = DigestCommand.threads(line);
    boolean onlyPlan = line.flag("--plan");
    StreakOptions options = new StreakOptions(line);
    IndexFolder folder = IndexFolder.existing(line.operands(1, 1, "DIR").get(0));
    if (to.isEmpty() && sort.isEmpty()) {
      throw new Refusal("missing option: --to streak or --to lucene");
    }
    boolean toStreak = to.orElse(STREAK).equals(STREAK);
    if (options.hasPrefixes() && !toStreak) {
      throw new Refusal("--prefixes needs --to streak");
    }
    Codec codec = toStreak ? options.codec(folder) : new Lucene104Codec();
    Conversion conversion = new Conversion(folder, codec, toStreak, out, sort);
    Conversion.Plan plan = conversion.plan();
    console.line(
        String.format(
            Locale.ROOT,
            "%d of %d segments to rewrite; may take %s of disk, %s are free",
            plan.left(),
            plan.segments(),
            Quantity.bytes(plan.bytesNeeded()),
            Quantity.bytes(plan.bytesFree())));
    if (options.hasPrefixes() && out.isEmpty() && plan.left() < plan.segments()) {
      console.line("segments that Streak wrote are not rewritten: they keep the sets they have");
    }
    JsonArray rewritten = new JsonArray();
    if (!onlyPlan) {
      Path target = out.map(CommandLine::path).orElse(folder.path());
      FullDisk.named(
          target,
          () -> {
            conversion.run(
                threads,
                console,
                segment -> {
                  console.line(line(segment));
                  rewritten.add(new Gson().toJsonTree(segment));
                });
            return target;
          });
      console.line("done");
    }
    JsonObject result = new JsonObject();
    result.add("plan", new Gson().toJsonTree(plan));
    result.add("rewritten", rewritten);
    console.result(result);
    return ExitCode.OK;
  }

  static String line(Rewritten segment) {
    String to =
        segment.to() == null
            ? "nothing left of it"
            : segment.to() + " " + Quantity.bytes(segment.bytesAfter());
    return String.format(
        Locale.ROOT,
        "%s %s %s -> %s, %s, digest on both sides %s",
        segment.from(),
        segment.fromCodec(),
        Quantity.bytes(segment.bytesBefore()),
        to,
        Quantity.count(segment.documents(), "document"),
        segment.digest());
  }
}
