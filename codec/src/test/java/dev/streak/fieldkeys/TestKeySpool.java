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
package dev.streak.fieldkeys;

import com.sun.management.ThreadMXBean;
import dev.streak.file.DamagingDirectory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

/** Keys come out of a spool as they went in, however many there are, and few take little memory. */
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // Files are counted.
public class TestKeySpool extends LuceneTestCase {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static KeySpool spool(Directory directory, int maxInMemory, boolean hasRests) {
    return new KeySpool(directory, IOContext.DEFAULT, "_0", maxInMemory, hasRests);
  }

  public void testAnyNumberOfKeys() throws IOException {
    for (int keys : new int[] {0, 1, 15, 16, 17, 32, 33, 4095, 4096, 4097, 4112, 4113, 10_000}) {
      boolean hasRests = random().nextBoolean();
      int maxInMemory = random().nextBoolean() ? keys : TestUtil.nextInt(random(), 1, 10_000);
      try (Directory directory = newDirectory()) {
        try (KeySpool spool = spool(directory, maxInMemory, hasRests)) {
          for (int i = 0; i < keys; i++) {
            spool.add(3L * i, hasRests ? 5L * i : 0, 7L * i);
          }
          assertEquals(keys, spool.size());
          for (int visit = 0; visit < 2; visit++) {
            int[] next = new int[1];
            assertTrue(
                spool.forEach(
                    (key, rest, payload) -> {
                      assertEquals(3L * next[0], key);
                      assertEquals(hasRests ? 5L * next[0] : 0, rest);
                      assertEquals(7L * next[0]++, payload);
                      return true;
                    }));
            assertEquals(keys, next[0]);
          }
        }
        assertEquals(0, directory.listAll().length);
      }
    }
  }

  /**
   * A wrong key would be one that the table does not have, and the table's checksum would be right.
   */
  public void testDamagedTemporaryFile() throws IOException {
    for (boolean hasRests : new boolean[] {false, true}) {
      try (Directory damaging =
          new DamagingDirectory(new ByteBuffersDirectory(), random(), "termkeys")) {
        try (KeySpool spool = spool(damaging, 5, hasRests)) {
          for (int i = 0; i < 50; i++) {
            spool.add(i, 0, 7L * i);
          }
          expectThrows(
              CorruptIndexException.class, () -> spool.forEach((key, rest, payload) -> true));
        }
        assertEquals(0, damaging.listAll().length);
      }
    }
  }

  /** A key is read as often as a table has parts, and no wrong one is ever shown. */
  public void testTemporaryFileThatIsDamagedLater() throws IOException {
    for (boolean hasRests : new boolean[] {false, true}) {
      Directory disk = new ByteBuffersDirectory();
      Directory damaging = new DamagingDirectory(disk, random(), "termkeys");
      AtomicReference<Directory> now = new AtomicReference<>(disk);
      Directory changing =
          new FilterDirectory(disk) {
            @Override
            public IndexInput openInput(String name, IOContext context) throws IOException {
              return now.get().openInput(name, context);
            }
          };
      try (KeySpool spool = spool(changing, 5, hasRests)) {
        for (int i = 0; i < 10_000; i++) {
          spool.add(i, hasRests ? 3L * i : 0, 7L * i);
        }
        KeySpool.Visitor right =
            (key, rest, payload) -> {
              assertEquals(7 * key, payload);
              assertEquals(hasRests ? 3 * key : 0, rest);
              return true;
            };
        assertTrue(spool.forEach(right));
        now.set(damaging);
        CorruptIndexException e =
            expectThrows(CorruptIndexException.class, () -> spool.forEach(right));
        assertTrue(e.getMessage(), e.getMessage().startsWith("sum of keys is "));
      }
    }
  }

  /** An index with thousands of fields of few terms has as many spools in each flush. */
  public void testFewKeysTakeLittleMemory() throws IOException {
    int spools = 1_000;
    long before = allocated();
    for (int i = 0; i < spools; i++) {
      try (KeySpool spool = spool(null, KeySpool.DEFAULT_MAX_IN_MEMORY, true)) {
        spool.add(i, i, i);
      }
    }
    long bytes = (allocated() - before) / spools;
    assertTrue("a spool of one key took " + bytes + " bytes", bytes < 4096);
  }

  private static long allocated() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().threadId());
  }
}
