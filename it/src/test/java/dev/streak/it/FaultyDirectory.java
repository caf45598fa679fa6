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

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;

/**
 * A directory whose N-th operation fails, and which knows what is still open. Writing counts once
 * per {@value #BYTES_PER_OPERATION} bytes of a file, reading once per call.
 */
final class FaultyDirectory extends FilterDirectory {

  static final int BYTES_PER_OPERATION = 256;

  /** What is counted, and can therefore fail. */
  enum Kind {
    CREATE,
    WRITE,
    CLOSE_OUTPUT,
    SYNC,
    RENAME,
    DELETE,
    OPEN,
    READ,
    CLOSE_INPUT
  }

  /** The failure that was ordered. */
  static final class InjectedException extends IOException {
    private static final long serialVersionUID = 1;

    InjectedException(String what) {
      super("injected: " + what);
    }
  }

  private final Map<Object, Exception> open = new ConcurrentHashMap<>();
  private final long[] counts = new long[Kind.values().length];
  private Kind failingKind;
  private long failAt = Long.MAX_VALUE;
  private long failUntil = Long.MAX_VALUE;
  private int failures;

  FaultyDirectory(Directory in) {
    super(in);
  }

  /**
   * The {@code nth} operation of that kind fails, from 0; with {@code lasting} all later ones too.
   */
  synchronized void failAt(Kind kind, long nth, boolean lasting) {
    failingKind = kind;
    failAt = nth;
    failUntil = lasting ? Long.MAX_VALUE : nth + 1;
  }

  /** Nothing fails any more. */
  synchronized void heal() {
    failingKind = null;
  }

  synchronized long count(Kind kind) {
    return counts[kind.ordinal()];
  }

  synchronized int failures() {
    return failures;
  }

  /** Where each thing was opened that is still open. */
  List<Exception> stillOpen() {
    return List.copyOf(open.values());
  }

  private synchronized void operation(Kind kind, String what) throws IOException {
    long number = counts[kind.ordinal()]++;
    if (kind == failingKind && number >= failAt && number < failUntil) {
      failures++;
      throw new InjectedException(kind + " #" + number + " of " + what);
    }
  }

  @Override
  public IndexOutput createOutput(String name, IOContext context) throws IOException {
    operation(Kind.CREATE, name);
    return new FaultyOutput(in.createOutput(name, context));
  }

  @Override
  public IndexOutput createTempOutput(String prefix, String suffix, IOContext context)
      throws IOException {
    operation(Kind.CREATE, prefix);
    return new FaultyOutput(in.createTempOutput(prefix, suffix, context));
  }

  @Override
  public void sync(Collection<String> names) throws IOException {
    operation(Kind.SYNC, names.toString());
    in.sync(names);
  }

  @Override
  public void syncMetaData() throws IOException {
    operation(Kind.SYNC, "the directory");
    in.syncMetaData();
  }

  @Override
  public void rename(String source, String dest) throws IOException {
    operation(Kind.RENAME, source);
    in.rename(source, dest);
  }

  @Override
  public void deleteFile(String name) throws IOException {
    operation(Kind.DELETE, name);
    in.deleteFile(name);
  }

  @Override
  public IndexInput openInput(String name, IOContext context) throws IOException {
    operation(Kind.OPEN, name);
    FaultyInput input = new FaultyInput(in.openInput(name, context), true);
    open.put(input, new Exception("never closed: " + name));
    return input;
  }

  private final class FaultyOutput extends IndexOutput {
    private final IndexOutput delegate;
    private long counted;
    private boolean closed;

    FaultyOutput(IndexOutput delegate) {
      super("faulty " + delegate, delegate.getName());
      this.delegate = delegate;
      open.put(this, new Exception("never closed: " + delegate.getName()));
    }

    private void written() throws IOException {
      long blocks = delegate.getFilePointer() / BYTES_PER_OPERATION;
      while (counted <= blocks) {
        counted++;
        operation(Kind.WRITE, getName());
      }
    }

    @Override
    public void writeByte(byte value) throws IOException {
      written();
      delegate.writeByte(value);
    }

    @Override
    public void writeBytes(byte[] bytes, int offset, int length) throws IOException {
      written();
      delegate.writeBytes(bytes, offset, length);
    }

    @Override
    public long getFilePointer() {
      return delegate.getFilePointer();
    }

    @Override
    public long getChecksum() throws IOException {
      return delegate.getChecksum();
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        open.remove(this);
        delegate.close();
        operation(Kind.CLOSE_OUTPUT, getName());
      }
    }
  }

  private final class FaultyInput extends IndexInput {
    private final IndexInput delegate;
    private final boolean owner;

    FaultyInput(IndexInput delegate, boolean owner) {
      super("faulty " + delegate);
      this.delegate = delegate;
      this.owner = owner;
    }

    @Override
    public void readBytes(byte[] bytes, int offset, int length) throws IOException {
      operation(Kind.READ, toString());
      delegate.readBytes(bytes, offset, length);
    }

    @Override
    public byte readByte() throws IOException {
      operation(Kind.READ, toString());
      return delegate.readByte();
    }

    @Override
    public void seek(long position) throws IOException {
      delegate.seek(position);
    }

    @Override
    public long getFilePointer() {
      return delegate.getFilePointer();
    }

    @Override
    public long length() {
      return delegate.length();
    }

    @Override
    public IndexInput slice(String description, long offset, long length) throws IOException {
      return new FaultyInput(delegate.slice(description, offset, length), false);
    }

    @Override
    public IndexInput clone() {
      return new FaultyInput(delegate.clone(), false);
    }

    @Override
    public void close() throws IOException {
      if (owner && open.remove(this) != null) {
        delegate.close();
        operation(Kind.CLOSE_INPUT, toString());
      }
    }
  }
}
