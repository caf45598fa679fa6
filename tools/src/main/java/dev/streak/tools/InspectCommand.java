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
import com.google.gson.JsonObject;
import dev.streak.tools.cli.CommandLine;
import dev.streak.tools.cli.Console;
import dev.streak.tools.cli.ExitCode;
import dev.streak.tools.cli.FullDisk;
import dev.streak.tools.cli.Quantity;
import dev.streak.tools.cli.Refusal;
import dev.streak.tools.cli.WholeFile;
import dev.streak.tools.convert.UnfinishedCopy;
import dev.streak.tools.index.IndexFolder;
import dev.streak.tools.index.TrackedDirectory;
import dev.streak.tools.inspect.DocumentReport;
import dev.streak.tools.inspect.HtmlPage;
import dev.streak.tools.inspect.IndexReport;
import dev.streak.tools.inspect.TermReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.Directory;

/** {@code inspect}: what is in an index, what each field takes, and why. */
final class InspectCommand implements Command {

  @Override
  public String name() {
    return "inspect";
  }

  @Override
  public String summary() {
    return "what is in an index, what each field takes, and why it is kept so";
  }

  @Override
  public ExitCode run(CommandLine line, Console console) throws IOException {
    Optional<List<String>> term = line.values("--term", 2);
    Optional<Integer> doc = line.number("--doc", 0, Integer.MAX_VALUE);
    String segment = line.value("--segment").orElse(null);
    Optional<Path> page = line.value("--html").map(InspectCommand::page);
    boolean fast = line.flag("--fast");
    if (doc.isPresent() && (term.isPresent() || segment != null || page.isPresent() || fast)) {
      throw new Refusal(
          "--doc is of the whole index: without --term, --segment, --html and --fast");
    }
    if (fast && term.isPresent() && page.isEmpty()) {
      throw new Refusal("--fast with --term needs --html");
    }
    IndexFolder folder = IndexFolder.existing(line.operands(1, 1, "DIR").get(0));
    if (page.isPresent()) {
      refuseWithin(folder, page.get());
    }
    try (Directory files = folder.directory();
        TrackedDirectory tracked = new TrackedDirectory(files)) {
      Optional<String> unfinished = unfinished(folder, files);
      unfinished.ifPresent(console::line);
      if (doc.isPresent()) {
        return document(folder, files, doc.get(), console);
      }
      List<TermReport> terms =
          term.isEmpty()
              ? List.of()
              : terms(folder, files, segment, term.get().get(0), term.get().get(1));
      if (term.isPresent() && page.isEmpty()) {
        return term(terms, console);
      }
      IndexReport report =
          folder.read(
              tracked,
              reader -> {
                mustHave(reader, segment);
                return IndexReport.of(reader, tracked, segment, !fast, console);
              });
      if (page.isPresent()) {
        String text = new HtmlPage(folder.toString(), report, terms).text();
        FullDisk.named(page.get(), () -> WholeFile.write(page.get(), text));
      }
      new InspectText(console).print(folder.toString(), report);
      JsonObject result = new Gson().toJsonTree(report).getAsJsonObject();
      result.addProperty("whole", unfinished.isEmpty());
      console.result(result);
      return term.isPresent() && terms.isEmpty() ? ExitCode.NO : ExitCode.OK;
    }
  }

  /** What to say first of a copy that has some of the segments; none of them is opened for it. */
  private static Optional<String> unfinished(IndexFolder folder, Directory files)
      throws IOException {
    SegmentInfos commit = folder.opened(() -> SegmentInfos.readLatestCommit(files));
    return UnfinishedCopy.told(folder, commit.getUserData());
  }

  /** Where to write; said before an index is read for minutes. */
  private static Path page(String text) {
    Path page = CommandLine.path(text);
    Path folder = page.toAbsolutePath().getParent();
    if (Files.isDirectory(page) || folder == null || !Files.isDirectory(folder)) {
      throw new Refusal("--html must be a file in a folder that is there: " + text);
    }
    IndexFolder.mustBeWritable(page);
    return page;
  }

  /** A page in the place of a file of the index would be the end of the index. */
  private static void refuseWithin(IndexFolder folder, Path page) throws IOException {
    Path place =
        Files.exists(page)
            ? page.toRealPath()
            : page.toAbsolutePath().getParent().toRealPath().resolve(page.getFileName());
    if (place.startsWith(folder.path().toRealPath())) {
      throw new Refusal("--html must be a file outside of the index: " + page);
    }
  }

  /**
   * Has a reader of its own: what is read of a table here would be missing in what a field takes.
   */
  private static List<TermReport> terms(
      IndexFolder folder, Directory files, String segment, String field, String term)
      throws IOException {
    try (DirectoryReader reader = folder.open(files)) {
      mustHave(reader, segment);
      return TermReport.of(reader.leaves(), segment, field, term);
    }
  }

  private static void mustHave(DirectoryReader reader, String segment) {
    if (segment != null
        && reader.leaves().stream()
            .noneMatch(leaf -> ((SegmentReader) leaf.reader()).getSegmentName().equals(segment))) {
      throw new Refusal("no segment of that name: " + segment);
    }
  }

  private static ExitCode document(IndexFolder folder, Directory files, int doc, Console console)
      throws IOException {
    try (DirectoryReader reader = folder.open(files)) {
      if (doc >= reader.maxDoc()) {
        throw new Refusal(
            "--doc must be less than " + Quantity.count(reader.maxDoc()) + ": " + doc);
      }
      DocumentReport report = DocumentReport.of(reader, doc);
      new InspectText(console).print(doc, report);
      console.result(new Gson().toJsonTree(report).getAsJsonObject());
      return ExitCode.OK;
    }
  }

  private static ExitCode term(List<TermReport> reports, Console console) {
    new InspectText(console).print(reports);
    JsonObject result = new JsonObject();
    result.add("segments", new Gson().toJsonTree(reports));
    console.result(result);
    return reports.isEmpty() ? ExitCode.NO : ExitCode.OK;
  }
}
