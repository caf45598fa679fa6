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
package dev.streak.keyvalue;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.lucene.index.IndexReader;

/**
 * One version of the data, for the time of a request. The version stays readable until the lease is
 * closed, whatever happens to the index meanwhile.
 */
public final class ReaderLease implements Closeable {

  private final long version;
  private final IndexReader reader;
  private final VersionTables tables;
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * @param reader a reference to it was taken, which closing gives back
   */
  ReaderLease(long version, IndexReader reader, VersionTables tables) {
    this.version = version;
    this.reader = reader;
    this.tables = tables;
  }

  /** The version of all that is read. */
  public long version() {
    return version;
  }

  /** Reads this version; not to be used after the lease was closed, and not to be closed. */
  public IndexReader reader() {
    return reader;
  }

  /**
   * Reads values by the terms of {@code keyField}; not to be used after the lease was closed. Later
   * versions have a table of the keys in their small segments.
   */
  public BatchReader batches(String keyField) {
    return tables.batches(reader, keyField);
  }

  /** Gives the version back. Closing again does nothing. */
  @Override
  public void close() throws IOException {
    if (closed.compareAndSet(false, true)) {
      reader.decRef();
    }
  }
}
