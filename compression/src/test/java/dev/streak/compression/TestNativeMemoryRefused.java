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
package dev.streak.compression;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LogDocMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/**
 * Every allocation outside the heap that writing, merging and reading make fails once: whoever
 * asked is told, what was committed stays, and nothing is left behind.
 */
public class TestNativeMemoryRefused extends LuceneTestCase {
  private static final NativeMemory.Held NOTHING = new NativeMemory.Held(0, 0, 0, 0, 0);
  private static final ZstdSettings SETTINGS = ZstdSettings.DEFAULT.withDictionaryBytes(1 << 13);

  /** Enough for a segment to have a dictionary of its own. */
  private static final int DOCS = 700;

  private static final int RECORDS = 10;

  /** Refuses the n-th allocation, counted from 1, and remembers what was asked for. */
  private static final class RefusingGate implements NativeObjects.Gate {
    private final int refused;
    private final AtomicInteger asked = new AtomicInteger();
    private final Set<String> wanted = new TreeSet<>();

    /** Whether what was refused is a dictionary's choice, without which a writer goes on. */
    private boolean refusedChoice;

    RefusingGate(int refused) {
      this.refused = refused;
    }

    @Override
    public synchronized boolean admits(String what) {
      wanted.add(what);
      if (asked.incrementAndGet() != refused) {
        return true;
      }
      refusedChoice = isChoice();
      return false;
    }

    private static boolean isChoice() {
      String store = ZstdDictionaryStore.class.getName();
      return StackWalker.getInstance()
          .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(store)));
    }

    boolean hasRefused() {
      return asked.get() >= refused;
    }
  }

  @Override
  public void tearDown() throws Exception {
    NativeObjects.setGate(null);
    super.tearDown();
  }

  /** How far the scenario came. */
  private static final class Progress {
    int committed;
    boolean reading;
  }

  private static IndexWriterConfig config() {
    LogDocMergePolicy policy = new LogDocMergePolicy();
    policy.setMergeFactor(2);
    return new IndexWriterConfig(null)
        .setCodec(new ZstdTestCodec(SETTINGS))
        .setMergePolicy(policy)
        .setMergeScheduler(new SerialMergeScheduler());
  }

  private static String records(int id) {
    Random random = new Random(id);
    StringBuilder records = new StringBuilder();
    for (int i = 0; i < RECORDS; i++) {
      records.append(Documents.record(random, id));
    }
    return records.toString();
  }

  private static Document document(int id) {
    Document document = new Document();
    FieldType withVectors = new FieldType(StringField.TYPE_STORED);
    withVectors.setStoreTermVectors(true);
    document.add(new Field("id", Integer.toString(id), withVectors));
    document.add(new StoredField("records", records(id)));
    return document;
  }

  /** Two commits, a deletion, a merge of all, and reading. */
  private static void scenario(Directory directory, Progress progress) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, config())) {
      for (int part = 1; part <= 2; part++) {
        for (int id = progress.committed; id < part * DOCS; id++) {
          writer.addDocument(document(id));
        }
        writer.commit();
        progress.committed = part * DOCS;
      }
      writer.deleteDocuments(new Term("id", "0"));
      writer.forceMerge(1);
    }
    progress.reading = true;
    check(directory, 2 * DOCS);
  }

  /** Every tenth document and some term vectors are what they were. */
  private static void check(Directory directory, int docs) throws IOException {
    if (docs == 0) {
      return;
    }
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      StoredFields storedFields = reader.storedFields();
      int seen = 0;
      for (int doc = 0; doc < reader.maxDoc(); doc += 10) {
        int id = Integer.parseInt(storedFields.document(doc).get("id"));
        assertEquals(records(id), storedFields.document(doc).get("records"));
        seen++;
      }
      assertTrue("seen=" + seen, seen >= docs / 10);
      assertNotNull(reader.termVectors().get(0));
    }
  }

  private static NativeMemoryException find(Throwable thrown) {
    Set<Throwable> causes = new LinkedHashSet<>();
    for (Throwable t = thrown; t != null && causes.add(t); t = t.getCause()) {
      if (t instanceof NativeMemoryException refused) {
        return refused;
      }
    }
    return null;
  }

  public void testEveryAllocationFailsOnce() throws IOException {
    Set<String> wanted = new TreeSet<>();
    int n = 0;
    int choices = 0;
    boolean refused = true;
    while (refused) {
      n++;
      RefusingGate gate = new RefusingGate(n);
      Progress progress = new Progress();
      Throwable thrown = null;
      try (Directory directory = new ByteBuffersDirectory()) {
        NativeObjects.setGate(gate);
        try {
          scenario(directory, progress);
        } catch (IOException | IllegalStateException e) {
          thrown = e;
        } finally {
          NativeObjects.setGate(null);
        }
        wanted.addAll(gate.wanted);
        refused = gate.hasRefused();
        boolean fails = refused && !gate.refusedChoice;
        choices += gate.refusedChoice ? 1 : 0;
        assertEquals("n=" + n + ": " + thrown, fails, thrown != null);
        if (fails) {
          NativeMemoryException reported = find(thrown);
          assertNotNull("n=" + n, reported);
          String message = reported.getMessage();
          assertTrue(message, message.contains(" bytes outside the Java heap"));
          assertTrue(message, message.contains("Held now: Held[bytes="));
        }
        HeldMemory.awaitNone();
        // What was committed is there, and the index can be written as if nothing had been.
        if (progress.committed > 0) {
          TestUtil.checkIndex(directory);
          check(directory, progress.committed - 1);
        }
        assertEquals("n=" + n, NOTHING, NativeMemory.held());
      }
    }
    assertTrue("allocations: " + n + " of " + wanted, n - choices > 10);
    assertTrue("choices: " + choices, choices > 5);
    assertEquals("" + wanted, 6, wanted.size());
  }

  /** A reader that was refused once reads on when there is memory again. */
  public void testReaderReadsOn() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      scenario(directory, new Progress());
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        StoredFields storedFields = reader.storedFields();
        int doc = random().nextInt(reader.maxDoc());
        // First the context, then the dictionary.
        for (int n = 1; n <= 2; n++) {
          NativeObjects.setGate(new RefusingGate(n));
          expectThrows(NativeMemoryException.class, () -> storedFields.document(doc));
          assertEquals(0, NativeMemory.held().decompressionContexts());
        }
        NativeObjects.setGate(null);
        assertNotNull(storedFields.document(doc).get("id"));
      }
      assertEquals(NOTHING, NativeMemory.held());
    }
  }
}
