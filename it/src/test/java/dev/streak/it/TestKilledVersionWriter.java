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
package dev.streak.it;

import dev.streak.keyvalue.Batch;
import dev.streak.keyvalue.BatchReader;
import dev.streak.keyvalue.Column;
import dev.streak.keyvalue.KeyTables;
import dev.streak.versions.ReaderLease;
import dev.streak.versions.VersionedReaders;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** A writer of versions is killed between commits or in one: what is found is one version. */
public class TestKilledVersionWriter extends LuceneTestCase {

  private static final int KILLS = TEST_NIGHTLY ? 40 : 3;
  private static final String COMMITTED = "committed ";

  public void testWholeVersionsAreLeft() throws Exception {
    Path folder = createTempDir("versions");
    long known = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      known = writeAndKill(folder, known + 1);
      try (Directory directory = FSDirectory.open(folder);
          VersionedReaders readers = new VersionedReaders(directory, 1);
          ReaderLease lease = readers.acquire()) {
        assertTrue(lease.version() + " of " + known, lease.version() >= known);
        assertHolds(lease, lease.batches("key"));
        KeyTables tables = KeyTables.build(lease.reader(), "key", 1 << 20);
        assertHolds(lease, new BatchReader(tables));
        known = lease.version();
      }
    }
  }

  /** Returns the last version that the writer said to have committed. */
  private static long writeAndKill(Path folder, long version) throws Exception {
    String seed = Long.toString(random().nextLong());
    try (ChildJvm child =
        ChildJvm.ofTests(
            List.of(), KilledVersionWriter.class, folder.toString(), "" + version, seed)) {
      long last = 0;
      for (int commits = 1 + random().nextInt(5); commits > 0; commits--) {
        last = nextCommitted(child);
      }
      Thread.sleep(random().nextInt(50));
      child.kill();
      for (String line : child.drain()) {
        last = line.startsWith(COMMITTED) ? version(line) : last;
      }
      return last;
    }
  }

  /** Goes past what Lucene logs. */
  private static long nextCommitted(ChildJvm child) throws Exception {
    String line = "";
    while (line.startsWith(COMMITTED) == false) {
      line = child.nextLine(2, TimeUnit.MINUTES);
      assertNotNull("the writer says nothing; it lives: " + child.isAlive(), line);
    }
    return version(line);
  }

  private static long version(String line) {
    return Long.parseLong(line.substring(COMMITTED.length()));
  }

  private static void assertHolds(ReaderLease lease, BatchReader reader) throws Exception {
    long[] keys = LongStream.rangeClosed(0, KilledVersionWriter.KEYS).toArray();
    Batch batch = reader.get(keys, Column.longs("value"));
    for (int key = 0; key < KilledVersionWriter.KEYS; key++) {
      assertEquals(
          lease.version() * KilledVersionWriter.KEYS + key, batch.longs("value").valueOr(key, -1));
    }
    assertFalse(batch.isFound(KilledVersionWriter.KEYS));
  }
}
