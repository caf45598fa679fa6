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
package dev.streak.bench.data;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Posting lists over a number of documents: real ones from files, or generated.
 *
 * @param name short, of lower-case letters, digits and underscores
 * @param maxDoc above all documents
 * @param lists each ascending and not empty
 */
public record PostingListSet(String name, int maxDoc, List<int[]> lists) {

  /** Number of postings in all lists. */
  public long postings() {
    return lists.stream().mapToLong(list -> list.length).sum();
  }

  /** All zip files of a folder: a list is an entry of comma-separated ascending numbers. */
  public static List<PostingListSet> load(Path folder) throws IOException {
    List<PostingListSet> sets = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".zip")).sorted().toList()) {
        sets.add(loadZip(file));
      }
    }
    return sets;
  }

  private static PostingListSet loadZip(Path file) throws IOException {
    List<int[]> lists = new ArrayList<>();
    int maxDoc = 0;
    try (InputStream in = Files.newInputStream(file);
        ZipInputStream zip = new ZipInputStream(in)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        String text = new String(zip.readAllBytes(), StandardCharsets.US_ASCII).strip();
        if (entry.isDirectory() || text.isEmpty()) {
          continue;
        }
        int[] list =
            Arrays.stream(text.split(",")).map(String::strip).mapToInt(Integer::parseInt).toArray();
        lists.add(list);
        maxDoc = Math.max(maxDoc, list[list.length - 1] + 1);
      }
    }
    String fileName = file.getFileName().toString();
    String name = fileName.substring(0, fileName.length() - ".zip".length());
    return new PostingListSet(name.replaceAll("[^a-z0-9_]", "_"), maxDoc, lists);
  }

  /** Values of a skewed column over rows in no order: few large lists, many small. */
  public static PostingListSet unsorted(Random random, int maxDoc, int listCount) {
    List<int[]> lists = new ArrayList<>();
    for (int i = 0; i < listCount; i++) {
      BitSet docs = new BitSet(maxDoc);
      int size = sizeOf(i, maxDoc);
      for (int j = 0; j < size; j++) {
        docs.set(random.nextInt(maxDoc));
      }
      lists.add(docs.stream().toArray());
    }
    return new PostingListSet("generated", maxDoc, lists);
  }

  /** As {@link #unsorted}, after sorting the rows by other columns first: runs, some long. */
  public static PostingListSet sorted(Random random, int maxDoc, int listCount) {
    List<int[]> lists = new ArrayList<>();
    for (int i = 0; i < listCount; i++) {
      BitSet docs = new BitSet(maxDoc);
      int size = sizeOf(i, maxDoc);
      int left = size;
      while (left > 0) {
        int length = Math.min(left, 1 + (int) (-Math.log(1 - random.nextDouble()) * 16));
        int start = random.nextInt(maxDoc);
        docs.set(start, Math.min(maxDoc, start + length));
        left -= length;
      }
      lists.add(docs.stream().toArray());
    }
    return new PostingListSet("generated_srt", maxDoc, lists);
  }

  /**
   * Lists of about equally many runs each, anywhere, so long on average; together they have half as
   * many postings as there are documents.
   */
  public static PostingListSet runs(Random random, int maxDoc, int listCount, int averageRun) {
    List<int[]> lists = new ArrayList<>();
    for (int i = 0; i < listCount; i++) {
      BitSet docs = new BitSet(maxDoc);
      double share = 0.2 + 1.6 * random.nextDouble();
      int runs = Math.max(1, (int) (share * maxDoc / 2 / listCount / averageRun));
      for (int run = 0; run < runs; run++) {
        int length = 1 + (int) (-Math.log(1 - random.nextDouble()) * (averageRun - 0.5));
        int start = random.nextInt(maxDoc);
        docs.set(start, Math.min(maxDoc, start + length));
      }
      lists.add(docs.stream().toArray());
    }
    return new PostingListSet("runs_" + averageRun, maxDoc, lists);
  }

  private static int sizeOf(int list, int maxDoc) {
    return Math.max(1, maxDoc / (4 * (list + 1)));
  }

  /** For each document the lists that it is in. */
  public int[][] listsByDocument() {
    int[][] byDocument = new int[maxDoc][];
    for (int i = 0; i < lists.size(); i++) {
      for (int doc : lists.get(i)) {
        int[] before = byDocument[doc];
        int[] after = before == null ? new int[1] : Arrays.copyOf(before, before.length + 1);
        after[after.length - 1] = i;
        byDocument[doc] = after;
      }
    }
    return byDocument;
  }
}
