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
package dev.streak.tools.digest;

import dev.streak.tools.cli.Console;
import dev.streak.tools.cli.Progress;
import dev.streak.tools.cli.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SlowCodecReaderWrapper;

/**
 * What an index holds, as a few numbers. They depend on the live documents and nothing else: not on
 * codecs, files, segments, deleted documents or the numbers of fields. Every document is hashed to
 * 64 bits from all that it has; indexes whose documents differ by accident have the same digest
 * with a probability of about one in 2<sup>64</sup> for each document that differs.
 *
 * @param documents how many live documents there are
 * @param content stands for the documents in any order
 * @param order stands for the documents in the order in which the index has them
 * @param parts stands for what the documents have of each part, in any order
 */
public record IndexDigest(long documents, String content, String order, Map<Part, String> parts) {

  /** The segments of a reader; documents that are deleted softly are there. */
  public static List<CodecReader> segments(DirectoryReader reader) throws IOException {
    List<CodecReader> segments = new ArrayList<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      segments.add(SoftlyDeleted.kept(SlowCodecReaderWrapper.wrap(leaf.reader())));
    }
    return segments;
  }

  /** Reads everything, with some threads, and shows how that gets on. */
  public static IndexDigest of(
      List<CodecReader> segments, int threads, Console console, String what) throws IOException {
    List<SegmentDigest> digests = new ArrayList<>();
    long documents = 0;
    for (CodecReader segment : segments) {
      digests.add(new SegmentDigest(segment, documents));
      documents += segment.numDocs();
    }
    List<Task> tasks = new ArrayList<>();
    long work = 0;
    for (SegmentDigest digest : digests) {
      for (Part part : digest.parts()) {
        Task task = new Task(digest, part, part.work(digest.segment()));
        tasks.add(task);
        work += task.work;
      }
    }
    // The largest segments first, and few at a time: each needs memory for its documents.
    tasks.sort(
        Comparator.comparingInt((Task task) -> -task.digest.segment().maxDoc())
            .thenComparingInt(task -> digests.indexOf(task.digest))
            .thenComparingLong(task -> -task.work));
    try (Progress progress = console.progress(what, work)) {
      run(tasks, threads, progress);
    }
    return sum(documents, digests);
  }

  private record Task(SegmentDigest digest, Part part, long work) {}

  private static IndexDigest sum(long documents, List<SegmentDigest> digests) {
    Sum128 content = new Sum128();
    Sum128 order = new Sum128();
    Map<Part, Sum128> sums = new EnumMap<>(Part.class);
    digests.forEach(digest -> digest.addTo(content, order, sums));
    Map<Part, String> parts = new EnumMap<>(Part.class);
    for (Part part : Part.values()) {
      parts.put(part, sums.getOrDefault(part, new Sum128()).toHex());
    }
    return new IndexDigest(
        documents, content.toHex(), order.toHex(), Collections.unmodifiableMap(parts));
  }

  private static void run(List<Task> tasks, int threads, Progress progress) throws IOException {
    AtomicBoolean stop = new AtomicBoolean();
    List<Callable<Void>> pieces = new ArrayList<>();
    for (Task task : tasks) {
      pieces.add(() -> digest(task, progress, stop));
    }
    Workers.run(pieces, threads);
  }

  private static Void digest(Task task, Progress progress, AtomicBoolean stop) throws IOException {
    try {
      task.digest.digest(task.part, progress, stop);
      return null;
    } catch (CancellationException e) {
      return null;
    } catch (IOException | RuntimeException | Error e) {
      stop.set(true);
      throw e;
    }
  }
}
