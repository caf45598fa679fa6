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
import dev.streak.codec.StreakCodec;
import dev.streak.inspection.KeptTerms;
import dev.streak.sidecar.SidecarFolder;
import dev.streak.tools.cli.CommandLine;
import dev.streak.tools.cli.Console;
import dev.streak.tools.cli.ExitCode;
import dev.streak.tools.cli.FullDisk;
import dev.streak.tools.cli.Progress;
import dev.streak.tools.cli.Quantity;
import dev.streak.tools.cli.Refusal;
import dev.streak.tools.cli.Workers;
import dev.streak.tools.convert.UnfinishedCopy;
import dev.streak.tools.index.IndexFolder;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.IOFunction;

/** Streak's structures beside an index of Lucene's own codec. */
final class SidecarCommand implements Command {
  private static final String BUILD = "build";
  private static final String STATUS = "status";
  private static final String PRUNE = "prune";
  private static final String OPERANDS = "build|status|prune DIR";

  /** How the name of a folder ends in which a sidecar is being built. */
  private static final String UNFINISHED = ".unfinished";

  private static final Found MISSING = new Found("has none", false, false);
  private static final Found DAMAGED = new Found("has a damaged one", false, false);
  private static final Found SOUND = new Found("is sound", true, true);
  private static final Found NOT_NEEDED = new Found("needs none", false, true);

  private static final String KEPT =
      "those that are sound are not built anew: they keep the prefix sets they have; delete them to"
          + " have others";

  @Override
  public String name() {
    return "sidecar";
  }

  @Override
  public String summary() {
    return "give an index of Lucene's own codec Streak's speed, without changing it";
  }

  /** What was found or done: whether a sidecar was there and sound, and whether none is missing. */
  private record Found(String told, boolean isSound, boolean isEnough) {}

  /** A segment, how many documents it has that are not deleted, and what was found or done. */
  private record State(String segment, int documents, Found found) {}

  @Override
  public ExitCode run(CommandLine line, Console console) throws IOException {
    int threads = DigestCommand.threads(line);
    Optional<String> out = line.value("--out");
    Optional<String> fields = line.value("--fields");
    StreakOptions options = new StreakOptions(line);
    List<String> operands = line.operands(1, 2, OPERANDS);
    refuseWrong(operands, options, fields);
    IndexFolder index = IndexFolder.existing(operands.get(1));
    Path path = beside(index, out);
    StreakCodec codec = options.termsOnly(index);
    try (Directory directory = index.directory();
        DirectoryReader reader = index.open(directory)) {
      SidecarFolder folder = new SidecarFolder(path, codec, chosen(fields, reader));
      JsonObject result = new JsonObject();
      result.addProperty("folder", path.toString());
      ExitCode code = ExitCode.OK;
      switch (operands.get(0)) {
        case PRUNE -> prune(folder, reader, result, console);
        case BUILD -> {
          IndexFolder.mustBeWritable(path);
          SidecarFields there = SidecarFields.of(directory, path);
          List<State> states =
              FullDisk.named(path, () -> build(reader, folder, there, threads, console));
          if (options.hasPrefixes() && states.stream().anyMatch(state -> state.found.isSound)) {
            console.line(KEPT);
          }
          result.add("segments", json(states));
        }
        default -> {
          SidecarFields there = SidecarFields.of(directory, path);
          List<State> states =
              each(
                  reader,
                  "checking",
                  threads,
                  console,
                  leaf -> checked(folder, leaf, there, fields.isPresent()));
          result.add("segments", json(states));
          Optional<String> unfinished =
              UnfinishedCopy.told(index, reader.getIndexCommit().getUserData());
          unfinished.ifPresent(console::line);
          result.addProperty("whole", unfinished.isEmpty());
          boolean isComplete = states.stream().allMatch(state -> state.found.isEnough);
          code = isComplete && unfinished.isEmpty() ? ExitCode.OK : ExitCode.NO;
        }
      }
      long bytes = bytes(path);
      console.line(path + ": " + Quantity.bytes(bytes));
      result.addProperty("bytes", bytes);
      console.result(result);
      return code;
    }
  }

  private static void refuseWrong(
      List<String> operands, StreakOptions options, Optional<String> fields) {
    if (!List.of(BUILD, STATUS, PRUNE).contains(operands.get(0))) {
      throw new Refusal("unknown argument: " + operands.get(0) + " (expected " + OPERANDS + ")");
    }
    if (operands.size() < 2) {
      throw new Refusal("missing argument: expected " + OPERANDS);
    }
    if (options.hasPrefixes() && !operands.get(0).equals(BUILD)) {
      throw new Refusal("--prefixes needs build");
    }
    if (fields.isPresent() && operands.get(0).equals(PRUNE)) {
      throw new Refusal("--fields needs build or status");
    }
  }

  private static void prune(
      SidecarFolder folder, DirectoryReader reader, JsonObject result, Console console)
      throws IOException {
    long before = unfinished(folder.path());
    int deleted = folder.prune(reader);
    long unfinished = unfinished(folder.path());
    long builds = Math.clamp(before - unfinished, 0, deleted);
    console.line(
        Quantity.count(deleted - builds, "sidecar")
            + " of other segments"
            + (builds > 0 ? " and " + Quantity.count(builds, "unfinished build") : "")
            + " deleted");
    result.addProperty("deleted", deleted);
    if (unfinished > 0) {
      console.line(
          Quantity.count(unfinished, "unfinished build")
              + " left: another process may be at work; prune deletes what nobody wrote to"
              + " for an hour");
    }
    result.addProperty("unfinished", unfinished);
  }

