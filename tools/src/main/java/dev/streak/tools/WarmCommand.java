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
import dev.streak.cache.BlockCache;
import dev.streak.codec.StreakWarmer;
import dev.streak.tools.cli.CommandLine;
import dev.streak.tools.cli.Console;
import dev.streak.tools.cli.ExitCode;
import dev.streak.tools.cli.Quantity;
import dev.streak.tools.index.IndexFolder;
import dev.streak.tools.index.SegmentFiles;
import dev.streak.tools.index.TrackedDirectory;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.StandardDirectoryReader;
import org.apache.lucene.store.Directory;

/** {@code warm}: what an application would load that warms its readers. */
final class WarmCommand implements Command {
  private static final int BYTES_IN_MEGABYTE = 1_000_000;
  private static final int MOST_MEGABYTES = 1_000_000;

  @Override
  public String name() {
    return "warm";
  }

  @Override
  public String summary() {
    return "what warming would load into the cache, and what would not fit";
  }

  /** Of the files of one kind, how much was loaded. */
  record Share(long loaded, long all) {}

  @Override
  public ExitCode run(CommandLine line, Console console) throws IOException {
    Optional<Integer> megabytes = line.number("--cache", 1, MOST_MEGABYTES);
    IndexFolder folder = IndexFolder.existing(line.operands(1, 1, "DIR").get(0));
    BlockCache cache = BlockCache.shared();
    long capacity = cache.capacityBytes();
    megabytes.ifPresent(size -> cache.setCapacityBytes((long) size * BYTES_IN_MEGABYTE));
    try (Directory files = folder.directory();
        TrackedDirectory tracked = new TrackedDirectory(files)) {
      return folder.read(
          tracked,
          reader -> {
            Map<String, Long> all = lengths(reader);
            tracked.take();
            long usedBefore = cache.stats().usedBytes();
            long start = System.nanoTime();
            StreakWarmer.warm(reader);
            long nanos = System.nanoTime() - start;
            Map<String, Share> shares = shares(tracked.take(), all);
            long used = cache.stats().usedBytes() - usedBefore;
            report(shares, used, cache.capacityBytes(), nanos, console);
            return ExitCode.OK;
          });
    } finally {
      cache.setCapacityBytes(capacity);
    }
  }

  /** By kind of file; of files that others may delete while the reader is open. */
  private static Map<String, Long> lengths(DirectoryReader reader) throws IOException {
    Map<String, Long> all = new TreeMap<>();
    for (SegmentCommitInfo segment : ((StandardDirectoryReader) reader).getSegmentInfos()) {
      SegmentFiles.lengths(segment)
          .forEach((file, bytes) -> all.merge(SegmentFiles.extension(file), bytes, Long::sum));
    }
    return all;
  }

  static Map<String, Share> shares(Map<String, Long> loaded, Map<String, Long> all) {
    Map<String, Long> loadedByKind = new TreeMap<>();
    loaded.forEach(
        (file, bytes) -> loadedByKind.merge(SegmentFiles.extension(file), bytes, Long::sum));
    Map<String, Share> shares = new TreeMap<>();
    // Parts of a file are counted, and the last one ends behind the file.
    loadedByKind.forEach(
        (kind, bytes) ->
            shares.put(kind, new Share(Math.min(bytes, all.get(kind)), all.get(kind))));
    return shares;
  }

  /** What is in files of a kind that the cache may keep. */
  private static String words(String kind) {
    return switch (kind) {
      case "skh" -> "hash tables";
      case "ski", "tip" -> "terms index";
      case "skd", "tim" -> "terms";
      default -> "files";
    };
  }

  private static String nothingLoaded(long capacity) {
    return BlockCache.shared().isEnabled() && capacity > 0
        ? "nothing was loaded: no segment has files that the cache keeps, or it got no memory"
        : "nothing was loaded: the cache is switched off";
  }

  private static void report(
      Map<String, Share> shares, long used, long capacity, long nanos, Console console) {
    shares.forEach(
        (kind, share) ->
            console.line(
                String.format(
                    Locale.ROOT,
                    "%s (.%s): %s of %s",
                    words(kind),
                    kind,
                    Quantity.bytes(share.loaded),
                    Quantity.bytes(share.all))));
    console.line(
        shares.isEmpty()
            ? nothingLoaded(capacity)
            : String.format(
                Locale.ROOT,
                "in all %s of a cache of %s, in %s",
                Quantity.bytes(used),
                Quantity.bytes(capacity),
                Quantity.nanos((double) nanos)));
    JsonObject result = new JsonObject();
    result.add("files", new Gson().toJsonTree(shares));
    result.addProperty("usedBytes", used);
    result.addProperty("capacityBytes", capacity);
    result.addProperty("nanos", nanos);
    console.result(result);
  }
}
