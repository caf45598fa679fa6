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
package dev.streak.bench.workload.kv;

import dev.streak.bench.harness.PageCache;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.util.IOUtils;

/**
 * A store over mapped files with an empty page cache. Pages that a process has mapped cannot be
 * dropped, so the index is opened anew before each batch, and answers a few other keys first: that
 * loads what stays in memory, such as the index of the terms.
 */
final class ReopenedStore implements Store {

  /** Makes a store that reads an index. */
  @FunctionalInterface
  interface Opener {
    Store open(IndexReader reader);
  }

  private final Path path;
  private final Opener opener;

  /** A batch of other keys than those that are asked for. */
  private final int others;

  private KeyValueIndex index;
  private Store store;

  ReopenedStore(Path path, Opener opener, int others) {
    this.path = path;
    this.opener = opener;
    this.others = others;
  }

  /** Opens the index and empties the page cache. */
  void reopen() throws Exception {
    close();
    index = KeyValueIndex.mapped(path);
    store = opener.open(index.reader());
    store.blobs(others);
    PageCache.drop();
  }

  @Override
  public long numbers(int batch) throws Exception {
    return store.numbers(batch);
  }

  @Override
  public long blobs(int batch) throws Exception {
    return store.blobs(batch);
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(store, index);
    store = null;
    index = null;
  }
}
