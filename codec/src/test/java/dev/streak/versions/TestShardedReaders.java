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
package dev.streak.versions;

import dev.streak.codec.StreakCodec;
import dev.streak.file.FileBytes;
import dev.streak.keyvalue.Batch;
import dev.streak.keyvalue.BatchReader;
import dev.streak.keyvalue.Column;
import dev.streak.keyvalue.KeyTables;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.IOUtils;
import org.apache.lucene.util.NamedThreadFactory;

public class TestShardedReaders extends LuceneTestCase {

  private static final int SHARDS = 3;
  private static final int KEYS = 60;

  private final List<Directory> directories = new ArrayList<>();
  private final List<IndexWriter> writers = new ArrayList<>();

  @Override
  public void setUp() throws Exception {
    super.setUp();
    for (int shard = 0; shard < SHARDS; shard++) {
      Directory directory = newDirectory();
      directories.add(directory);
      writers.add(new IndexWriter(directory, newIndexWriterConfig().setCodec(new StreakCodec())));
      write(shard, 1);
    }
  }

  @Override
  public void tearDown() throws Exception {
    IOUtils.close(writers);
    IOUtils.close(directories);
    super.tearDown();
  }

  /** Each version deletes other keys than the one before. */
  private static boolean isDeleted(int key, long version) {
    return (key + version) % 7 == 0;
  }

  /** Key {@code k} is in shard {@code k % SHARDS} and carries its version and a sum. */
  private void write(int shard, long version) throws Exception {
    IndexWriter writer = writers.get(shard);
    for (int key = shard; key < KEYS; key += SHARDS) {
      if (isDeleted(key, version)) {
        writer.deleteDocuments(new Term("key", Integer.toString(key)));
        continue;
      }
      Document document = new Document();
      document.add(new StringField("key", Integer.toString(key), Field.Store.NO));
      document.add(new NumericDocValuesField("version", version));
      document.add(new NumericDocValuesField("sum", version * 1000 + key));
      writer.updateDocument(new Term("key", Integer.toString(key)), document);
    }
    VersionedReaders.setVersion(writer, version);
    writer.commit();
  }

  private ShardedReaders open(int keep) throws Exception {
    return new ShardedReaders(openShards(keep));
  }

  private Map<String, VersionedReaders> openShards(int keep) throws Exception {
    Map<String, VersionedReaders> shards = new LinkedHashMap<>();
    for (int shard = 0; shard < SHARDS; shard++) {
      shards.put("shard-" + shard, new VersionedReaders(directories.get(shard), keep));
    }
    return shards;
  }

  /** Who has a lease must not close its reader; if he does, nobody may wait for ever. */
  public void testReadersThatWereClosedByMistake() throws Exception {
    for (boolean ofShard : new boolean[] {false, true}) {
      Map<String, VersionedReaders> shards = openShards(2);
      try (ShardedReaders readers = new ShardedReaders(shards)) {
        ReaderLease lease = ofShard ? shards.get("shard-1").acquire() : readers.acquire();
        lease.reader().close();
        lease.close();
        for (ThrowingRunnable again :
            List.<ThrowingRunnable>of(readers::acquire, () -> readers.acquire(1))) {
          AlreadyClosedException e = expectThrows(AlreadyClosedException.class, again);
          String message = "reader of version 1 is closed, must be open: close leases, and not ";
          assertTrue(e.getMessage(), e.getMessage().startsWith(message));
        }
      }
    }
  }

  private static long[] keys() {
    long[] keys = new long[KEYS + 1];
    for (int i = 0; i <= KEYS; i++) {
      keys[i] = i;
    }
    return keys;
  }

  private static long assertOneVersion(ReaderLease lease) throws Exception {
    long version = lease.version();
    KeyTables tables = KeyTables.build(lease.reader(), "key", 1 << 20);
    for (BatchReader reader : List.of(lease.batches("key"), new BatchReader(tables))) {
      Batch batch = reader.get(keys(), Column.longs("version"), Column.longs("sum"));
      for (int key = 0; key < KEYS; key++) {
        assertEquals("key " + key, isDeleted(key, version) == false, batch.isFound(key));
        if (batch.isFound(key)) {
          assertEquals(version, batch.longs("version").value(key));
          assertEquals(version * 1000 + key, batch.longs("sum").value(key));
        }
      }
      assertFalse(batch.isFound(KEYS));
    }
    return version;
  }

