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
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** A dictionary that cannot be chosen costs disk, and no documents. */
public class TestFailedChoice extends LuceneTestCase {
  private static final ZstdSettings SETTINGS = ZstdSettings.DEFAULT.withDictionaryBytes(1 << 14);
  private static final String TRAINING = "what training a dictionary takes";

  /** Enough for a dictionary. */
  private static final int DOCS = 6_500;

  /** Held: a logger without references may be collected, with its settings. */
  private final Logger logger = Logger.getLogger(ZstdDictionaryStore.LOGGER);

  private final List<LogRecord> lines = Collections.synchronizedList(new ArrayList<>());
  private Level before;

  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          lines.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @Override
  public void setUp() throws Exception {
    super.setUp();
    before = logger.getLevel();
    logger.setLevel(Level.INFO);
    logger.setUseParentHandlers(false);
    logger.addHandler(handler);
  }

  @Override
  public void tearDown() throws Exception {
    NativeObjects.setGate(null);
    logger.removeHandler(handler);
    logger.setUseParentHandlers(true);
    logger.setLevel(before);
    super.tearDown();
    HeldMemory.awaitNone();
  }

  private static IndexWriter writer(Directory directory) throws IOException {
    return ZstdTestCodec.unmergedWriter(directory, SETTINGS);
  }

  /** Documents with words of their own. */
  private static void add(IndexWriter writer, int words) throws IOException {
    Random random = new Random(words);
    String[] lines = new String[60];
    for (int i = 0; i < lines.length; i++) {
      StringBuilder line = new StringBuilder();
      for (int word = 0; word < 40; word++) {
        line.append(Long.toString(random.nextLong() >>> 30, 36)).append(' ');
      }
      lines[i] = line.toString();
    }
    for (int id = 0; id < DOCS; id++) {
      Document document = new Document();
      document.add(new StoredField("line", lines[random.nextInt(lines.length)] + id));
      writer.addDocument(document);
    }
  }

  /** Returns the number of dictionaries of each segment. */
  private static List<Integer> checkAll(Directory directory, int docs) throws IOException {
    List<Integer> dictionaries = new ArrayList<>();
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      assertEquals(docs, reader.numDocs());
      for (int doc = 0; doc < docs; doc++) {
        String line = reader.storedFields().document(doc).get("line");
        assertEquals(Integer.toString(doc % DOCS), line.substring(line.lastIndexOf(' ') + 1));
      }
      for (var leaf : reader.leaves()) {
        var fields = ((CodecReader) leaf.reader()).getFieldsReader();
        dictionaries.add(((ZstdStoredFieldsReader) fields).dictionaries().all().size());
      }
    }
    return dictionaries;
  }

  public void testNoMemoryToTrain() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      NativeObjects.setGate(wanted -> !wanted.equals(TRAINING));
      try (IndexWriter writer = writer(directory)) {
        for (int segment = 0; segment < 2; segment++) {
          add(writer, segment);
          writer.commit();
        }
        NativeObjects.setGate(null);
        add(writer, 2);
      }
      assertEquals(List.of(0, 0, 1), checkAll(directory, 3 * DOCS));
    }
    assertEquals(1, lines.size());
    assertEquals(Level.WARNING, lines.get(0).getLevel());
    String message = lines.get(0).getMessage();
    assertTrue(message, message.contains("stored fields of segment _0, "));
    assertTrue(message, message.contains("Zstandard could not make " + TRAINING));
    assertNull(lines.get(0).getThrown());
  }

  /** Where documents have changed and there is no memory for another one, the first one stays. */
  public void testGoesOnWithTheDictionaryThatThereIs() throws IOException {
    AtomicInteger trained = new AtomicInteger();
    NativeObjects.setGate(wanted -> !wanted.equals(TRAINING) || trained.getAndIncrement() == 0);
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer = writer(directory)) {
        add(writer, 0);
        add(writer, 1);
      }
      NativeObjects.setGate(null);
      assertEquals(List.of(1), checkAll(directory, 2 * DOCS));
    }
    assertEquals(1, lines.size());
  }

  /** A damaged dictionary of one segment is none of the next one's business. */
  public void testDamagedDictionaryOfAnotherSegment() throws IOException {
    byte[] magic = {0x37, (byte) 0xA4, 0x30, (byte) 0xEC};
    PackedDictionary damaged =
        PackedDictionary.pack(Arrays.copyOf(magic, SETTINGS.dictionaryBytes()));
    try (Directory directory = new ByteBuffersDirectory()) {
      ZstdDictionary dictionary = ZstdDictionary.share(damaged);
      ZstdDictionaryStore.of(directory).found(dictionary, SETTINGS.dictionaryBytes());
      dictionary.release();
      try (IndexWriter writer = writer(directory)) {
        add(writer, 0);
      }
      assertEquals(List.of(1), checkAll(directory, DOCS));
    }
    assertEquals(List.of(), lines);
  }

  /** With assertions, as here, no test can miss a bug. */
  public void testBugIsFound() throws IOException {
    expectFailure(AssertionError.class, new IndexOutOfBoundsException("thrown by the gate"));
  }

  public void testHeapIsFull() throws IOException {
    expectFailure(OutOfMemoryError.class, new OutOfMemoryError("thrown by the gate"));
  }

  private void expectFailure(Class<? extends Throwable> expected, Throwable thrown)
      throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      NativeObjects.setGate(throwing(thrown));
      try (IndexWriter writer = writer(directory)) {
        Throwable failure =
            expectThrows(
                expected,
                () -> {
                  add(writer, 0);
                  writer.commit();
                });
        assertTrue("" + failure, failure.toString().contains("thrown by the gate"));
        NativeObjects.setGate(null);
        writer.rollback();
      }
    }
    assertEquals(List.of(), lines);
  }

  private static NativeObjects.Gate throwing(Throwable thrown) {
    return wanted -> {
      if (wanted.equals(TRAINING)) {
        if (thrown instanceof Error error) {
          throw error;
        }
        throw (RuntimeException) thrown;
      }
      return true;
    };
  }

  /** As users run it: a bug costs them no documents. Needs a process without assertions. */
  public void testBugWithoutAssertions() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    assertEquals(output, 0, process.exitValue());
    assertTrue(output, output.contains("IndexOutOfBoundsException: thrown by the gate"));
    assertTrue(output, output.contains("\tat dev.streak.compression."));
  }

  /** Writes and reads a segment while choices fail. */
  public static final class Child {
    private Child() {}

    /** Fails if documents are not there. */
    public static void main(String[] args) throws IOException {
      try (Directory directory = new ByteBuffersDirectory()) {
        NativeObjects.setGate(throwing(new IndexOutOfBoundsException("thrown by the gate")));
        try (IndexWriter writer = writer(directory)) {
          add(writer, 0);
        }
        if (!checkAll(directory, DOCS).equals(List.of(0))) {
          throw new IllegalStateException("a dictionary all the same");
        }
      }
    }
  }
}
