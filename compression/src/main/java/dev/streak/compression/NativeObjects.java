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
package dev.streak.compression;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * The one place where objects outside the heap are made and freed: it counts them, and turns what
 * zstd-jni throws when there is no memory, which says little, into {@link NativeMemoryException}.
 */
final class NativeObjects {
  /** Decides whether there is memory; tests refuse some. */
  @FunctionalInterface
  interface Gate {
    boolean admits(String wanted);
  }

  private static final Gate OPEN = wanted -> true;

  private static volatile Gate gate = OPEN;

  private NativeObjects() {}

  /** For tests: asks a gate before anything is made; null opens it again. */
  static void setGate(Gate newGate) {
    gate = newGate == null ? OPEN : newGate;
  }

  /** Makes an object of about this many bytes and counts it. */
  static <T> T make(NativeMemory.Kind kind, long bytes, Supplier<T> maker)
      throws NativeMemoryException {
    ask(kind.title(), bytes);
    T made;
    try {
      made = maker.get();
    } catch (IllegalStateException | ZstdException | OutOfMemoryError e) {
      throw refused(kind.title(), bytes, e);
    }
    NativeMemory.allocated(kind, bytes);
    return made;
  }

  /**
   * Whether two objects can be made at once, which are closed again. Where one of the same size
   * could not, it was not for want of memory.
   */
  static boolean isRoomForTwo(Supplier<? extends Closeable> maker) throws IOException {
    try {
      Closeable one = maker.get();
      try {
        maker.get().close();
      } finally {
        one.close();
      }
      return true;
    } catch (@SuppressWarnings("unused")
        IllegalStateException
        | ZstdException
        | OutOfMemoryError e) {
      return false;
    }
  }

  /** Closes what {@link #make} made; {@code bytes} as they were given there. */
  static void free(NativeMemory.Kind kind, long bytes, Runnable close) {
    close.run();
    NativeMemory.freed(kind, bytes);
  }

  /** To be called before Zstandard allocates by itself, within a call for something else. */
  static void ask(String wanted, long bytes) throws NativeMemoryException {
    if (!gate.admits(wanted)) {
      throw refused(wanted, bytes, null);
    }
  }

  /** Throws if a call failed because Zstandard could not allocate; otherwise returns. */
  static void throwIfRefused(ZstdException failure, String wanted, long bytes)
      throws NativeMemoryException {
    if (failure.getErrorCode() == Zstd.errMemoryAllocation()) {
      throw refused(wanted, bytes, failure);
    }
  }

  static NativeMemoryException refused(String wanted, long bytes, Throwable cause) {
    return new NativeMemoryException(
        "Zstandard could not make "
            + wanted
            + ", about "
            + bytes
            + " bytes outside the Java heap: the process probably has reached a limit of its memory"
            + " (the container's, ulimit -v, or the machine's). Held now: "
            + NativeMemory.held(),
        cause);
  }
}
