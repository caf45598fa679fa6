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
package dev.streak.cachedfile;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.NoSuchFileException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;

/** Which failures of reading tell that a file is lost, and not only out of reach for a moment. */
public final class LostFile {
  private LostFile() {}

  /** Whether a file is missing or damaged. */
  public static boolean isLost(Throwable failure) {
    return isMissing(failure) || isDamaged(failure);
  }

  /** Whether a file is not there. */
  public static boolean isMissing(Throwable failure) {
    return failure instanceof FileNotFoundException || failure instanceof NoSuchFileException;
  }

  /**
   * Whether an interrupt closed what a file is read by: for the thread that was interrupted, and
   * for all that read the same open file later. Lucene's directories wrap what they throw then, or
   * throw another of their own; the thread stays interrupted.
   */
  public static boolean isInterrupted(Throwable failure) {
    if (Thread.currentThread().isInterrupted() && isLost(failure) == false) {
      return true;
    }
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof ClosedChannelException) {
        return true;
      }
    }
    return false;
  }

  /** Whether what a file says cannot be so, or the disk cannot read a page of it. */
  static boolean isDamaged(Throwable failure) {
    return failure instanceof CorruptIndexException
        || failure instanceof EOFException
        || failure instanceof IndexFormatTooOldException
        || failure instanceof IndexFormatTooNewException
        // What Java makes of a mapped file that the disk cannot read.
        || failure instanceof InternalError;
  }
}
