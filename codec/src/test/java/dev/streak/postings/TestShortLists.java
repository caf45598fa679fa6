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
package dev.streak.postings;

import dev.streak.field.DocSink;
import dev.streak.field.PackedGaps;
import dev.streak.field.TermEntry;
import dev.streak.file.FileBytes;
import dev.streak.listblock.ListEncoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Many lists of few documents, read together from a file in memory. */
public class TestShortLists extends LuceneTestCase {

  private static final int MAX_DOC = 10_000_000;

  /** Documents as they were handed over. */
  private static final class Docs implements DocSink {
    private final List<int[]> lists = new ArrayList<>();

    @Override
    public void run(int start, int end) {
      lists.add(IntStream.range(start, end).toArray());
    }

    @Override
    public void docs(int[] docs, int count) {
      lists.add(Arrays.copyOf(docs, count));
    }

    @Override
    public void bitmap(int base, long[] words, int wordCount) {
      BitSet bits = BitSet.valueOf(Arrays.copyOf(words, wordCount));
      lists.add(bits.stream().map(bit -> base + bit).toArray());
    }

    int[] all() {
      return lists.stream().flatMapToInt(Arrays::stream).toArray();
    }
  }

  /** So many documents, gaps of which have up to so many bits; one in four of them has more. */
  private static int[] scattered(int count, int width) {
    int[] docs = new int[count];
    int doc = random().nextInt(1000);
    for (int i = 0; i < count; i++) {
      docs[i] = doc;
      int bits = random().nextInt(4) == 0 ? width + random().nextInt(4) : width;
      doc += 2 + random().nextInt(1 << bits);
    }
    return docs;
  }

  private static long[] write(Directory directory, List<int[]> lists) throws IOException {
    long[] entries = new long[lists.size()];
    try (IndexOutput out = directory.createOutput("lists", IOContext.DEFAULT)) {
      CodecUtil.writeHeader(out, "test", 0);
      ListEncoder encoder = new ListEncoder();
      for (int i = 0; i < entries.length; i++) {
        encoder.start(out);
        for (int doc : lists.get(i)) {
          encoder.add(doc);
        }
        entries[i] = encoder.finish();
      }
      CodecUtil.writeFooter(out);
    }
    return entries;
  }

