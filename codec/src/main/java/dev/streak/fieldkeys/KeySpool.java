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
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.ArrayUtil;
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

  /** Of each page of the temporary file. */
  private long[] sums = {};

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
      int page = (int) ((size - maxInMemory) >>> PAGE_SHIFT);
      sums = ArrayUtil.grow(sums, page + 1);
      write(page, key);
      write(page, payload);
      if (hasRests) {
        write(page, rest);
      }
    }
    size++;
  }

  private void write(int page, long value) throws IOException {
    overflow.writeLong(value);
    sums[page] = sum(sums[page], value);
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
    for (long from = 0; from < inMemory; from += PAGE_KEYS) {
      int keys = (int) Math.min(PAGE_KEYS, inMemory - from);
      if (visit(pages.get((int) (from >>> PAGE_SHIFT)), keys, visitor) == false) {
        return false;
      }
    }
    return overflowName == null || forEachOverflow(visitor);
  }

  private boolean visit(long[] page, int keys, Visitor visitor) throws IOException {
    for (int at = 0; at < width * keys; at += width) {
      if (visitor.visit(page[at], hasRests ? page[at + 2] : 0, page[at + 1]) == false) {
        return false;
      }
    }
    return true;
  }

  /** Each time it is read the file is compared with what was written, before a key is shown. */
  private boolean forEachOverflow(Visitor visitor) throws IOException {
    if (overflow != null) {
      IndexOutput written = overflow;
      overflow = null;
      written.close();
    }
    long keys = size - maxInMemory;
    try (IndexInput input = directory.openInput(overflowName, IOContext.READONCE)) {
      if (input.length() != keys * width * Long.BYTES) {
        throw new CorruptIndexException(
            "length is " + input.length() + ", must be " + keys * width * Long.BYTES, input);
      }
      long[] page = new long[width * PAGE_KEYS];
      for (long from = 0; from < keys; from += PAGE_KEYS) {
        int ofPage = (int) Math.min(PAGE_KEYS, keys - from);
        input.readLongs(page, 0, width * ofPage);
        checkSum(page, width * ofPage, sums[(int) (from >>> PAGE_SHIFT)], input);
        if (visit(page, ofPage, visitor) == false) {
          return false;
        }
      }
    }
    return true;
  }

  private static void checkSum(long[] page, int length, long right, IndexInput input)
      throws CorruptIndexException {
    long sum = 0;
    for (int i = 0; i < length; i++) {
      sum = sum(sum, page[i]);
    }
    if (sum != right) {
      // A key that comes back as another one would be absent from a table with a right checksum.
      throw new CorruptIndexException(
          "sum of keys is " + sum + ", must be " + right + ", position=" + input.getFilePointer(),
          input);
    }
  }

  /** A sum that each of its values changes, and their order. */
  private static long sum(long sum, long value) {
    return 31 * sum + value;
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
