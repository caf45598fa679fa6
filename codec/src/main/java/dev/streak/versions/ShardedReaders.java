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

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.IOUtils;

/**
 * Several indexes that are one body of data, each replaced by newer versions at its own time. A
 * request is answered from the newest version that all of them have open, so that no answer mixes
 * versions. Each shard must keep at least two versions open for a rolling replacement.
 *
 * <p>Requests never wait for a refresh or for closing: the thread that refreshes a shard makes
 * ready what a new version needs, and closes what is left of old ones. Safe for use by several
 * threads.
 */
public final class ShardedReaders implements Closeable {

  /** No version. */
  private static final long NONE = Long.MIN_VALUE;

  private final Map<String, VersionedReaders> shards;

  /** A reader over all shards for each version that was asked for and that all still have. */
  private final TreeMap<Long, Combined> combined = new TreeMap<>();

  private boolean closed;

  /** Held while a version is prepared. */
  private final Object preparing = new Object();

  /** The version that was prepared last, or that all shards had at the beginning. */
  private volatile long prepared = NONE;

  /** Of a version that was not prepared. */
  private final VersionTables unprepared = VersionTables.first();

  /** Of the version that was prepared last. Guarded by {@link #preparing}. */
  private VersionTables tables = unprepared;

  /**
   * A reader over all shards, and the readers of the shards that it was made of.
   *
   * @param isPrepared whether tables were made, if there was anything to make them of
   */
  private record Combined(
      MultiReader reader, List<IndexReader> parts, VersionTables tables, boolean isPrepared) {}

  /**
   * Reads all of the shards as one.
   *
   * @param shards by the names that error messages use; closed with this
   */
  public ShardedReaders(Map<String, VersionedReaders> shards) {
    if (Objects.requireNonNull(shards, "shards").isEmpty()) {
      throw new IllegalArgumentException("shards must not be empty: shards=" + shards);
    }
    this.shards = new LinkedHashMap<>(shards);
    this.shards.forEach((name, shard) -> Objects.requireNonNull(shard, "shard " + name));
    NavigableSet<Long> common = common(atOneTime(this::versions));
    if (common.isEmpty() == false) {
      // Requests stay with it until a newer one is prepared.
      prepared = common.last();
    }
    this.shards.values().forEach(shard -> shard.addListener(this::prepare));
  }

  /** Refreshes all shards, one after the other; returns whether any has a greater version. */
  public boolean refresh() throws IOException {
    boolean changed = false;
    for (VersionedReaders shard : shards.values()) {
      changed |= shard.refresh();
    }
    return changed;
  }

  /**
   * The newest version that all shards have.
   *
   * @throws UnknownVersionException if there is none; it names the shards and what they have
   */
  public ReaderLease acquire() throws IOException {
    while (true) {
      // Even if all shards have a newer one, which is being prepared then.
      long known = prepared;
      ReaderLease lease = known == NONE ? null : tryAcquire(known);
      if (lease == null) {
        List<NavigableSet<Long>> versions = atOneTime(this::versions);
        NavigableSet<Long> common = common(versions);
        if (common.isEmpty()) {
          throw new UnknownVersionException(
              "no version is open in all shards: " + describe(versions));
        }
        lease = tryAcquire(common.last());
      }
      if (lease != null) {
        return lease;
      }
      // A shard dropped the version meanwhile, because it has a newer one: look again.
    }
  }

  /**
   * The versions of all shards. They are asked one after the other, so what seems to have nothing
   * in common may be of different times; it is not if another look shows the same.
   */
  static List<NavigableSet<Long>> atOneTime(Supplier<List<NavigableSet<Long>>> look) {
    List<NavigableSet<Long>> versions = look.get();
    while (common(versions).isEmpty()) {
      List<NavigableSet<Long>> again = look.get();
      if (again.equals(versions)) {
        break;
      }
      versions = again;
    }
    return versions;
  }

  /**
   * A version of the caller's choice, from all shards.
   *
   * @throws UnknownVersionException if a shard does not have it; it names the shard
   */
  public ReaderLease acquire(long version) throws IOException {
    ReaderLease lease = tryAcquire(version);
    if (lease != null) {
      return lease;
    }
    for (Map.Entry<String, VersionedReaders> shard : shards.entrySet()) {
      long[] versions = shard.getValue().versions();
      if (Arrays.binarySearch(versions, version) < 0) {
        throw new UnknownVersionException(
            "version must be one of "
                + Arrays.toString(versions)
                + ": version="
                + version
                + " shard="
                + shard.getKey());
      }
    }
    throw new UnknownVersionException(
        "version was being replaced: version=" + version + " " + describe(versions()));
  }

  private List<NavigableSet<Long>> versions() {
    List<NavigableSet<Long>> versions = new ArrayList<>();
    for (VersionedReaders shard : shards.values()) {
      NavigableSet<Long> open = new TreeSet<>();
      for (long version : shard.versions()) {
        open.add(version);
      }
      versions.add(open);
    }
    return versions;
  }

  private static NavigableSet<Long> common(List<NavigableSet<Long>> versions) {
    NavigableSet<Long> common = new TreeSet<>(versions.get(0));
    versions.forEach(common::retainAll);
    return common;
  }

