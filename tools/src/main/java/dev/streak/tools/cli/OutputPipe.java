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
package dev.streak.tools.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import org.apache.lucene.util.IORunnable;

/**
 * What is printed to somebody who may not read all of it, as {@code head} does: from then on it is
 * dropped. All other failures are those of the stream behind it.
 */
public final class OutputPipe extends OutputStream {
  /** What Linux and macOS, and Windows in two ways, say in English where nobody reads any more. */
  private static final List<String> MESSAGES =
      List.of("Broken pipe", "The pipe is being closed", "The pipe has been ended");

  private final OutputStream out;
  private final Runnable whenClosed;
  private boolean closed;

  /**
   * Prints to another stream.
   *
   * @param whenClosed is run once, when it turns out that nobody reads any more; what it throws
   *     ends whoever prints
   */
  public OutputPipe(OutputStream out, Runnable whenClosed) {
    this.out = out;
    this.whenClosed = whenClosed;
  }

  /** Standard output, in the characters that it has, each line at once. */
  public static PrintStream standardOutput(Runnable whenClosed) {
    OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
    return new PrintStream(new OutputPipe(out, whenClosed), true, System.out.charset());
  }

  private void unlessClosed(IORunnable writing) throws IOException {
    if (closed) {
      return;
    }
    try {
      writing.run();
    } catch (IOException e) {
      if (!saysSo(e)) {
        throw e;
      }
      closed = true;
      whenClosed.run();
    }
  }

  private static boolean saysSo(IOException e) {
    String said = String.valueOf(e.getMessage());
    return MESSAGES.stream().anyMatch(said::contains)
        || SystemWords.ofClosedPipe().filter(said::contains).isPresent();
  }

  @Override
  public void write(int b) throws IOException {
    unlessClosed(() -> out.write(b));
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    unlessClosed(() -> out.write(bytes, offset, length));
  }

  @Override
  public void flush() throws IOException {
    unlessClosed(out::flush);
  }

  @Override
  public void close() throws IOException {
    unlessClosed(out::close);
  }
}
