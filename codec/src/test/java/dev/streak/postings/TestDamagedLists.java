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
import dev.streak.field.TermEntry;
import dev.streak.file.FileBytes;
import dev.streak.listblock.ListEncoder;
import java.io.EOFException;
import java.io.IOException;
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

/**
 * Bytes changed anywhere: either reading says so, or what is read are documents of the segment in
 * ascending order. Never an index out of bounds, a hang or a huge allocation.
 */
public class TestDamagedLists extends LuceneTestCase {

  public void testChangedBytes() throws IOException {
    int rounds = atLeast(300);
    int refused = 0;
    for (int round = 0; round < rounds; round++) {
      int maxDoc = 1 + random().nextInt(100_000);
      ListEncoder encoder = new ListEncoder();
      byte[] bytes;
      long entry;
      try (Directory directory = new ByteBuffersDirectory()) {
        try (IndexOutput out = directory.createOutput("lists", IOContext.DEFAULT)) {
          out.writeLong(0);
          encoder.start(out);
          FixedBitSet docs = PostingShapes.random(random(), maxDoc);
          for (int doc = docs.nextSetBit(0); doc != DocIdSetIterator.NO_MORE_DOCS; ) {
            encoder.add(doc);
            doc = doc + 1 < maxDoc ? docs.nextSetBit(doc + 1) : DocIdSetIterator.NO_MORE_DOCS;
          }
          entry = encoder.finish();
          CodecUtil.writeFooter(out);
        }
        bytes = FileBytes.read(directory, "lists");
      }
      int changes = 1 + random().nextInt(4);
      for (int i = 0; i < changes; i++) {
        // Headers of long lists are near the end, those of short ones at the beginning.
        int at =
            random().nextBoolean()
                ? random().nextInt(bytes.length)
                : bytes.length - 1 - random().nextInt(Math.min(bytes.length, 60));
        bytes[at] = (byte) random().nextInt();
      }
      refused += readEverything(bytes, entry, maxDoc) ? 0 : 1;
    }
    assertTrue("no damage was noticed in " + rounds + " rounds", refused > 0);
  }

  public void testPointersIntoSomethingElse() throws IOException {
    byte[] bytes = new byte[500];
    random().nextBytes(bytes);
    int refused = 0;
    for (int pointer = 0; pointer < bytes.length; pointer++) {
      refused += readEverything(bytes, TermEntry.ofPointer(pointer), 1_000) ? 0 : 1;
    }
    // What begins with a number of documents that the segment does not have is refused at once.
    assertTrue("refused=" + refused, refused > bytes.length / 4);
  }

  public void testPointersBehindTheFile() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexOutput out = directory.createOutput("lists", IOContext.DEFAULT)) {
        CodecUtil.writeFooter(out);
      }
      try (IndexInput in = directory.openInput("lists", IOContext.DEFAULT)) {
        PostingLists lists = new PostingLists(in, 1_000);
        for (long pointer : new long[] {in.length(), in.length() + 1, 1L << 40}) {
          long entry = TermEntry.ofPointer(pointer);
          CorruptIndexException e =
              expectThrows(CorruptIndexException.class, () -> lists.postings(entry, null));
          assertTrue(e.getMessage(), e.getMessage().contains("pointer to a posting list"));
        }
      }
    }
  }

  /** Whether nothing was noticed. */
  private static boolean readEverything(byte[] bytes, long entry, int maxDoc) throws IOException {
    try (Directory directory = FileBytes.directory("lists", bytes)) {
      try (IndexInput in = directory.openInput("lists", IOContext.DEFAULT)) {
        PostingLists lists = new PostingLists(in, maxDoc);
        boolean whole = true;
        for (int way = 0; way < 4; way++) {
          try {
            read(lists.postings(entry, null), way, maxDoc);
          } catch (CorruptIndexException | EOFException expected) {
            whole = false;
          }
        }
        try {
          // Bits that were set before damage is noticed are within the segment, too.
          lists.collect(entry, new Bits(new FixedBitSet(maxDoc)));
          if (TermEntry.isRun(entry) == false) {
            lists.collect(new long[] {entry}, 1, new Bits(new FixedBitSet(maxDoc)));
          }
        } catch (CorruptIndexException | EOFException expected) {
          whole = false;
        }
        return whole;
      }
    }
  }

  /** Takes documents as bits wherever it can. */
  private record Bits(FixedBitSet bits) implements DocSink {
    @Override
    public void run(int start, int end) {
      bits.set(start, end);
    }

    @Override
    public void docs(int[] docs, int count) {
      for (int i = 0; i < count; i++) {
        bits.set(docs[i]);
      }
    }

    @Override
    public void bitmap(int base, long[] words, int wordCount) {
      for (int w = 0; w < wordCount; w++) {
        bits.getBits()[base / Long.SIZE + w] |= words[w];
      }
    }
  }

  private static void read(PostingsEnum postings, int way, int maxDoc) throws IOException {
    int doc = postings.nextDoc();
    int previous = -1;
    while (doc != DocIdSetIterator.NO_MORE_DOCS) {
      assertTrue(doc + " after " + previous + " of " + maxDoc, doc > previous && doc < maxDoc);
      previous = doc;
      switch (way) {
        case 0 -> doc = postings.nextDoc();
        case 1 -> doc = postings.advance(doc + 1 + random().nextInt(1 + maxDoc / 5));
        case 2 -> {
          int end = postings.docIDRunEnd();
          assertTrue("end=" + end + " doc=" + doc, end > doc && end <= maxDoc);
          doc = postings.advance(end);
        }
        default -> {
          postings.intoBitSet(doc + 1 + maxDoc / 3, new FixedBitSet(maxDoc), 0);
          doc = postings.docID();
        }
      }
    }
  }
}
