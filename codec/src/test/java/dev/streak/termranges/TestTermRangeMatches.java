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
package dev.streak.termranges;

import com.sun.management.ThreadMXBean;
import dev.streak.codec.StreakCodec;
import dev.streak.docset.MatchingDocs;
import dev.streak.field.DocSink;
import dev.streak.field.EntryRange;
import dev.streak.field.FilterStreakTerms;
import dev.streak.field.LeafTerms;
import dev.streak.field.StreakTerms;
import dev.streak.leaf.PassingLeafReader;
import dev.streak.search.SharedIndexTestCase;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.BytesRef;
import org.junit.BeforeClass;

/** What it takes to find the documents of many terms. */
public class TestTermRangeMatches extends SharedIndexTestCase {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final int DOCS = 60_000;

  /** Each of two documents that are not next to each other. */
  private static final int TAGS = DOCS / 2;

  /** Terms that tell what they are asked for, and fail when they are told to. */
  private static final class Watched extends FilterStreakTerms {
    private int ranges;
    private int mostLists;
    private int readsBeforeFailure = Integer.MAX_VALUE;

    Watched(StreakTerms in) {
      super(in);
    }

    @Override
    public EntryRange entries(BytesRef from, BytesRef to) throws IOException {
      ranges++;
      EntryRange range = super.entries(from, to);
      return entries -> {
        if (readsBeforeFailure-- == 0) {
          throw new IOException("told to fail");
        }
        return range.next(entries);
      };
    }

    @Override
    public void collect(long[] lists, int count, DocSink sink) throws IOException {
      mostLists = Math.max(mostLists, count);
      super.collect(lists, count, sink);
    }
  }

  @BeforeClass
  public static void index() throws IOException {
    // A mock of a directory would be checked once more, which takes longer than the tests.
    directory = new MMapDirectory(createTempDir());
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < DOCS; i++) {
        Document document = new Document();
        document.add(new StringField("key", number(i * 7919 % DOCS), Field.Store.NO));
        document.add(new StringField("tag", number(i % TAGS), Field.Store.NO));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    reader = DirectoryReader.open(directory);
  }

  private static Watched watched(String field) throws IOException {
    return new Watched((StreakTerms) getOnlyLeafReader(reader).terms(field));
  }

  private static TermRangeMatches matches(Watched watched, String field, int from, int to)
      throws IOException {
    LeafReader leaf =
        new PassingLeafReader(getOnlyLeafReader(reader)) {
          @Override
          public Terms terms(String name) {
            return watched;
          }
        };
    BytesRef lower = new BytesRef(number(from));
    TermRange range = TermRange.of(lower, true, new BytesRef(number(to)), false);
    return TermRangeMatches.of(TermRangeWalk.of(LeafTerms.of(leaf, field), range), null, DOCS);
  }

  /** Terms that were gone through to find out what a range costs are not gone through again. */
  public void testRangeIsEnumeratedOnce() throws IOException {
    for (String field : new String[] {"key", "tag"}) {
      Watched watched = watched(field);
      MatchingDocs docs = matches(watched, field, 100, 20_100).docs();
      assertEquals(field.equals("key") ? 20_000 : 40_000, docs.cardinality());
      assertEquals(1, watched.ranges);
    }
  }

  /** Where reads fail, nothing is left out by whoever asks again. */
  public void testBeginsAnewAfterAFailure() throws IOException {
    for (String field : new String[] {"key", "tag"}) {
      Watched watched = watched(field);
      TermRangeMatches matches = matches(watched, field, 100, 20_100);
      watched.readsBeforeFailure = random().nextInt(15);
      expectThrows(IOException.class, matches::docs);
      assertEquals(field.equals("key") ? 20_000 : 40_000, matches.docs().cardinality());
      assertEquals(2, watched.ranges);
    }
  }

  /** Between two unions of lists there is a look at the time; their entries take memory. */
  public void testFewListsAreUnitedAtATime() throws IOException {
    Watched watched = watched("tag");
    assertEquals(DOCS, matches(watched, "tag", 0, TAGS).docs().cardinality());
    assertTrue("lists=" + watched.mostLists, watched.mostLists <= DOCS / 64);
  }

  public void testTakesLittleMemory() throws IOException {
    for (String field : new String[] {"key", "tag"}) {
      for (int terms : new int[] {2_000, 5_000, TAGS}) {
        // Once before, as classes take memory when they are used first.
        allocated(field, terms);
        long bytes = allocated(field, terms);
        long most = 8L * terms + DOCS / 8 + 100_000;
        assertTrue(field + ", " + terms + ": bytes=" + bytes + " most=" + most, bytes <= most);
      }
    }
  }

  private static long allocated(String field, int terms) throws IOException {
    Watched watched = watched(field);
    long thread = Thread.currentThread().threadId();
    long before = THREADS.getThreadAllocatedBytes(thread);
    matches(watched, field, 0, terms).docs();
    return THREADS.getThreadAllocatedBytes(thread) - before;
  }
}
