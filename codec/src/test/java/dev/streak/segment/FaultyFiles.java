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
package dev.streak.segment;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.FilterIndexOutput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;

/** A directory of which one operation fails, and which knows what is open. For one thread. */
final class FaultyFiles extends FilterDirectory {
  static final String MESSAGE = "as told";

  enum Operation {
    CREATE,
    WRITE,
    CLOSE_OUTPUT,
    OPEN,
    READ,
    CLOSE_INPUT,
    DELETE
  }

  private final Set<String> open = new TreeSet<>();
  private Operation kind;
  private int failAt;
  private int operations;
  private boolean failsAfterwards;
  private boolean failed;

  FaultyFiles(Directory in) {
    super(in);
  }

  /** Has the operation of that kind fail before which there are {@code nth} from now on. */
  void failAt(Operation failing, int nth) {
    kind = failing;
    failAt = nth;
    operations = 0;
    failed = false;
  }

  /** Has everything fail once one operation has, with another message. */
  void failAllAfterwards() {
    failsAfterwards = true;
  }

  void heal() {
    kind = null;
  }

  boolean hasFailed() {
    return failed;
  }

  void assertNothingIsOpen(String when) {
    assertEquals(when, Set.of(), open);
  }

  private void operation(Operation what) throws IOException {
    if (failed && failsAfterwards) {
      throw new IOException("after that");
    }
    if (what == kind && operations++ == failAt) {
      failed = true;
      throw new IOException(MESSAGE);
    }
  }

  @Override
  public IndexOutput createOutput(String name, IOContext context) throws IOException {
    operation(Operation.CREATE);
    return new Output(in.createOutput(name, context));
  }

  @Override
  public IndexOutput createTempOutput(String prefix, String suffix, IOContext context)
      throws IOException {
    operation(Operation.CREATE);
    return new Output(in.createTempOutput(prefix, suffix, context));
  }

  @Override
  public IndexInput openInput(String name, IOContext context) throws IOException {
    operation(Operation.OPEN);
    return new Input(name, in.openInput(name, context), true);
  }

  @Override
  public void deleteFile(String name) throws IOException {
    operation(Operation.DELETE);
    in.deleteFile(name);
  }

  private final class Output extends FilterIndexOutput {
    private boolean closed;

    Output(IndexOutput out) {
      super("faulty " + out, out.getName(), out);
      open.add("output " + getName());
    }

    @Override
    public void writeByte(byte b) throws IOException {
      operation(Operation.WRITE);
      out.writeByte(b);
    }

    @Override
    public void writeBytes(byte[] bytes, int offset, int length) throws IOException {
      operation(Operation.WRITE);
      out.writeBytes(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      if (closed == false) {
        closed = true;
        open.remove("output " + getName());
        out.close();
        operation(Operation.CLOSE_OUTPUT);
      }
    }
  }

  private final class Input extends FilterIndexInput {
    private final String name;
    private final boolean owner;
    private boolean closed;

    Input(String name, IndexInput in, boolean owner) {
      super("faulty " + in, in);
      this.name = name;
      this.owner = owner;
      if (owner) {
        open.add("input " + name);
      }
    }

    @Override
    public byte readByte() throws IOException {
      operation(Operation.READ);
      return in.readByte();
    }

    @Override
    public void readBytes(byte[] bytes, int offset, int length) throws IOException {
      operation(Operation.READ);
      in.readBytes(bytes, offset, length);
    }

    @Override
    public IndexInput clone() {
      return new Input(name, in.clone(), false);
    }

    @Override
    public IndexInput slice(String description, long offset, long length) throws IOException {
      return new Input(name, in.slice(description, offset, length), false);
    }

    @Override
    public void close() throws IOException {
      if (owner && closed == false) {
        closed = true;
        open.remove("input " + name);
        in.close();
        operation(Operation.CLOSE_INPUT);
      }
    }
  }
}