  public void testTheNewestCommonVersionAnswers() throws Exception {
    Map<String, VersionedReaders> shards = openShards(2);
    try (ShardedReaders readers = new ShardedReaders(shards)) {
      for (int shard = 0; shard < SHARDS; shard++) {
        write(shard, 2);
        assertTrue(shards.get("shard-" + shard).refresh());
        try (ReaderLease lease = readers.acquire()) {
          assertEquals(shard == SHARDS - 1 ? 2 : 1, assertOneVersion(lease));
        }
      }
      try (ReaderLease old = readers.acquire(1)) {
        assertEquals(1, assertOneVersion(old));
      }
    }
  }

  public void testADroppedVersionIsClosedThoughNobodyAsksAgain() throws Exception {
    Map<String, VersionedReaders> shards = openShards(1);
    try (ShardedReaders readers = new ShardedReaders(shards)) {
      IndexReader first;
      try (ReaderLease lease = shards.get("shard-0").acquire()) {
        first = lease.reader();
      }
      readers.acquire().close();
      for (int shard = 0; shard < SHARDS; shard++) {
        write(shard, 2);
      }
      assertTrue(readers.refresh());
      assertEquals(0, first.getRefCount());
    }
  }

  /** One shard may go on for long while another one does not. */
  public void testAVersionThatOneShardDroppedIsClosed() throws Exception {
    Map<String, VersionedReaders> shards = openShards(1);
    try (ShardedReaders readers = new ShardedReaders(shards)) {
      IndexReader first;
      try (ReaderLease lease = shards.get("shard-0").acquire()) {
        first = lease.reader();
      }
      readers.acquire().close();
      write(0, 2);
      assertTrue(shards.get("shard-0").refresh());
      expectThrows(UnknownVersionException.class, readers::acquire);
      assertEquals(0, first.getRefCount());
    }
  }

  /** The request has it from all shards, so it is answered, and nothing is left open after it. */
  public void testAVersionThatAShardDropsWhileItIsAskedFor() throws Exception {
    Map<String, VersionedReaders> shards = openShards(1);
    try (ShardedReaders readers = new ShardedReaders(shards)) {
      FutureTask<ReaderLease> request = new FutureTask<>(() -> readers.acquire(1));
      Thread thread = new Thread(request, "request");
      synchronized (readers) {
        thread.start();
        while (isWaitingFor(ShardedReaders.class, thread) == false) {
          assertFalse(request.isDone());
          Thread.sleep(1);
        }
        write(0, 2);
        assertTrue(shards.get("shard-0").refresh());
      }
      IndexReader first;
      try (ReaderLease lease = request.get()) {
        assertEquals(1, assertOneVersion(lease));
        first = lease.reader();
      }
      assertEquals("left open", 0, first.getRefCount());
      expectThrows(UnknownVersionException.class, () -> readers.acquire(1));
    }
  }

  /** Whether a thread waits for a lock in a method of a class. */
  private static boolean isWaitingFor(Class<?> of, Thread thread) {
    StackTraceElement[] methods = thread.getStackTrace();
    return thread.getState() == Thread.State.BLOCKED
        && methods.length > 0
        && methods[0].getClassName().equals(of.getName());
  }

  public void testNoCommonVersionNamesTheShards() throws Exception {
    try (ShardedReaders readers = open(1)) {
      write(1, 2);
      assertTrue(readers.refresh());
      UnknownVersionException none = expectThrows(UnknownVersionException.class, readers::acquire);
      assertEquals(
          "no version is open in all shards: shard-0 has [1], shard-1 has [2], shard-2 has [1]",
          none.getMessage());
      UnknownVersionException missing =
          expectThrows(UnknownVersionException.class, () -> readers.acquire(2));
      assertEquals("version must be one of [1]: version=2 shard=shard-0", missing.getMessage());
    }
  }

