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
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.codecs.TermVectorsWriter;
import org.apache.lucene.codecs.compressing.Compressor;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/**
 * Where an interrupt breaks a flush, Lucene may drop writers and not close them: what they hold
 * outside the heap goes when they are collected. Closing gives it back at once, and once only.
 */
public class TestDroppedWriters extends LuceneTestCase {
  private static final NativeMemory.Held NOTHING = new NativeMemory.Held(0, 0, 0, 0, 0);

  private static final FieldInfo FIELD = MadeSegment.field("f", 0);

  /** More than may wait for a dictionary, so that there is one. */
  private static final int MOST_DOCUMENTS = 100_000;

  @Override
  public void tearDown() throws Exception {
    NativeObjects.setGate(null);
    assertNothingIsHeld();
    super.tearDown();
  }

  private static void assertNothingIsHeld() {
    assertEquals(NOTHING, NativeMemory.held());
    assertEquals(0, ZstdDictionary.sharedCount());
  }

  private static void assertNothingIsHeldAfterCollection() throws InterruptedException {
    for (int i = 0; i < 500 && HeldMemory.isSomethingHeld(); i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertNothingIsHeld();
  }

  private static ZstdStoredFieldsWriter storedFields(Directory directory) throws IOException {
    ZstdStoredFieldsWriter writer =
        new ZstdStoredFieldsWriter(
            directory,
            MadeSegment.of(directory, MOST_DOCUMENTS),
            IOContext.DEFAULT,
            ZstdSettings.DEFAULT);
    for (int id = 0; id < MOST_DOCUMENTS && writer.blocks().dictionary() == null; id++) {
      writer.startDocument();
      writer.writeField(FIELD, Documents.record(random(), id));
      writer.finishDocument();
    }
    assertEquals(1, NativeMemory.held().compressionContexts());
    assertTrue(NativeMemory.held().compressionDictionaries() > 0);
    assertEquals(1, ZstdDictionary.sharedCount());
    return writer;
  }

  private static TermVectorsWriter termVectors(Directory directory) throws IOException {
    int documents = 1000;
    TermVectorsWriter writer =
        new ZstdTermVectorsFormat()
            .vectorsWriter(directory, MadeSegment.of(directory, documents), IOContext.DEFAULT);
    for (int id = 0; id < documents; id++) {
      writer.startDocument(1);
      writer.startField(FIELD, 1, false, false, false);
      writer.startTerm(new BytesRef(Documents.record(random(), id)), 1);
      writer.finishTerm();
      writer.finishField();
      writer.finishDocument();
    }
    assertEquals(1, NativeMemory.held().compressionContexts());
    return writer;
  }

  private static Compressor compressor() throws IOException {
    Compressor compressor = ZstdCompressionMode.of(3).newCompressor();
    ByteBuffersDataOutput plain = new ByteBuffersDataOutput();
    plain.writeString(Documents.record(random(), 0));
    compressor.compress(plain.toDataInput(), new ByteBuffersDataOutput());
    assertEquals(1, NativeMemory.held().compressionContexts());
    return compressor;
  }

  /** A dictionary that only the caller has retained. */
  private static ZstdDictionary dictionary() throws IOException {
    byte[] bytes = new byte[ZstdSettings.MIN_DICTIONARY_BYTES];
    random().nextBytes(bytes);
    return ZstdDictionary.share(PackedDictionary.pack(bytes));
  }

  public void testStoredFieldsAreDropped() throws Exception {
    try (Directory directory = new ByteBuffersDirectory()) {
      assertNotNull(storedFields(directory));
      assertNothingIsHeldAfterCollection();
    }
  }

  public void testTermVectorsAreDropped() throws Exception {
    try (Directory directory = new ByteBuffersDirectory()) {
      assertNotNull(termVectors(directory));
      assertNothingIsHeldAfterCollection();
    }
  }

  /** Lucene's own writer of term vectors never closes its compressor. */
  public void testCompressorIsDropped() throws Exception {
    assertNotNull(compressor());
    assertNothingIsHeldAfterCollection();
  }

  /** A cleaner has a thread, which a process at its limit does not get. */
  public void testWithoutAThread() throws Exception {
    assertNull(
        DroppedOwners.make(
            () -> {
              throw new OutOfMemoryError("unable to create native thread");
            }));
    AtomicInteger givenBack = new AtomicInteger();
    Cleaner.Cleanable cleanable =
        DroppedOwners.register(null, new Object(), givenBack::incrementAndGet);
    assertEquals(0, givenBack.get());
    cleanable.clean();
    cleanable.clean();
    assertEquals(1, givenBack.get());
    assertNotNull("tried anew", DroppedOwners.make(Cleaner::create));
  }

  /** The thread that chooses may be ready before its owner is dropped, or after. */
  public void testChoiceIsDropped() throws Exception {
    for (boolean before : new boolean[] {true, false}) {
      try (Directory directory = new ByteBuffersDirectory()) {
        List<Runnable> later = new ArrayList<>();
        assertNotNull(choice(directory, before ? Runnable::run : later::add));
        assertEquals(before ? 1 : 0, ZstdDictionary.sharedCount());
        System.gc();
        later.forEach(Runnable::run);
        later.clear();
        assertNothingIsHeldAfterCollection();
      }
    }
  }

  /**
   * A choice that is closed before its thread begins ends at once; one that is over is released.
   */
  public void testChoiceIsClosed() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    for (boolean before : new boolean[] {true, false}) {
      try (Directory directory = new ByteBuffersDirectory()) {
        List<Runnable> later = new ArrayList<>();
        ZstdDictionaryChoice choice = choice(directory, before ? Runnable::run : later::add);
        NativeObjects.setGate(wanted -> asked.incrementAndGet() > 0);
        choice.close();
        choice.close();
        later.forEach(Runnable::run);
        assertTrue(choice.isDone());
        assertNothingIsHeld();
        NativeObjects.setGate(null);
      }
    }
    assertEquals("a context of the one that was not over", 1, asked.get());
  }

