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

import dev.streak.keyvalue.BatchReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.store.AlreadyClosedException;

/**
 * One version of the data, for the time of a request. The version stays readable until the lease is
 * closed, whatever happens to the index meanwhile. Safe for use by several threads.
 */
public final class ReaderLease implements Closeable {

  private final long version;
  private final IndexReader reader;
  private final VersionTables tables;
  private final AtomicBoolean closed = new AtomicBoolean();

  private ReaderLease(long version, IndexReader reader, VersionTables tables) {
    this.version = version;
    this.reader = reader;
    this.tables = tables;
  }

  /** Takes a reference of {@code reader}; returns null if it is closed. */
  static ReaderLease tryTake(long version, IndexReader reader, VersionTables tables) {
    return reader.tryIncRef() ? new ReaderLease(version, reader, tables) : null;
  }

  /** For a version that is open, but whose reader is not. */
  static AlreadyClosedException closedByOthers(long version) {
    return new AlreadyClosedException(
        "reader of version "
            + version
            + " is closed, must be open: close leases, and not the readers that they lend");
  }

  /**
   * The version of all that is read.
   *
   * @throws AlreadyClosedException if the lease is closed
   */
  public long version() {
    ensureOpen();
    return version;
  }

  /**
   * Reads this version; not to be used after the lease was closed, and not to be closed.
   *
   * @throws AlreadyClosedException if the lease is closed
   */
  public IndexReader reader() {
    ensureOpen();
    return reader;
  }

  /**
   * Reads values by the terms of {@code keyField}; not to be used after the lease was closed. Later
   * versions have a table of the keys in their small segments.
   *
   * @throws AlreadyClosedException if the lease is closed
   */
  public BatchReader batches(String keyField) {
    ensureOpen();
    return tables.batches(reader, Objects.requireNonNull(keyField, "keyField"));
  }

  /** The reader may be open for others, and would answer until they close it. */
  private void ensureOpen() {
    if (closed.get()) {
      throw new AlreadyClosedException("this lease of version " + version + " is closed");
    }
  }

  /** Tables of the keys of this version. */
  VersionTables tables() {
    return tables;
  }

  /** Gives the version back. Closing again does nothing. */
  @Override
  public void close() throws IOException {
    if (closed.compareAndSet(false, true)) {
      reader.decRef();
    }
  }
}