  /** Who is asked first may have gone on twice before the last is asked. */
  public void testShardsThatGoOnWhileTheyAreAsked() {
    NavigableSet<Long> old = new TreeSet<>(List.of(12L, 13L));
    NavigableSet<Long> newer = new TreeSet<>(List.of(14L, 15L));
    Iterator<List<NavigableSet<Long>>> looks =
        List.of(List.of(old, newer), List.of(newer, newer)).iterator();
    assertEquals(List.of(newer, newer), ShardedReaders.atOneTime(looks::next));
    assertFalse(looks.hasNext());
    // As it is where replacement is not rolling.
    assertEquals(List.of(old, newer), ShardedReaders.atOneTime(() -> List.of(old, newer)));
  }

  public void testADamagedShardKeepsItsOldVersions() throws Exception {
    Map<String, VersionedReaders> shards = openShards(2);
    try (ShardedReaders readers = new ShardedReaders(shards)) {
      for (int shard = 0; shard < SHARDS; shard++) {
        write(shard, 2);
      }
      damageNewestCommit(directories.get(1));
      assertTrue(shards.get("shard-0").refresh());
      expectThrows(CorruptIndexException.class, shards.get("shard-1")::refresh);
      expectThrows(CorruptIndexException.class, readers::refresh);
      try (ReaderLease lease = readers.acquire()) {
        assertEquals(1, assertOneVersion(lease));
      }
      for (int shard = 0; shard < SHARDS; shard++) {
        write(shard, 3);
      }
      assertTrue(readers.refresh());
      try (ReaderLease lease = readers.acquire()) {
        assertEquals(3, assertOneVersion(lease));
      }
    }
  }

  private static void damageNewestCommit(Directory directory) throws Exception {
    Directory bare = FilterDirectory.unwrap(directory);
    String name = SegmentInfos.getLastCommitSegmentsFileName(bare);
    byte[] bytes = FileBytes.read(bare, name);
    bytes[bytes.length / 2] ^= 1;
    FileBytes.replace(bare, name, bytes, bytes.length);
  }

  public void testReadersOfDroppedVersionsClose() throws Exception {
    try (ShardedReaders readers = open(1)) {
      ReaderLease first = readers.acquire();
      for (int shard = 0; shard < SHARDS; shard++) {
        write(shard, 2);
      }
      assertTrue(readers.refresh());
      readers.acquire().close();
      assertEquals(1, assertOneVersion(first));
      IndexReader reader = first.reader();
      first.close();
      assertEquals(0, reader.getRefCount());
    }
  }

  public void testARefreshClosesOldVersionsAndNoRequestHasTo() throws Exception {
    try (ShardedReaders readers = open(2)) {
      ReaderLease first = readers.acquire();
      IndexReader reader = first.reader();
      first.close();
      assertEquals(1, reader.getRefCount());
      for (int version = 2; version <= 3; version++) {
        for (int shard = 0; shard < SHARDS; shard++) {
          write(shard, version);
        }
        assertTrue(readers.refresh());
      }
      assertEquals(0, reader.getRefCount());
    }
  }

  public void testRequestsGetTheVersionBeforeWhileTheNewestIsPrepared() throws Exception {
    Map<String, VersionedReaders> shards = openShards(2);
    List<Long> meanwhile = new ArrayList<>();
    AtomicReference<ShardedReaders> all = new AtomicReference<>();
    // Called before the listener of the readers over all shards.
    shards.values().forEach(shard -> shard.addListener(() -> meanwhile.add(version(all.get()))));
    try (ShardedReaders readers = new ShardedReaders(shards)) {
      all.set(readers);
      for (int shard = 0; shard < SHARDS; shard++) {
        write(shard, 2);
      }
      assertTrue(readers.refresh());
      assertEquals(List.of(1L, 1L, 1L), meanwhile);
      assertEquals(2, version(readers));
    }
  }