  private String describe(List<NavigableSet<Long>> versions) {
    StringBuilder text = new StringBuilder();
    Iterator<NavigableSet<Long>> open = versions.iterator();
    for (String name : shards.keySet()) {
      text.append(text.isEmpty() ? "" : ", ").append(name).append(" has ").append(open.next());
    }
    return text.toString();
  }

  /** Returns null if a shard does not have the version. */
  private ReaderLease tryAcquire(long version) throws IOException {
    ReaderLease[] leases = leases(version);
    if (leases == null) {
      return null;
    }
    try {
      return combine(version, parts(leases));
    } finally {
      IOUtils.close(leases);
    }
  }

  /** Leases of all shards, or null if one does not have the version. */
  private ReaderLease[] leases(long version) throws IOException {
    ReaderLease[] leases = new ReaderLease[shards.size()];
    boolean success = false;
    try {
      int at = 0;
      for (VersionedReaders shard : shards.values()) {
        leases[at++] = shard.acquire(version);
      }
      success = true;
      return leases;
    } catch (
        @SuppressWarnings("unused")
        UnknownVersionException e) {
      return null;
    } finally {
      if (success == false) {
        IOUtils.close(leases);
      }
    }
  }

  private static List<IndexReader> parts(ReaderLease[] leases) {
    return Arrays.stream(leases).map(ReaderLease::reader).toList();
  }

  /** What is over all shards lasts for many requests: whoever asks may attach tables to it. */
  private static MultiReader readerOf(List<IndexReader> parts) throws IOException {
    // With false the parts are not closed with the reader, only referred to.
    return new MultiReader(parts.toArray(IndexReader[]::new), false);
  }

  private ReaderLease combine(long version, List<IndexReader> parts) throws IOException {
    List<MultiReader> dropped = List.of();
    ReaderLease lease;
    synchronized (this) {
      if (closed) {
        throw new AlreadyClosedException("these shards are closed");
      }
      Combined known = combined.get(version);
      if (known == null || known.parts.equals(parts) == false) {
        NavigableSet<Long> common = common(atOneTime(this::versions));
        known = new Combined(readerOf(parts), parts, unprepared, false);
        dropped = keep(version, known, common);
      }
      lease = ReaderLease.tryTake(version, known.reader, known.tables);
      if (lease == null) {
        throw ReaderLease.closedByOthers(version);
      }
    }
    boolean success = false;
    try {
      IOUtils.close(dropped);
      success = true;
      return lease;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(lease);
      }
    }
  }

  /**
   * Returns what no request can get any more. To be closed without the lock: that takes time.
   *
   * @param common what all shards have, found out before anything changes: who closes a shard makes
   *     that fail
   */
  private List<MultiReader> keep(long version, Combined added, NavigableSet<Long> common) {
    List<MultiReader> dropped = new ArrayList<>();
    Combined replaced = combined.put(version, added);
    if (replaced != null) {
      dropped.add(replaced.reader);
    }
    // The version as well, if a shard dropped it after the request had it: the lease keeps it open.
    dropped.addAll(outdated(common));
    return dropped;
  }

  /** Forgets the versions that not all shards have any more. */
  private List<MultiReader> outdated(NavigableSet<Long> common) {
    List<MultiReader> dropped = new ArrayList<>();
    for (Long version : List.copyOf(combined.keySet())) {
      if (common.contains(version) == false) {
        dropped.add(combined.remove(version).reader);
      }
    }
    return dropped;
  }

  /**
   * Also where nothing new is common: one shard may go on for long while another does not. Returns
   * what is common.
   */
  private NavigableSet<Long> closeOutdated() throws IOException {
    NavigableSet<Long> common;
    List<MultiReader> dropped;
    synchronized (this) {
      common = common(atOneTime(this::versions));
      dropped = outdated(common);
    }
    IOUtils.close(dropped);
    return common;
  }

  /**
   * Makes ready what requests to the newest common version need, and closes what no request can get
   * any more, so that no request waits for that. Until then requests get the version before.
   */
  private void prepare() throws IOException {
    synchronized (preparing) {
      NavigableSet<Long> common = closeOutdated();
      ReaderLease[] leases = common.isEmpty() ? null : leases(common.last());
      if (leases == null) {
        return;
      }
      try {
        prepare(common.last(), parts(leases));
      } finally {
        IOUtils.close(leases);
      }
    }
  }

  private void prepare(long version, List<IndexReader> parts) throws IOException {
    synchronized (this) {
      Combined known = combined.get(version);
      if (closed || (known != null && known.isPrepared && known.parts.equals(parts))) {
        return;
      }
    }
    MultiReader reader = readerOf(parts);
    List<MultiReader> dropped = List.of(reader);
    try {
      VersionTables made = tables.refresh(reader);
      synchronized (this) {
        if (closed == false) {
          NavigableSet<Long> common = common(atOneTime(this::versions));
          dropped = keep(version, new Combined(reader, parts, made, true), common);
          tables = made;
          prepared = version;
        }
      }
    } finally {
      IOUtils.close(dropped);
    }
  }

  /** Closes all shards; what is leased closes with its leases. */
  @Override
  public void close() throws IOException {
    List<Closeable> all = new ArrayList<>();
    synchronized (this) {
      closed = true;
      combined.values().forEach(each -> all.add(each.reader));
      combined.clear();
    }
    all.addAll(shards.values());
    IOUtils.close(all);
  }
}
