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
package dev.streak.file;

import java.io.IOException;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IndexInput;

/** Lets one read of a file fail; those behind it succeed again. */
public final class FailingReads {

  private int readsLeft;
  private boolean failed;

  /** Has the read of a number fail, counted from now on and from 1; none if that is 0. */
  public void begin(int failing) {
    readsLeft = failing;
  }

  /** Has none fail, and forgets that one did. */
  public void end() {
    readsLeft = 0;
    failed = false;
  }

  /** Whether a read failed. */
  public boolean failed() {
    return failed;
  }

  /** A file whose reads, and those of its clones and slices, are counted. */
  public IndexInput of(IndexInput in) {
    return new Counted(in);
  }

  private final class Counted extends FilterIndexInput {
    Counted(IndexInput in) {
      super("failing " + in, in);
    }

    private void count() throws IOException {
      if (--readsLeft == 0) {
        failed = true;
        throw new IOException("a read that fails");
      }
    }

    @Override
    public byte readByte() throws IOException {
      count();
      return in.readByte();
    }

    @Override
    public void readBytes(byte[] bytes, int offset, int length) throws IOException {
      count();
      in.readBytes(bytes, offset, length);
    }

    @Override
    public IndexInput slice(String description, long offset, long length) throws IOException {
      return new Counted(in.slice(description, offset, length));
    }

    @Override
    public Counted clone() {
      return new Counted(in.clone());
    }
  }
}
