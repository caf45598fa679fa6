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

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.streak.tools.cli.CommandLine;
import dev.streak.tools.cli.Console;
import dev.streak.tools.cli.ExitCode;
import dev.streak.tools.cli.Progress;
import dev.streak.tools.cli.Quantity;
import dev.streak.tools.cli.Refusal;
import dev.streak.tools.cli.Workers;
import dev.streak.tools.convert.UnfinishedCopy;
import dev.streak.tools.digest.IndexDigest;
import dev.streak.tools.digest.Part;
import dev.streak.tools.index.IndexFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.Directory;

/** {@code digest}: what an index holds as a few numbers, and whether two hold the same. */
final class DigestCommand implements Command {
  static final int MOST_THREADS = 1024;
  private static final String EQUAL = "equal";

  @Override
  public String name() {
    return "digest";
  }

  @Override
  public String summary() {
    return "what an index holds, as a few numbers; whether two indexes hold the same";
  }

  @Override
  public ExitCode run(CommandLine line, Console console) throws IOException {
    boolean anyOrder = line.flag("--any-order");
    int threads = threads(line);
    List<IndexFolder> folders =
        line.operands(1, 2, "DIR [OTHER]").stream().map(IndexFolder::existing).toList();
    if (anyOrder && folders.size() == 1) {
      throw new Refusal("--any-order needs OTHER");
    }
    if (folders.size() > 1) {
      // Said before the first of them is read for minutes.
      for (IndexFolder folder : folders) {
        refuseUnlessWhole(folder);
      }
    }
    List<IndexDigest> digests = new ArrayList<>();
    for (IndexFolder folder : folders) {
      digests.add(digest(folder, threads, console));
    }
    JsonObject json = new JsonObject();
    JsonArray indexes = new JsonArray();
    for (int i = 0; i < digests.size(); i++) {
      print(folders.get(i), digests.get(i), console);
      JsonObject index = json(digests.get(i));
      index.addProperty("directory", folders.get(i).toString());
      indexes.add(index);
    }
    json.add("indexes", indexes);
    ExitCode code = ExitCode.OK;
    if (digests.size() == 2) {
      String verdict = verdict(digests.get(0), digests.get(1), anyOrder);
      boolean equal = verdict.startsWith(EQUAL);
      console.line(verdict);
      json.addProperty("verdict", verdict);
      json.addProperty("equal", equal);
      code = equal ? ExitCode.OK : ExitCode.NO;
    }
    console.result(json);
    return code;
  }

  static int threads(CommandLine line) {
    return line.number("--threads", 1, MOST_THREADS)
        .orElse(Runtime.getRuntime().availableProcessors());
  }

  private static void refuseUnlessWhole(IndexFolder folder) throws IOException {
    try (Directory directory = folder.directory();
        DirectoryReader reader = folder.open(directory)) {
      UnfinishedCopy.refuse(folder, reader.getIndexCommit());
    }
  }

  static IndexDigest digest(IndexFolder folder, int threads, Console console) throws IOException {
    try (Directory directory = folder.directory();
        DirectoryReader reader = folder.open(directory)) {
      UnfinishedCopy.refuse(folder, reader.getIndexCommit());
      List<CodecReader> segments = IndexDigest.segments(reader);
      check(segments, threads, console, "checksums of " + folder);
      return IndexDigest.of(segments, threads, console, "digest of " + folder);
    }
  }

  /** A wrong bit in a list of documents would be read as other documents. */
  private static void check(List<CodecReader> segments, int threads, Console console, String what)
      throws IOException {
    long documents = segments.stream().mapToLong(CodecReader::maxDoc).sum();
    List<Callable<Void>> pieces = new ArrayList<>();
    try (Progress progress = console.progress(what, documents)) {
      for (CodecReader segment : segments) {
        pieces.add(
            () -> {
              segment.checkIntegrity();
              progress.add(segment.maxDoc());
              return null;
            });
      }
      Workers.run(pieces, threads);
    }
  }

  private static void print(IndexFolder folder, IndexDigest digest, Console console) {
    console.line(folder.toString());
    row(console, "documents", Quantity.count(digest.documents()));
    for (Part part : Part.values()) {
      row(console, part.title(), digest.parts().get(part));
    }
    row(console, "in any order", digest.content());
    row(console, "in this order", digest.order());
  }

  private static void row(Console console, String name, String value) {
    console.line(String.format(Locale.ROOT, "  %-14s %s", name, value));
  }

  static JsonObject json(IndexDigest digest) {
    JsonObject json = new JsonObject();
    json.addProperty("documents", digest.documents());
    JsonObject parts = new JsonObject();
    digest.parts().forEach((part, hex) -> parts.addProperty(part.title(), hex));
    json.add("parts", parts);
    json.addProperty("content", digest.content());
    json.addProperty("order", digest.order());
    return json;
  }

  private static String verdict(IndexDigest one, IndexDigest other, boolean anyOrder) {
    if (one.equals(other)) {
      return EQUAL;
    }
    if (one.content().equals(other.content())) {
      return anyOrder ? EQUAL + ", in another order" : "order differs";
    }
    List<String> differences = new ArrayList<>();
    if (one.documents() != other.documents()) {
      differences.add("number of documents");
    }
    for (Part part : Part.values()) {
      if (!one.parts().get(part).equals(other.parts().get(part))) {
        differences.add(part.title());
      }
    }
    return differences.isEmpty()
        ? "different: what documents have is the same, but not together"
        : "different: " + String.join(", ", differences);
  }
}
