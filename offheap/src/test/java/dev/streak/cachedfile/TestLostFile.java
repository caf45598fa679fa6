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
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestLostFile extends LuceneTestCase {

  public void testMissing() {
    for (Exception e :
        List.of(new FileNotFoundException("file"), new NoSuchFileException("file"))) {
      assertTrue(LostFile.isMissing(e) && LostFile.isLost(e));
      assertFalse(LostFile.isDamaged(e));
    }
  }

  public void testDamaged() {
    for (Exception e :
        List.of(
            new CorruptIndexException("length is 1, must be 2", "file"),
            new EOFException("file"),
            new IndexFormatTooOldException("file", "it is"),
            new IndexFormatTooNewException("file", 3, 1, 2))) {
      assertTrue(LostFile.isDamaged(e) && LostFile.isLost(e));
      assertFalse(LostFile.isMissing(e));
    }
  }

  /** As Lucene's NIOFSDirectory wraps them. */
  public void testInterrupted() {
    for (IOException e : List.of(new ClosedByInterruptException(), new ClosedChannelException())) {
      assertTrue(LostFile.isInterrupted(e));
      assertTrue(LostFile.isInterrupted(new IOException(e.getMessage() + ": file", e)));
    }
    assertFalse(LostFile.isInterrupted(new IOException("Input/output error")));
  }

  /** MMapDirectory throws an exception of its own, without a cause, if it cannot map for that. */
  public void testInterruptedWhileMapping() {
    IOException mapping = new IOException("null: file [this may be caused by lack of ...]");
    Thread.currentThread().interrupt();
    try {
      assertTrue(LostFile.isInterrupted(mapping));
      assertFalse(LostFile.isInterrupted(new CorruptIndexException("sum is 1, must be 2", "file")));
    } finally {
      assertTrue(Thread.interrupted());
    }
    assertFalse(LostFile.isInterrupted(mapping));
  }

  public void testOutOfReach() {
    for (Exception e :
        List.of(
            new FileSystemException("file: Too many open files"),
            new AccessDeniedException("file"),
            new ClosedByInterruptException(),
            new AlreadyClosedException("file"),
            new IOException("Input/output error"))) {
      assertFalse(e.toString(), LostFile.isLost(e));
    }
  }
}
