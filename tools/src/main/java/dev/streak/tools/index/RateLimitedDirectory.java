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
package dev.streak.tools.index;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RateLimiter;

/** Reads no faster than it is told to, all threads together. */
public final class RateLimitedDirectory extends FilterDirectory {
  private static final long PAUSE_EVERY_BYTES = 1 << 16;

  /** Of ours, which are a million bytes as everywhere in the tools, in one of Lucene's. */
  private static final double MEGABYTES_IN_LUCENES = (1 << 20) / 1e6;

  private final RateLimiter limiter;
  private final AtomicLong unpaid = new AtomicLong();

  /** Limits what is read from {@code in}, in millions of bytes. */
  public RateLimitedDirectory(Directory in, double megabytesPerSecond) {
    super(in);
    limiter = new RateLimiter.SimpleRateLimiter(megabytesPerSecond / MEGABYTES_IN_LUCENES);
  }

  @Override
  public IndexInput openInput(String name, IOContext context) throws IOException {
    return new LimitedInput(in.openInput(name, context));
  }

  private void read(long bytes) throws IOException {
    if (unpaid.addAndGet(bytes) >= PAUSE_EVERY_BYTES) {
      long pay = unpaid.getAndSet(0);
      synchronized (limiter) {
        limiter.pause(pay);
      }
    }
  }

  @Override
  public String toString() {
    return IndexFolder.name(in);
  }

  /** Counts what is read through it, its clones and its slices. */
  private final class LimitedInput extends IndexInput {
    private final IndexInput in;

    LimitedInput(IndexInput in) {
      super("limited(" + in + ")");
      this.in = in;
    }

    @Override
    public byte readByte() throws IOException {
      read(1);
      return in.readByte();
    }

    @Override
    public void readBytes(byte[] bytes, int offset, int length) throws IOException {
      read(length);
      in.readBytes(bytes, offset, length);
    }

    @Override
    public void seek(long position) throws IOException {
      in.seek(position);
    }

    @Override
    public long getFilePointer() {
      return in.getFilePointer();
    }

    @Override
    public long length() {
      return in.length();
    }

    @Override
    public IndexInput slice(String description, long offset, long length) throws IOException {
      return new LimitedInput(in.slice(description, offset, length));
    }

    @Override
    public IndexInput clone() {
      return new LimitedInput(in.clone());
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
