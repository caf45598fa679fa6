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

import dev.streak.coldreads.PrefetchRecorder;
import dev.streak.docset.DocUnion;
import dev.streak.field.TermEntry;
import dev.streak.listblock.ListEncoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Lists on slow storage are announced before they are read. */
public class TestAnnouncedLists extends LuceneTestCase {

  private static final int LISTS = 300;
  private static final int DOCS = 100;
  private static final int MAX_DOC = 1_000_000;

  private final List<PrefetchRecorder.Range> announced = new ArrayList<>();
  private long[] entries;
  private long fileLength;

  @FunctionalInterface
  private interface Reading {
    void read(PostingLists lists) throws IOException;
  }

  /** Does something with lists, each read of which waits, while it is noted what is announced. */
  private void check(Reading reading) throws IOException {
    try (Directory directory = newDirectory()) {
      entries = new long[LISTS];
      try (IndexOutput out = directory.createOutput("lists", IOContext.DEFAULT)) {
        CodecUtil.writeHeader(out, "test", 0);
        ListEncoder encoder = new ListEncoder();
        for (int i = 0; i < LISTS; i++) {
          encoder.start(out);
          for (int doc = 0; doc < DOCS; doc++) {
            encoder.add(i + doc * (MAX_DOC / DOCS));
          }
          entries[i] = encoder.finish();
        }
        CodecUtil.writeFooter(out);
      }
      try (IndexInput in = directory.openInput("lists", IOContext.DEFAULT)) {
        fileLength = in.length();
        reading.read(new PostingLists(new Waiting(new PrefetchRecorder(in, announced)), MAX_DOC));
      }
    }
  }

  private boolean isAnnounced(int list) {
    long start = TermEntry.pointer(entries[list]);
    long end = list + 1 < LISTS ? TermEntry.pointer(entries[list + 1]) : fileLength - 16;
    return announced.stream().anyMatch(part -> part.covers(start, end));
  }

  private void checkAllAreAnnounced() {
    for (int i = 0; i < LISTS; i++) {
      assertTrue("list " + i, isAnnounced(i));
    }
  }

  public void testListsThatAreCollected() throws IOException {
    check(
        lists -> {
          DocUnion union = new DocUnion(MAX_DOC, LISTS);
          union.expectScattered((long) LISTS * DOCS);
          lists.collect(entries, LISTS, union);
          assertEquals(LISTS * DOCS, union.build().cardinality());
          checkAllAreAnnounced();
        });
  }

  public void testListsThatAreCounted() throws IOException {
    check(
        lists -> {
          assertEquals(LISTS * DOCS, lists.docFreq(entries, LISTS));
          checkAllAreAnnounced();
        });
  }

  /** Before the first of them is read. */
  public void testAFewLists() throws IOException {
    check(
        lists -> {
          long[] few = Arrays.copyOf(entries, 10);
          assertEquals(10 * DOCS, lists.docFreq(few, few.length));
          for (int i = 0; i < few.length; i++) {
            assertEquals(TermEntry.pointer(few[i]), announced.get(i).from());
          }
        });
  }

  public void testAListThatIsReadByItself() throws IOException {
    check(
        lists -> {
          PostingsEnum docs = lists.postings(entries[7], null);
          assertTrue(isAnnounced(7));
          assertEquals(7, docs.nextDoc());
          assertFalse(isAnnounced(LISTS - 1));
          assertEquals(DOCS, lists.docFreq(entries[LISTS - 1]));
          assertTrue(isAnnounced(LISTS - 1));
        });
  }

  /** A file of which each read takes longer than any read of memory. */
  private static final class Waiting extends FilterIndexInput {
    Waiting(IndexInput in) {
      super("waiting " + in, in);
    }

    private static void sleep() {
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public byte readByte() throws IOException {
      sleep();
      return in.readByte();
    }

    @Override
    public void prefetch(long offset, long length) throws IOException {
      in.prefetch(offset, length);
    }

    @Override
    public IndexInput slice(String description, long offset, long length) throws IOException {
      return in.slice(description, offset, length);
    }

    @Override
    public Waiting clone() {
      return new Waiting(in.clone());
    }
  }
}
