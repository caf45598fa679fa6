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

import dev.streak.codec.StreakWarmer;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexCommit;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.IOUtils;

/**
 * Keeps the last versions of an index open. A version is a commit that carries a number in its user
 * data; numbers never fall. Requests take a {@link ReaderLease} and keep their version for their
 * whole life, while {@link #refresh} opens newer ones and drops the oldest.
 *
 * <pre>
 * VersionedReaders.setVersion(writer, 42);
 * writer.commit();
 * ...
 * readers.refresh();
 * try (ReaderLease lease = readers.acquire()) {
 *   Batch batch = lease.batches("id").get(ids, Column.longs("price"));
 * }
 * </pre>
 *
 * <p>Requests never wait, neither for a refresh nor for closing. Versions share the segments that
 * they have in common, so that a version costs what it changed. Safe for use by several threads.
 */
public final class VersionedReaders implements Closeable {

  /** Key of the version in the user data of a commit. */
  public static final String VERSION_KEY = "streak.version";

  private final Directory directory;
  private final int keep;

  /** Run after a refresh, by its thread, as there may be another version. */
  private final List<IORunnable> listeners = new CopyOnWriteArrayList<>();

  /** What is open by version; never changed, but replaced. Null once closed. */
  private volatile NavigableMap<Long, Version> open;

  /** Whether all listeners know what is open. Guarded by this. */
  private boolean told = true;

  /** An open version. */
  private record Version(DirectoryReader reader, VersionTables tables) implements Closeable {
    @Override
    public void close() throws IOException {
      reader.close();
    }
  }