  public void testListsOfAllLengthsAtOnce() throws IOException {
    List<int[]> lists = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      lists.add(scattered(TestUtil.nextInt(random(), 2, 90), random().nextInt(15)));
    }
    try (Directory directory = new ByteBuffersDirectory()) {
      long[] entries = write(directory, lists);
      try (IndexInput in = directory.openInput("lists", IOContext.DEFAULT)) {
        PostingLists reader = new PostingLists(in, MAX_DOC);
        Docs docs = new Docs();
        reader.collect(entries, entries.length, docs);
        int[] expected = lists.stream().flatMapToInt(Arrays::stream).sorted().toArray();
        assertArrayEquals(expected, Arrays.stream(docs.all()).sorted().toArray());
        assertEquals(expected.length, reader.docFreq(entries, entries.length));
      }
    }
  }

  public void testFewScatteredDocumentsAreTaken() throws IOException {
    List<int[]> lists = new ArrayList<>();
    for (int count = 2; count < 18; count++) {
      // All gaps alike are packed; one that is much wider makes a group of them.
      int[] alike = IntStream.range(0, count).map(i -> 1 + 60_000 * i).toArray();
      int[] oneWide = IntStream.range(0, count).map(i -> 3 * i + (i == 1 ? 0 : 900_000)).toArray();
      oneWide[0] = 1;
      Arrays.sort(oneWide);
      lists.add(alike);
      lists.add(oneWide);
    }
    try (Directory directory = new ByteBuffersDirectory()) {
      long[] entries = write(directory, lists);
      try (IndexInput in = directory.openInput("lists", IOContext.DEFAULT)) {
        ShortLists shortLists = new ShortLists(in, MAX_DOC);
        assertEquals(ShortLists.LISTS, lists.size());
        shortLists.read(entries, 0, lists.size());
        Docs docs = new Docs();
        for (int i = 0; i < lists.size(); i++) {
          assertTrue("list " + i, shortLists.add(i, docs));
        }
        shortLists.collect(docs);
        assertArrayEquals(lists.stream().flatMapToInt(Arrays::stream).toArray(), docs.all());
      }
    }
  }

  /** Lists that are read together or alone, in any order, one of them more than once. */
  public void testNearAndFarListsInAnyOrder() throws IOException {
    List<int[]> lists = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      lists.add(scattered(TestUtil.nextInt(random(), 2, 20), TestUtil.nextInt(random(), 6, 14)));
    }
    try (Directory directory = new ByteBuffersDirectory()) {
      long[] entries = write(directory, lists);
      try (IndexInput in = directory.openInput("lists", IOContext.DEFAULT)) {
        ShortLists shortLists = new ShortLists(in, MAX_DOC);
        for (int round = 0; round < 200; round++) {
          int among = random().nextBoolean() ? 50 : lists.size();
          int[] chosen = random().ints(1 + random().nextInt(ShortLists.LISTS), 0, among).toArray();
          if (random().nextBoolean()) {
            Arrays.sort(chosen);
          }
          long[] asked = Arrays.stream(chosen).mapToLong(i -> entries[i]).toArray();
          shortLists.read(asked, 0, asked.length);
          Docs docs = new Docs();
          for (int i = 0; i < asked.length; i++) {
            assertTrue("list " + chosen[i], shortLists.add(i, docs));
          }
          shortLists.collect(docs);
          assertArrayEquals(
              Arrays.stream(chosen).mapToObj(lists::get).flatMapToInt(Arrays::stream).toArray(),
              docs.all());
        }
      }
    }
  }

  public void testWhatIsLongOrBeyondTheSegmentIsLeft() throws IOException {
    int[] many = scattered(60, 14);
    int[] runs = IntStream.range(0, 80).map(i -> i + i / 10 * 100).toArray();
    int[] last = {5, 70_000, MAX_DOC - 1};
    try (Directory directory = new ByteBuffersDirectory()) {
      long[] entries = write(directory, List.of(many, runs, last));
      try (IndexInput in = directory.openInput("lists", IOContext.DEFAULT)) {
        Docs docs = new Docs();
        ShortLists shortLists = new ShortLists(in, MAX_DOC);
        shortLists.read(entries, 0, entries.length);
        assertFalse(shortLists.add(0, docs));
        assertFalse(shortLists.add(1, docs));
        assertTrue(shortLists.add(2, docs));
        shortLists.collect(docs);
        assertArrayEquals(last, docs.all());
        ShortLists ofFewer = new ShortLists(in, MAX_DOC - 1);
        ofFewer.read(entries, 0, entries.length);
        assertFalse(ofFewer.add(2, docs));
      }
    }
  }

  /** Lists that are taken as they are packed, the others as documents. */
  private static final class Gaps implements DocSink {
    private final Docs docs = new Docs();
    private int packed;

    @Override
    public long gaps(byte[] bytes, int firstBit, int width, int first, int gaps) {
      packed++;
      int[] list = PackedGaps.docs(bytes, firstBit, width, first, gaps);
      docs.docs(list, list.length);
      return list[gaps];
    }

    @Override
    public void run(int start, int end) {
      docs.run(start, end);
    }

    @Override
    public void docs(int[] some, int count) {
      docs.docs(some, count);
    }

    @Override
    public void bitmap(int base, long[] words, int wordCount) {
      docs.bitmap(base, words, wordCount);
    }
  }

  public void testPackedListsAreHandedOverWhole() throws IOException {
    List<int[]> lists = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      lists.add(scattered(TestUtil.nextInt(random(), 2, 70), random().nextInt(15)));
    }
    try (Directory directory = new ByteBuffersDirectory()) {
      long[] entries = write(directory, lists);
      try (IndexInput in = directory.openInput("lists", IOContext.DEFAULT)) {
        Gaps sink = new Gaps();
        new PostingLists(in, MAX_DOC).collect(entries, entries.length, sink);
        int[] expected = lists.stream().flatMapToInt(Arrays::stream).sorted().toArray();
        assertArrayEquals(expected, Arrays.stream(sink.docs.all()).sorted().toArray());
        assertTrue("packed=" + sink.packed, sink.packed > 50);
        int last = Arrays.stream(lists.get(0)).max().getAsInt();
        PostingLists ofFewer = new PostingLists(in, last);
        assertThrows(
            CorruptIndexException.class,
            () -> ofFewer.collect(new long[] {entries[0]}, 1, new Gaps()));
      }
    }
  }

  public void testNumbersOfDocumentsOfEveryLength() throws IOException {
    List<int[]> lists = new ArrayList<>();
    for (int count : new int[] {2, 63, 64, 65, 8191, 8192, 8193, 20_000}) {
      lists.add(IntStream.range(0, count).map(i -> i * 37).toArray());
    }
    try (Directory directory = new ByteBuffersDirectory()) {
      long[] entries = write(directory, lists);
      try (IndexInput in = directory.openInput("lists", IOContext.DEFAULT)) {
        ListHeads heads = new ListHeads(in, MAX_DOC);
        PostingLists reader = new PostingLists(in, MAX_DOC);
        for (int i = 0; i < entries.length; i++) {
          int count = lists.get(i).length;
          int told = heads.docFreq(TermEntry.pointer(entries[i]));
          assertEquals("count=" + count, count < 8192 ? count : 0, told);
          assertEquals(count, reader.docFreq(new long[] {entries[i]}, 1));
          assertEquals(count, reader.docFreq(entries[i], heads));
          assertEquals(count, reader.docFreq(entries[i]));
          ListHeads ofFewer = new ListHeads(in, count - 1);
          assertEquals(0, ofFewer.docFreq(TermEntry.pointer(entries[i])));
        }
      }
    }
  }

  public void testPointersAnywhere() throws IOException {
    byte[] bytes = new byte[3_000];
    random().nextBytes(bytes);
    try (Directory directory = FileBytes.directory("lists", bytes)) {
      try (IndexInput in = directory.openInput("lists", IOContext.DEFAULT)) {
        ShortLists shortLists = new ShortLists(in, MAX_DOC);
        long[] entry = new long[1];
        for (int pointer = 0; pointer < bytes.length + 2; pointer++) {
          entry[0] = TermEntry.ofPointer(pointer);
          shortLists.read(entry, 0, 1);
          Docs docs = new Docs();
          if (shortLists.add(0, docs)) {
            shortLists.collect(docs);
            int[] found = docs.all();
            for (int i = 0; i < found.length; i++) {
              assertTrue("pointer=" + pointer, found[i] >= 0 && found[i] < MAX_DOC);
              assertTrue("pointer=" + pointer, i == 0 || found[i] > found[i - 1]);
            }
          }
        }
      }
    }
  }
}
