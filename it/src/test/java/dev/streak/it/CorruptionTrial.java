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

import com.sun.management.ThreadMXBean;
import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.NoSuchFileException;
import java.util.Random;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.store.Directory;

/** Reads all of an index that may be damaged, and judges what comes of it. */
final class CorruptionTrial {

  /** What came of it, where that is not a failure. */
  enum Outcome {
    DETECTED,
    EQUAL,
    OTHER_ANSWER,
    BROKE_LUCENE
  }

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final long healthy;
  private final long healthyBytes;

  CorruptionTrial(Directory index) throws IOException {
    read(index);
    long before = allocated();
    this.healthy = read(index);
    this.healthyBytes = allocated() - before;
  }

  /**
   * {@code disguised}: the checksums fit, so that another answer is allowed, and so is whatever
   * happens in Lucene's own readers; but nothing else. {@code decodedByLucene}: what is in the file
   * is read by Lucene, which allocates what damage asks for.
   */
  Outcome run(Directory damaged, boolean disguised, boolean decodedByLucene) {
    long before = allocated();
    Outcome outcome;
    try {
      outcome = read(damaged) == healthy ? Outcome.EQUAL : Outcome.OTHER_ANSWER;
    } catch (FastPaths.WrongAnswer wrong) {
      outcome = Outcome.OTHER_ANSWER;
    } catch (Throwable failure) {
      if (isDetected(failure)) {
        outcome = Outcome.DETECTED;
      } else if (disguised && isLucenes(failure)) {
        outcome = Outcome.BROKE_LUCENE;
      } else {
        throw new AssertionError("not reported as corruption: " + failure, failure);
      }
    }
    if (outcome == Outcome.OTHER_ANSWER && !disguised) {
      throw new AssertionError("wrong answer");
    }
    long bytes = allocated() - before;
    if (outcome != Outcome.BROKE_LUCENE
        && !decodedByLucene
        && bytes > 3 * healthyBytes + (16 << 20)) {
      throw new AssertionError("allocated " + bytes + " bytes, healthy: " + healthyBytes);
    }
    return outcome;
  }

  private static long read(Directory index) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(index)) {
      long digest = IndexDigest.afterIntegrityCheck(reader);
      FastPaths.check(reader, new Random(digest));
      return digest;
    }
  }

  /** Bytes that this thread has allocated so far. */
  static long allocated() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().threadId());
  }

  /** What this thread has taken so far: a machine that is busy or stopped does not count. */
  static long processorNanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  /** Whether it is one of the errors that damage is reported with. */
  static boolean isDetected(Throwable failure) {
    return failure instanceof CorruptIndexException
        || failure instanceof IndexFormatTooNewException
        || failure instanceof IndexFormatTooOldException
        || failure instanceof IndexNotFoundException
        || failure instanceof NoSuchFileException
        || failure instanceof EOFException;
  }

  /** Whose decoder it was: the nearest caller that is neither the JDK nor Lucene's plumbing. */
  static boolean isLucenes(Throwable failure) {
    for (StackTraceElement frame : failure.getStackTrace()) {
      String name = frame.getClassName();
      if (name.startsWith("dev.streak.")) {
        return name.startsWith("dev.streak.it.");
      }
      if (name.startsWith("org.apache.lucene.")
          && !name.startsWith("org.apache.lucene.store.")
          && !name.startsWith("org.apache.lucene.util.")
          && !name.startsWith("org.apache.lucene.internal.")) {
        return true;
      }
    }
    return false;
  }
}