  /** Shards that are refreshed by a thread each have a version before anybody could prepare it. */
  public void testRequestsStayWithTheFirstVersionUntilAnotherIsPrepared() throws Exception {
    Map<String, VersionedReaders> shards = openShards(2);
    CountDownLatch goOn = new CountDownLatch(1);
    List<Long> meanwhile = new ArrayList<>();
    AtomicReference<ShardedReaders> all = new AtomicReference<>();
    VersionedReaders first = shards.get("shard-0");
    for (VersionedReaders shard : shards.values()) {
      shard.addListener(
          () -> {
            if (shard == first) {
              meanwhile.add(version(all.get()));
            } else {
              awaitQuietly(goOn);
            }
          });
    }
    ExecutorService threads =
        Executors.newCachedThreadPool(new NamedThreadFactory("shards that are refreshed"));
    try (ShardedReaders readers = new ShardedReaders(shards)) {
      all.set(readers);
      List<Future<Boolean>> refreshes = new ArrayList<>();
      try {
        for (int shard = 0; shard < SHARDS; shard++) {
          write(shard, 2);
          if (shard > 0) {
            VersionedReaders other = shards.get("shard-" + shard);
            refreshes.add(threads.submit(other::refresh));
            while (other.versions().length < 2) {
              Thread.sleep(1);
            }
          }
        }
        assertTrue(first.refresh());
        assertEquals(List.of(1L), meanwhile);
        assertEquals(2, version(readers));
      } finally {
        goOn.countDown();
      }
      for (Future<Boolean> refresh : refreshes) {
        assertTrue(refresh.get());
      }
    } finally {
      threads.shutdown();
      assertTrue(threads.awaitTermination(60, TimeUnit.SECONDS));
    }
  }

