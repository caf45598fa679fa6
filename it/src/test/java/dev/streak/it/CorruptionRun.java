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
package dev.streak.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;

/**
 * Damages the files of an index, one at a time, and reads it: in a process of its own, because what
 * is tried may bring one down. Ends with status 0 if every trial ended well; otherwise the last
 * lines say what was tried, and the damaged file is kept.
 */
final class CorruptionRun {

  /** Names of files that Lucene's own formats write, whatever Streak puts into them or around. */
  private static final Pattern LUCENES_FILES =
      Pattern.compile(
          "segments_.*|.*\\.(si|cfs|cfe|fnm|liv|dvb|dvd|dvm|nvb|nvd|nvm|kdb|kdd|kdi|kdm"
              + "|vec|vex|vem|vemf|dvs|doc|pos|pay|psm|tim|tip|tmd|tvx|tvm|fdx|fdm)");

  /** Term vectors and the lines of split dictionaries: our bytes inside Lucene's structure. */
  private static final Pattern DECODED_BY_LUCENE = Pattern.compile(".*\\.(fdt|tvd|skt|ski)");

  private final Random random;
  private final Path evidence;
  private final Directory index = new ByteBuffersDirectory();
  private final Map<CorruptionTrial.Outcome, Integer> outcomes =
      new EnumMap<>(CorruptionTrial.Outcome.class);
  private volatile String trying = "nothing yet";
  private volatile long since = System.nanoTime();
  private long trials;

  private CorruptionRun(long seed, Path evidence) {
    this.random = new Random(seed);
    this.evidence = evidence;
  }

  /** Arguments: {@code flip}, {@code truncate} or {@code fuzz}; seed; seconds; evidence folder. */
  public static void main(String[] arguments) throws Exception {
    CorruptionRun run = new CorruptionRun(Long.parseLong(arguments[1]), Path.of(arguments[3]));
    run.watchForHangs();
    run.writeIndex(arguments[0].equals("fuzz"));
    long seconds = Long.parseLong(arguments[2]);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    switch (arguments[0]) {
      case "flip" -> run.flip(deadline);
      case "truncate" -> run.truncate(deadline);
      case "fuzz" -> run.fuzz(deadline);
      default -> throw new IllegalArgumentException("mode=" + arguments[0]);
    }
    System.out.println("done " + run.trials + " " + run.outcomes);
    System.exit(0);
  }

  private void writeIndex(boolean fuzz) throws IOException {
    IndexWriterConfig config = RandomSettings.writer(random, random.nextLong());
    config.setMergeScheduler(new SerialMergeScheduler());
    boolean compound = !fuzz && random.nextInt(4) == 0;
    config.setUseCompoundFile(compound);
    config.getMergePolicy().setNoCFSRatio(compound ? 1 : 0);
    try (IndexWriter writer = new IndexWriter(index, config)) {
      int documents = fuzz ? 60 : 200;
      for (int number = 0; number < documents; number++) {
        writer.addDocument(Catalogue.document(number, 1));
      }
      writer.forceMerge(1);
      for (int number = documents; number < documents + 15; number++) {
        writer.addDocument(Catalogue.document(number, 1));
      }
      writer.deleteDocuments(new Term(Catalogue.ID, "37"));
    }
  }

  private List<String> files() throws IOException {
    List<String> files = new ArrayList<>();
    try (DirectoryReader reader = DirectoryReader.open(index)) {
      files.addAll(reader.getIndexCommit().getFileNames());
    }
    files.sort(null);
    return files;
  }

  private void flip(long deadline) throws IOException {
    CorruptionTrial trial = new CorruptionTrial(index);
    List<String> files = files();
    while (System.nanoTime() < deadline) {
      for (String file : files) {
        byte[] bytes = DamagedDirectory.read(index, file);
        int position = random.nextInt(bytes.length);
        int bit = random.nextInt(8);
        trial(
            trial, file, Damage.flip(bytes, position, bit), "flip " + position + ":" + bit, false);
      }
    }
  }

  private void truncate(long deadline) throws IOException {
    CorruptionTrial trial = new CorruptionTrial(index);
    List<String> files = files();
    for (boolean first = true; System.nanoTime() < deadline; first = false) {
      for (String file : files) {
        byte[] bytes = DamagedDirectory.read(index, file);
        int footer = bytes.length - CodecUtil.footerLength();
        int[] borders = {0, 1, Damage.headerLength(bytes, 0), footer, footer + 4, bytes.length - 1};
        for (int length : first ? borders : new int[] {random.nextInt(bytes.length)}) {
          if (length >= 0 && length < bytes.length) {
            trial(trial, file, Damage.truncate(bytes, length), "truncate to " + length, false);
          }
        }
      }
    }
  }

  private void fuzz(long deadline) throws IOException {
    CorruptionTrial trial = new CorruptionTrial(index);
    List<String> ours = files();
    ours.removeIf(file -> LUCENES_FILES.matcher(file).matches());
    System.out.println("fuzzing " + ours);
    while (System.nanoTime() < deadline) {
      String file = ours.get(random.nextInt(ours.size()));
      byte[] bytes = DamagedDirectory.read(index, file);
      int header = Damage.headerLength(bytes, 0);
      trial(trial, file, Damage.behindTheChecksum(bytes, header, random), "fuzz", true);
    }
  }

  private void trial(
      CorruptionTrial trial, String file, byte[] bytes, String what, boolean disguised)
      throws IOException {
    trying = file + " " + what;
    since = System.nanoTime();
    Files.write(evidence.resolve("last-tried"), bytes);
    trials++;
    try (DamagedDirectory damaged = new DamagedDirectory(index)) {
      damaged.replace(file, bytes);
      // Lucene allocates what its own files ask for before it verifies their checksums.
      boolean decodedByLucene =
          LUCENES_FILES.matcher(file).matches()
              || (disguised && DECODED_BY_LUCENE.matcher(file).matches());
      outcomes.merge(trial.run(damaged, disguised, decodedByLucene), 1, Integer::sum);
    } catch (AssertionError failure) {
      System.out.println("FAILED " + trying);
      failure.printStackTrace(System.out);
      System.exit(1);
    }
  }

  private void watchForHangs() {
    Thread main = Thread.currentThread();
    Thread watch =
        new Thread(
            () -> {
              while (System.nanoTime() - since < TimeUnit.SECONDS.toNanos(60)) {
                try {
                  Thread.sleep(500);
                } catch (InterruptedException stop) {
                  return;
                }
              }
              System.out.println("HANG " + trying);
              for (StackTraceElement frame : main.getStackTrace()) {
                System.out.println("\tat " + frame);
              }
              Runtime.getRuntime().halt(3);
            });
    watch.setDaemon(true);
    watch.start();
  }
}