  private static ZstdDictionaryChoice choice(Directory directory, Executor beside) {
    Random random = new Random(random().nextLong());
    List<byte[]> sample = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      StringBuilder block = new StringBuilder();
      for (int record = 0; record < 20; record++) {
        block.append(Documents.record(random, record));
      }
      sample.add(new BytesRef(block).bytes);
    }
    ZstdSettings settings = ZstdSettings.DEFAULT.withDictionaryBytes(1 << 14);
    return new ZstdDictionaryChoice(ZstdDictionaryStore.of(directory), sample, settings, beside);
  }

  /** Nobody waits for the collector, and nobody loses what is his. */
  public void testClosedTwice() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      ZstdStoredFieldsWriter writer = storedFields(directory);
      ZstdDictionary dictionary = writer.blocks().dictionary().retain();
      writer.close();
      writer.close();
      assertEquals(0, NativeMemory.held().compressionContexts());
      assertEquals(1, ZstdDictionary.sharedCount());
      dictionary.release();
    }
    assertNothingIsHeld();
    try (Directory directory = new ByteBuffersDirectory();
        Directory another = new ByteBuffersDirectory();
        TermVectorsWriter open = termVectors(another)) {
      TermVectorsWriter writer = termVectors(directory);
      Compressor compressor = compressor();
      for (int i = 0; i < 3; i++) {
        writer.close();
        compressor.close();
        assertEquals(1, NativeMemory.held().compressionContexts());
      }
      assertNotNull(open);
    }
  }

  public void testCompressorThatCannotBeMade() throws IOException {
    ZstdDictionary dictionary = dictionary();
    for (NativeMemory.Kind refused :
        List.of(NativeMemory.Kind.COMPRESSION_CONTEXT, NativeMemory.Kind.COMPRESSION_DICTIONARY)) {
      NativeObjects.setGate(wanted -> !wanted.equals(refused.title()));
      expectThrows(NativeMemoryException.class, () -> new FrameCompressor(3, dictionary));
      assertEquals(NOTHING, NativeMemory.held());
      assertEquals(1, ZstdDictionary.sharedCount());
    }
    dictionary.release();
  }

  /** Who closes is told, once. */
  public void testFailureToFree() throws IOException {
    ZstdDictionary dictionary = dictionary();
    FrameCompressor compressor = new FrameCompressor(3, dictionary);
    dictionary.release();
    // Not ours to give back.
    dictionary.release();
    AssertionError e = expectThrows(AssertionError.class, compressor::close);
    assertEquals("references=-1", e.getMessage());
    compressor.close();
  }
}