  /** Beside the index unless the user says where. */
  private static Path beside(IndexFolder index, Optional<String> out) throws IOException {
    Path path = index.path().toAbsolutePath().normalize();
    Path sidecar =
        out.map(CommandLine::path)
            .orElseGet(() -> path.resolveSibling(path.getFileName() + ".sidecar"));
    if (sidecar.toAbsolutePath().normalize().equals(path)) {
      throw new Refusal("--out must not be the index itself: " + sidecar);
    }
    if (Files.exists(sidecar, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(sidecar)) {
      throw new Refusal("not a folder: " + sidecar);
    }
    if (Files.exists(sidecar)) {
      CommandLine.mustBeReadable(sidecar);
    }
    if (holdsIndex(sidecar)) {
      throw new Refusal("--out must not be an index: " + sidecar);
    }
    return sidecar;
  }

  private static boolean holdsIndex(Path path) throws IOException {
    if (!Files.exists(path)) {
      return false;
    }
    try (Directory directory = FSDirectory.open(path)) {
      return DirectoryReader.indexExists(directory);
    }
  }

  private static Predicate<String> chosen(Optional<String> fields, DirectoryReader reader) {
    if (fields.isEmpty()) {
      return field -> true;
    }
    Set<String> possible = new TreeSet<>();
    for (LeafReaderContext context : reader.leaves()) {
      for (FieldInfo field : context.reader().getFieldInfos()) {
        if (field.getIndexOptions() == IndexOptions.DOCS) {
          possible.add(field.name);
        }
      }
    }
    Set<String> wanted = Set.copyOf(CommandLine.names(fields.get()));
    for (String field : wanted) {
      if (!possible.contains(field)) {
        throw new Refusal(
            "--fields: no segment has a field without frequencies called "
                + field
                + " (there are: "
                + String.join(", ", possible)
                + ")");
      }
    }
    return wanted::contains;
  }

  /** Whether all that a sidecar could hold is in the segment itself. */
  private static boolean needsNone(LeafReader leaf) throws IOException {
    for (FieldInfo field : leaf.getFieldInfos()) {
      if (field.getIndexOptions() == IndexOptions.DOCS
          && leaf.terms(field.name) != null
          && KeptTerms.of(leaf, field.name).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private static List<State> build(
      DirectoryReader reader,
      SidecarFolder folder,
      SidecarFields there,
      int threads,
      Console console)
      throws IOException {
    try (Builders builders = new Builders(reader, folder.path())) {
      return each(
          reader,
          "building",
          threads,
          console,
          leaf -> {
            if (!builders.build(() -> folder.build(leaf))) {
              return needsNone(leaf) ? NOT_NEEDED : SOUND;
            }
            String before = there.told(leaf);
            String place = before.isEmpty() ? "" : ", in the place of one of " + before;
            return new Found("built" + place, false, true);
          });
    }
  }

  /** One of other fields than all is sound, unless the user says which they have to be. */
  private static Found checked(
      SidecarFolder folder, SegmentReader leaf, SidecarFields there, boolean withFields)
      throws IOException {
    if (!folder.needs(leaf)) {
      return needsNone(leaf) ? NOT_NEEDED : SOUND;
    }
    String fields = there.told(leaf);
    if (fields.isEmpty()) {
      return SidecarFields.isThere(folder.path(), leaf) ? DAMAGED : MISSING;
    }
    return withFields
        ? new Found("has one of other fields: " + fields, false, false)
        : new Found(SOUND.told + ", of " + fields, true, true);
  }

  private static long unfinished(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(UNFINISHED)).count();
    }
  }

  /**
   * Goes through all segments.
   *
   * @param work what to do with a segment; returns what is to be said of it then
   */
  private static List<State> each(
      DirectoryReader reader,
      String what,
      int threads,
      Console console,
      IOFunction<SegmentReader, Found> work)
      throws IOException {
    List<Callable<State>> pieces = new ArrayList<>();
    Map<Integer, State> done = new ConcurrentSkipListMap<>();
    try (Progress progress = console.progress(what + " sidecars", reader.maxDoc())) {
      for (LeafReaderContext context : reader.leaves()) {
        SegmentReader leaf = (SegmentReader) context.reader();
        pieces.add(
            () -> {
              Found found = work.apply(leaf);
              progress.add(leaf.maxDoc());
              State state = new State(leaf.getSegmentName(), leaf.numDocs(), found);
              done.put(context.ord, state);
              return state;
            });
      }
      return Workers.run(pieces, threads);
    } finally {
      // If one fails, what was built of others stays.
      for (State state : done.values()) {
        console.line(
            state.segment
                + ", "
                + Quantity.count(state.documents, "document")
                + ": "
                + state.found.told);
      }
    }
  }

  private static JsonArray json(List<State> states) {
    JsonArray segments = new JsonArray();
    for (State state : states) {
      JsonObject segment = new JsonObject();
      segment.addProperty("segment", state.segment);
      segment.addProperty("documents", state.documents);
      segment.addProperty("state", state.found.told);
      segments.add(segment);
    }
    return segments;
  }

  /** What is in a folder, which others may write to. */
  static long bytes(Path folder) throws IOException {
    long[] bytes = new long[1];
    if (Files.exists(folder)) {
      Files.walkFileTree(
          folder.toRealPath(),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              bytes[0] += attributes.isRegularFile() ? attributes.size() : 0;
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
              if (e instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
              }
              throw e;
            }
          });
    }
    return bytes[0];
  }
}
