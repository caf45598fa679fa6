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

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.IOUtils;

/**
 * Keys and payloads of a field in the order in which they came, to be read any number of times. The
 * first of them stay in memory, the others go to a temporary file.
 */
public final class KeySpool implements Closeable {

  /** Reads a spool from its beginning. Where keys have no rest, it is 0. */
  @FunctionalInterface
  public interface Visitor {
    /** Returns false to end the visit. */
    boolean visit(long key, long rest, long payload) throws IOException;
  }

  /** Keys that stay in memory: 16 MB, or 24 MB with rests. */
  public static final int DEFAULT_MAX_IN_MEMORY = 1 << 20;

  private static final int PAGE_SHIFT = 12;
  private static final int PAGE_KEYS = 1 << PAGE_SHIFT;

  /** The first page has room for so many at first: an index may have thousands of small fields. */
  private static final int FIRST_KEYS = 16;

  private final Directory directory;
  private final IOContext context;
  private final String prefix;
  private final int maxInMemory;
  private final boolean hasRests;

  /** Longs of a key with all that belongs to it. */
  private final int width;

  private final List<long[]> pages = new ArrayList<>();
  private long size;
  private IndexOutput overflow;
  private String overflowName;

  public KeySpool(
      Directory directory, IOContext context, String prefix, int maxInMemory, boolean hasRests) {
    this.directory = directory;
    this.context = context;
    this.prefix = prefix;
    this.maxInMemory = maxInMemory;
    this.hasRests = hasRests;
    this.width = hasRests ? 3 : 2;
  }

  public long size() {
    return size;
  }

  public void add(long key, long rest, long payload) throws IOException {
    assert hasRests || rest == 0 : "rest is " + rest + ", must be 0";
    if (size < maxInMemory) {
      int at = width * (int) (size & (PAGE_KEYS - 1));
      long[] page = page((int) (size >>> PAGE_SHIFT), at);
      page[at] = key;
      page[at + 1] = payload;
      if (hasRests) {
        page[at + 2] = rest;
      }
    } else {
      if (overflowName == null) {
        overflow = directory.createTempOutput(prefix, "termkeys", context);
        overflowName = overflow.getName();
      }
      overflow.writeLong(key);
      overflow.writeLong(payload);
      if (hasRests) {
        overflow.writeLong(rest);
      }
    }
    size++;
  }

  /** A page with room at {@code at}. */
  private long[] page(int number, int at) {
    if (number == pages.size()) {
      pages.add(new long[width * (number == 0 ? FIRST_KEYS : PAGE_KEYS)]);
    }
    long[] page = pages.get(number);
    if (at == page.length) {
      page = Arrays.copyOf(page, 2 * page.length);
      pages.set(number, page);
    }
    return page;
  }

  /** Shows all keys to {@code visitor}; nothing can be added afterwards. */
  public boolean forEach(Visitor visitor) throws IOException {
    long inMemory = Math.min(size, maxInMemory);
    for (long i = 0; i < inMemory; i++) {
      long[] page = pages.get((int) (i >>> PAGE_SHIFT));
      int at = width * (int) (i & (PAGE_KEYS - 1));
      if (visitor.visit(page[at], hasRests ? page[at + 2] : 0, page[at + 1]) == false) {
        return false;
      }
    }
    if (overflowName == null) {
      return true;
    }
    endOverflow();
    try (IndexInput input = directory.openInput(overflowName, IOContext.READONCE)) {
      for (long i = inMemory; i < size; i++) {
        long key = input.readLong();
        long payload = input.readLong();
        if (visitor.visit(key, hasRests ? input.readLong() : 0, payload) == false) {
          return false;
        }
      }
    }
    return true;
  }

  /** Ends the temporary file, and reads it once to see whether it has what was written. */
  private void endOverflow() throws IOException {
    if (overflow == null) {
      return;
    }
    CodecUtil.writeFooter(overflow);
    overflow.close();
    overflow = null;
    // A key that comes back as another one would be absent from a table with a right checksum.
    try (IndexInput input = directory.openInput(overflowName, IOContext.READONCE)) {
      CodecUtil.checksumEntireFile(input);
    }
  }

  @Override
  public void close() throws IOException {
    IndexOutput open = overflow;
    overflow = null;
    String name = overflowName;
    overflowName = null;
    pages.clear();
    try {
      IOUtils.close(open);
    } finally {
      if (name != null) {
        directory.deleteFile(name);
      }
    }
  }
}
