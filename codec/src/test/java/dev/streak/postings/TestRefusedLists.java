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

import dev.streak.field.TermEntry;
import java.io.IOException;
import java.util.HexFormat;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.FixedBitSet;

/** Lists written by hand, of which one number cannot be: what is told is that number. */
public class TestRefusedLists extends LuceneTestCase {
  private static final int MAX_DOC = 1_000;

  /** Nine documents a block, 21 apart: the last ones are 173, 362, 551 and 740. */
  private static final String ARRAY_0 = "08 08 14 14 14 14 14 14 14 14";

  private static final String ARRAY = "08 08 14 14 14 14 14 14 14 14 14";

  /** Four runs of five documents a block, 25 apart: the last ones are 84, 184, 284 and 384. */
  private static final String RUNS_0 = "c8 03 03 14 14 14 24 09";

  private static final String RUNS = "c8 03 03 14 14 14 14 24 09";

  private interface Reading {
    void read(PostingsEnum postings) throws IOException;
  }

  /** One document after the other, which needs no directory. */
  private static final Reading NEXT =
      postings -> {
        int previous = -1;
        for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; ) {
          assertTrue(doc + " after " + previous, doc > previous && doc < MAX_DOC);
          previous = doc;
          doc = postings.nextDoc();
        }
      };

  private static final Reading BITS = bits(MAX_DOC);

  private static Reading bits(int upTo) {
    return postings -> {
      postings.nextDoc();
      postings.intoBitSet(upTo, new FixedBitSet(MAX_DOC), 0);
    };
  }

  private static Reading advance(int target) {
    return postings -> postings.advance(target);
  }

  /** A list in the middle of a file. */
  private record Written(byte[] before, byte[] list) {
    void read(Reading reading) throws IOException {
      try (Directory directory = new ByteBuffersDirectory()) {
        try (IndexOutput out = directory.createOutput("list", IOContext.DEFAULT)) {
          out.writeBytes(before, before.length);
          out.writeBytes(list, list.length);
          CodecUtil.writeFooter(out);
        }
        try (IndexInput in = directory.openInput("list", IOContext.DEFAULT)) {
          long entry = TermEntry.ofPointer(before.length);
          reading.read(new PostingLists(in, MAX_DOC).postings(entry, null));
        }
      }
    }

    void assertRefused(String message, Reading... readings) {
      for (Reading reading : readings) {
        CorruptIndexException e =
            expectThrows(CorruptIndexException.class, () -> this.read(reading));
        assertTrue(e.getMessage(), e.getMessage().startsWith(message));
        assertTrue(e.getMessage(), e.getMessage().contains("near position"));
        assertTrue(e.getMessage(), e.getMessage().contains("list"));
      }
    }
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static Written list(String hex) {
    return new Written(new byte[8], bytes(hex));
  }

  /** A list with a directory; all blocks begin with a byte that is not part of it. */
  private static Written longList(String blocks, String header) {
    return new Written(bytes("ee" + blocks), bytes(header));
  }

  /** The header has {@code 2 * docFreq + 1}, first document, blocks, their length, widths. */
  private static Written arrays(String header, String directory) {
    return longList(ARRAY_0 + ARRAY + ARRAY + ARRAY, header + directory);
  }

  private static Written arraysOf(String directory) {
    return arrays("49 05 04 2b 12", directory);
  }

  private static Written runs(String second, String directory) {
    return longList(RUNS_0 + second + RUNS + RUNS, "a1 01 05 04 23 12" + directory);
  }

  public void testSoundOnes() throws IOException {
    for (Reading reading : new Reading[] {NEXT, BITS, bits(400), advance(300)}) {
      arraysOf("ad 00 0a 6a 01 15 27 02 20").read(reading);
      runs(RUNS, "54 00 08 b8 00 11 1c 01 1a").read(reading);
      mixed("3c 00 0a 68 00 11").read(reading);
    }
  }

  public void testNumbersOfDocuments() {
    list("00 05 00").assertRefused("number of documents is 0, must be 1 to 1000", NEXT);
    list("d2 0f 00 00").assertRefused("number of documents is 1001,", NEXT);
    list("04 e7 07 00").assertRefused("first document is 999, must be 0 to 998", NEXT);
    list("82 04 00 00").assertRefused("documents of a block is 257, must be <= 256", NEXT);
    list("82 04 00 40").assertRefused("documents of a block is 257, must be <= 256", NEXT);
  }

  public void testArrays() {
    list("04 05 21 00 00 00 00 00").assertRefused("bits of a value is 33, must be 0 to 31", NEXT);
    // 998, and the second next.
    list("04 e6 07 01 01").assertRefused("last document of a block is 1000,", NEXT, BITS);
    list("04 e6 07 40 01").assertRefused("last document of a block is 1000,", NEXT, BITS);
  }

  public void testBitmaps() {
    String end = " 00 00 00 00 00 00 00";
    list("04 05 80 00 00" + end).assertRefused("outer words of a bitmap is 0", NEXT);
    list("04 05 81 00 60" + end + "00" + end).assertRefused("outer words of a bitmap is 0", NEXT);
    list("04 05 81 00 00" + end + "01" + end).assertRefused("outer words of a bitmap is 0", NEXT);
    list("04 05 80 00 50" + end).assertRefused("first bit of a bitmap is 0, must be > 4", NEXT);
    list("04 05 80 10 60" + end).assertRefused("end of a bitmap in words is 17,", NEXT);
    list("04 05 80 ff ff ff ff 0f 60" + end).assertRefused("end of a bitmap in words is 0,", NEXT);
    // Of the last word, whose documents from 1,000 on the segment has not.
    list("04 c0 07 80 00 01 00 00 00 00 01 00 00")
        .assertRefused("last document of a block is 1000, must be 959 to 1000", NEXT, BITS);
  }

  public void testRuns() {
    list("14 05 e1 03 01 14 24").assertRefused("bits of a value is 33, must be 0 to 31", NEXT);
    list("14 05 c8 03 40 14 24").assertRefused("runs of a block is 65, must be <= 64", NEXT);
    list("14 da 07 c8 03 01 06 24").assertRefused("last document of a block is 1001,", NEXT, BITS);
    String directory = "54 00 08 b8 00 11 1c 01 1a";
    runs("c8 03 40 14 14 14 14 24 09", directory)
        .assertRefused("runs of a block is 65, must be <= 64", NEXT, BITS);
    runs("c8 ff 03 14 14 14 14 24 09", directory)
        .assertRefused("bits of a value is -1, must be 0 to 31", NEXT, BITS);
    // Of the block in the middle, 184 in truth.
    runs(RUNS, "54 00 08 b9 00 11 1c 01 1a")
        .assertRefused("last document of a block is 184, must be 185 as", bits(200));
    runs(RUNS, "54 00 08 b7 00 11 1c 01 1a")
        .assertRefused("last document of a block is 184, must be 183 as", bits(200));
    runs(RUNS, "54 00 08 b8 00 11 1d 01 1a")
        .assertRefused("last document of a block is 284, must be 285 as", BITS);
  }

  public void testHeadersOfLongLists() {
    String directory = "ad 00 0a 6a 01 15 27 02 20";
    arrays("49 05 01 2b 12", directory).assertRefused("number of blocks is 1, must be 2 to", NEXT);
    arrays("49 05 25 2b 12", directory).assertRefused("number of blocks is 37, must be 2 to", NEXT);
    arrays("49 05 04 03 12", directory).assertRefused("length of blocks is 3, must be 4 to", NEXT);
    arrays("49 05 04 2d 12", directory).assertRefused("length of blocks is 45, must be", NEXT);
    arrays("49 05 04 2b 10", directory).assertRefused("bytes of a document is 0,", NEXT);
    arrays("49 05 04 2b 15", directory).assertRefused("bytes of a document is 5,", NEXT);
    arrays("49 05 04 2b 02", directory).assertRefused("bytes of an offset is 0,", NEXT);
    arrays("49 05 04 2b 82", directory).assertRefused("bytes of an offset is 8,", NEXT);
    arrays("d1 0f 00 e8 07 2b 12", directory)
        .assertRefused("number of blocks is 1000, must be what the file has room for", NEXT);
    // One entry more than there are, in the footer.
    arrays("49 05 05 2b 12", directory)
        .assertRefused("number of blocks is 5, must be what the file has room for", NEXT);
  }

  public void testDocumentsInDirectories() {
    // Of the second block: before the first document, before the block, beside what is in it.
    arraysOf("ad 00 0a 04 00 15 27 02 20")
        .assertRefused("last document of block 1 is 4,", bits(400), advance(300));
    arraysOf("ad 00 0a e8 03 15 27 02 20")
        .assertRefused("last document of block 1 is 1000,", bits(400), advance(300));
    arraysOf("ad 00 0a 64 00 15 27 02 20")
        .assertRefused("last document of a block is 100, must be 173 to 1000", bits(400));
    arraysOf("ad 00 0a 6b 01 15 27 02 20")
        .assertRefused("last document unpacked is 362,", bits(200), bits(400), advance(300));
    arraysOf("ad 00 0a 69 01 15 27 02 20")
        .assertRefused("last document unpacked is 362,", bits(200), bits(400), advance(300));
    arraysOf("ad 00 0a 6a 01 15 28 02 20")
        .assertRefused("last document of a block is 551, must be 552 as", BITS);
    mixed("3d 00 0a 68 00 11")
        .assertRefused("last document of a block is 60, must be 61 as", advance(8));
    mixed("3c 00 0a 69 00 11")
        .assertRefused("last document of a block is 104, must be 105 as", BITS, advance(61));
  }

  public void testOffsetsInDirectories() {
    arraysOf("ad 00 0a 6a 01 15 27 02 2b")
        .assertRefused("offset of block 3 is 43, must be < 43", BITS, advance(700));
    arraysOf("ad 00 0a 6a 01 15 27 02 1f").assertRefused("end of a block is ", BITS);
    arraysOf("ad 00 0a 6a 01 15 27 02 0a").assertRefused("start of a block is ", BITS);
    arraysOf("ad 00 0a 6a 01 15 27 02 05").assertRefused("start of a block is ", BITS);
  }

  /** A bitmap of 5, 7 and 60, gaps in groups that end with 104, an array of two. */
  private static Written mixed(String directory) {
    return longList(
        "80 00 a0 00 00 00 00 00 00 10" + "40 03 00 0a 0a 0a 0a" + "00 01",
        "13 05 03 13 12" + directory);
  }
}