  /**
   * Opens the newest commits of an index. Older ones that carry no version are skipped, and so are
   * those whose version is no whole number.
   *
   * @param keep how many versions are kept open, at least 1
   * @throws IllegalArgumentException if the newest commit carries no version
   * @throws IllegalStateException if its version is no whole number
   */
  public VersionedReaders(Directory directory, int keep) throws IOException {
    if (keep < 1) {
      throw new IllegalArgumentException("keep must be >= 1: keep=" + keep);
    }
    this.directory = Objects.requireNonNull(directory, "directory");
    this.keep = keep;
    DirectoryReader newest = DirectoryReader.open(directory);
    TreeMap<Long, Version> readers = new TreeMap<>();
    boolean success = false;
    try {
      long version = requiredVersion(newest.getIndexCommit());
      VersionTables tables = VersionTables.first();
      readers.put(version, new Version(newest, tables));
      openOlder(newest, version, readers, tables);
      success = true;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(newest);
        IOUtils.closeWhileHandlingException(readers.values());
      }
    }
    open = readers;
  }

  /** Has {@code listener} told of each refresh, before that returns. */
  void addListener(IORunnable listener) {
    listeners.add(listener);
  }

  /** Older commits are there only if the writer's deletion policy kept them. */
  private void openOlder(
      DirectoryReader newest, long newestVersion, Map<Long, Version> readers, VersionTables tables)
      throws IOException {
    if (keep == 1) {
      return;
    }
    for (IndexCommit commit : ListedCommits.newestFirst(directory)) {
      if (readers.size() == keep) {
        return;
      }
      Long version = versionIfAny(commit);
      if (version == null || version >= newestVersion || readers.containsKey(version)) {
        continue;
      }
      DirectoryReader older = ListedCommits.open(newest, commit);
      if (older != null) {
        readers.put(version, new Version(older, tables));
      }
    }
  }

  /**
   * Has every later commit carry this version until another is set, those of {@code close()} and of
   * later writers, too. Set a greater one before each commit that changes data, or one number
   * stands for two states of it. Other user data is kept.
   */
  public static void setVersion(IndexWriter writer, long version) {
    Objects.requireNonNull(writer, "writer");
    Map<String, String> data = new HashMap<>();
    Iterable<Map.Entry<String, String>> before = writer.getLiveCommitData();
    if (before != null) {
      before.forEach(entry -> data.put(entry.getKey(), entry.getValue()));
    }
    data.put(VERSION_KEY, Long.toString(version));
    writer.setLiveCommitData(data.entrySet());
  }

  /**
   * Opens the newest commit if it is newer than what is open, and drops the oldest version if there
   * are too many. A commit with the version of the one before, after a merge for example, takes its
   * place. Whoever holds a lease keeps what it has.
   *
   * @return whether there is a greater version; false also where another commit took the place of
   *     the newest version
   * @throws IllegalStateException if the commit carries no version, or a lower one than before
   */
  public synchronized boolean refresh() throws IOException {
    NavigableMap<Long, Version> before = ensureOpen();
    Version last = before.lastEntry().getValue();
    DirectoryReader newest = DirectoryReader.openIfChanged(last.reader);
    if (newest == null) {
      if (told == false) {
        tell();
      }
      return false;
    }
    TreeMap<Long, Version> after = new TreeMap<>(before);
    List<Version> dropped = new ArrayList<>();
    boolean success = false;
    try {
      long version = versionFrom(before.lastKey(), newest.getIndexCommit());
      // Or the first requests would wait until tables are read and verified.
      StreakWarmer.warm(newest);
      Version same = after.put(version, new Version(newest, last.tables.refresh(newest)));
      if (same != null) {
        dropped.add(same);
      }
      while (after.size() > keep) {
        dropped.add(after.pollFirstEntry().getValue());
      }
      success = true;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(newest);
      }
    }
    open = after;
    told = false;
    IOUtils.close(dropped);
    tell();
    return after.lastKey() > before.lastKey();
  }

  /** If this fails, the next refresh tries again. */
  private void tell() throws IOException {
    for (IORunnable listener : listeners) {
      listener.run();
    }
    told = true;
  }

  /** Versions that are open, ascending. */
  public long[] versions() {
    return ensureOpen().keySet().stream().mapToLong(Long::longValue).toArray();
  }

  /** The newest version. */
  public ReaderLease acquire() {
    while (true) {
      NavigableMap<Long, Version> readers = ensureOpen();
      Map.Entry<Long, Version> newest = readers.lastEntry();
      ReaderLease lease = tryLease(newest.getKey(), newest.getValue(), readers);
      if (lease != null) {
        return lease;
      }
      // A refresh dropped it between two lines of ours; the next look shows a newer one.
    }
  }

  /**
   * A version of the caller's choice.
   *
   * @throws UnknownVersionException if it is not open
   */
  public ReaderLease acquire(long version) throws UnknownVersionException {
    while (true) {
      NavigableMap<Long, Version> readers = ensureOpen();
      Version found = readers.get(version);
      if (found == null) {
        throw new UnknownVersionException(
            "version must be one of " + readers.keySet() + ": version=" + version);
      }
      ReaderLease lease = tryLease(version, found, readers);
      if (lease != null) {
        return lease;
      }
    }
  }

  /**
   * Returns null if the version is dropped meanwhile.
   *
   * @param readers what was open when the version was found
   */
  @SuppressWarnings("ReferenceEquality") // it is replaced before anything of it is closed
  private ReaderLease tryLease(long number, Version version, NavigableMap<Long, Version> readers) {
    ReaderLease lease = ReaderLease.tryTake(number, version.reader, version.tables);
    if (lease == null && open == readers) {
      throw ReaderLease.closedByOthers(number);
    }
    return lease;
  }

  private NavigableMap<Long, Version> ensureOpen() {
    NavigableMap<Long, Version> readers = open;
    if (readers == null) {
      throw new AlreadyClosedException("these readers are closed");
    }
    return readers;
  }

  private static Long version(IndexCommit commit) throws IOException {
    String version = commit.getUserData().get(VERSION_KEY);
    try {
      return version == null ? null : Long.valueOf(version);
    } catch (NumberFormatException e) {
      throw new IllegalStateException(
          VERSION_KEY + " must be a whole number: " + VERSION_KEY + "=" + version, e);
    }
  }

  /** As above, for a commit that nobody can mend any more: null as well if that is no number. */
  private static Long versionIfAny(IndexCommit commit) throws IOException {
    try {
      return version(commit);
    } catch (
        @SuppressWarnings("unused")
        IllegalStateException e) {
      return null;
    }
  }

  private static long requiredVersion(IndexCommit commit) throws IOException {
    Long version = version(commit);
    if (version == null) {
      throw new IllegalArgumentException(
          "the newest commit must carry "
              + VERSION_KEY
              + " (VersionedReaders.setVersion): commit="
              + commit.getSegmentsFileName()
              + " userData="
              + commit.getUserData());
    }
    return version;
  }

  private static long versionFrom(long least, IndexCommit commit) throws IOException {
    Long version = version(commit);
    if (version == null || version < least) {
      throw new IllegalStateException(
          "version of a commit must be >= "
              + least
              + ": version="
              + version
              + " commit="
              + commit.getSegmentsFileName()
              + "; set one with VersionedReaders.setVersion and commit");
    }
    return version;
  }

  /** Closes all versions but those that are leased, which close with their leases. */
  @Override
  public synchronized void close() throws IOException {
    NavigableMap<Long, Version> readers = open;
    open = null;
    if (readers != null) {
      IOUtils.close(readers.values());
    }
  }
}