  private static void awaitQuietly(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new InterruptedIOException(e.toString());
    }
  }

  private static int docs(ShardedReaders readers) throws IOException {
    try (ReaderLease lease = readers.acquire()) {
      assertEquals(1, lease.version());
      return lease.reader().numDocs();
    }
  }

  /**
   * A shard has another reader of a version then, which requests get even before it is prepared.
   */
  public void testAnotherCommitOfAVersionTakesTheFirstOnesPlace() throws Exception {
    Map<String, VersionedReaders> shards = openShards(2);
    List<Integer> meanwhile = new ArrayList<>();
    AtomicReference<ShardedReaders> all = new AtomicReference<>();
    shards.get("shard-1").addListener(() -> meanwhile.add(docs(all.get())));
    try (ShardedReaders readers = new ShardedReaders(shards)) {
      all.set(readers);
      int before = docs(readers);
      writers.get(1).addDocument(new Document());
      VersionedReaders.setVersion(writers.get(1), 1);
      writers.get(1).commit();
      assertFalse(readers.refresh());
      assertEquals(List.of(before + 1), meanwhile);
      assertEquals(before + 1, docs(readers));
    }
  }

  /** Fails before anybody is told of a refresh of the shard, once for each {@code fails}. */
  private static void failRefresh(VersionedReaders shard, AtomicBoolean fails) {
    shard.addListener(
        () -> {
          if (fails.getAndSet(false)) {
            throw new IOException("once");
          }
        });
  }

  public void testAVersionThatCouldNotBePreparedIsPreparedByTheNextRefresh() throws Exception {
    Map<String, VersionedReaders> shards = openShards(2);
    AtomicBoolean fails = new AtomicBoolean();
    failRefresh(shards.get("shard-" + (SHARDS - 1)), fails);
    try (ShardedReaders readers = new ShardedReaders(shards)) {
      for (int version = 2; version <= 3; version++) {
        fails.set(version == 3);
        for (int shard = 0; shard < SHARDS; shard++) {
          write(shard, version);
        }
        if (version == 2) {
          assertTrue(readers.refresh());
        } else {
          assertEquals("once", expectThrows(IOException.class, readers::refresh).getMessage());
        }
        assertEquals(2, version(readers));
      }
      assertFalse(readers.refresh());
      assertEquals(3, version(readers));
    }
  }

  private static long version(ShardedReaders readers) throws IOException {
    try (ReaderLease lease = readers.acquire()) {
      return lease.version();
    }
  }

  /** Closing what {@code reader} reads fails, after it was closed. */
  private static void failAtClose(IndexReader reader) {
    for (LeafReaderContext leaf : reader.leaves()) {
      leaf.reader()
          .getReaderCacheHelper()
          .addClosedListener(
              key -> {
                throw new IOException("close");
              });
    }
  }

  public void testARequestThatFailsToCloseOldVersionsKeepsNoLease() throws Exception {
    Map<String, VersionedReaders> shards = openShards(1);
    shards.values().forEach(shard -> failRefresh(shard, new AtomicBoolean(true)));
    try (ShardedReaders readers = new ShardedReaders(shards)) {
      try (ReaderLease lease = readers.acquire()) {
        failAtClose(lease.reader());
      }
      for (int shard = 0; shard < SHARDS; shard++) {
        write(shard, 2);
      }
      for (VersionedReaders shard : shards.values()) {
        assertEquals("once", expectThrows(IOException.class, shard::refresh).getMessage());
      }
      assertEquals("close", expectThrows(IOException.class, readers::acquire).getMessage());
      try (ReaderLease lease = readers.acquire()) {
        assertEquals(2, lease.version());
        assertEquals(2, lease.reader().getRefCount());
      }
    }
  }

  public void testAllIsClosedThoughSomeFails() throws Exception {
    Map<String, VersionedReaders> shards = openShards(2);
    ShardedReaders readers = new ShardedReaders(shards);
    List<IndexReader> opened = new ArrayList<>();
    for (int version = 1; version <= 2; version++) {
      try (ReaderLease lease = readers.acquire()) {
        assertEquals(version, lease.version());
        failAtClose(lease.reader());
        opened.add(lease.reader());
      }
      for (int shard = 0; version == 1 && shard < SHARDS; shard++) {
        write(shard, 2);
      }
      readers.refresh();
    }
    IOUtils.close(shards.values());
    assertEquals("close", expectThrows(IOException.class, readers::close).getMessage());
    for (IndexReader reader : opened) {
      assertEquals(0, reader.getRefCount());
    }
    readers.close();
  }

  public void testClosing() throws Exception {
    ShardedReaders readers = open(2);
    ReaderLease lease = readers.acquire();
    readers.close();
    readers.close();
    expectThrows(AlreadyClosedException.class, readers::acquire);
    assertEquals(1, assertOneVersion(lease));
    IndexReader reader = lease.reader();
    lease.close();
    assertEquals(0, reader.getRefCount());
    expectThrows(AlreadyClosedException.class, lease::reader);
    expectThrows(IllegalArgumentException.class, () -> new ShardedReaders(Map.of()));
  }

  public void testRollingReplacementNeverMixesVersions() throws Exception {
    int versions = TEST_NIGHTLY ? 200 : 15;
    Map<String, VersionedReaders> shards = openShards(2);
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService threads =
        Executors.newFixedThreadPool(3, new NamedThreadFactory("TestShardedReaders"));
    try (ShardedReaders readers = new ShardedReaders(shards)) {
      List<Future<Long>> requests = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        requests.add(threads.submit(requestsUntil(readers, stop)));
      }
      for (int version = 2; version <= versions; version++) {
        for (int shard = 0; shard < SHARDS; shard++) {
          write(shard, version);
          assertTrue(shards.get("shard-" + shard).refresh());
        }
      }
      stop.set(true);
      for (Future<Long> request : requests) {
        assertTrue(request.get() > 0);
      }
    } finally {
      stop.set(true);
      threads.shutdown();
      assertTrue(threads.awaitTermination(1, TimeUnit.MINUTES));
    }
  }

  private static Callable<Long> requestsUntil(ShardedReaders readers, AtomicBoolean stop) {
    return () -> {
      long last = 0;
      long requests = 0;
      while (stop.get() == false) {
        try (ReaderLease lease = readers.acquire()) {
          long version = assertOneVersion(lease);
          assertTrue("versions go backwards: " + last + " " + version, version >= last);
          last = version;
          requests++;
        }
      }
      return requests;
    };
  }
}
