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
package dev.streak.sidecar;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Iterator;
import org.apache.lucene.tests.mockfile.FilterDirectoryStream;
import org.apache.lucene.tests.mockfile.FilterFileSystemProvider;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestSidecarPlace extends LuceneTestCase {

  /** Storage that fails in the middle of a folder, and does not tell what is there. */
  private static Path failing(Path path) {
    return new FilterFileSystemProvider("failing://", path.getFileSystem()) {
      @Override
      public <A extends BasicFileAttributes> A readAttributesIfExists(
          Path file, Class<A> type, LinkOption... options) throws IOException {
        throw new IOException("Input/output error");
      }

      @Override
      public DirectoryStream<Path> newDirectoryStream(
          Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
        return new FilterDirectoryStream(super.newDirectoryStream(folder, filter), fileSystem) {
          @Override
          public Iterator<Path> iterator() {
            throw new DirectoryIteratorException(new IOException("Input/output error"));
          }
        };
      }
    }.wrapPath(path);
  }

  /** A sidecar may lie on another disk, where others have files, too. */
  public void testWhatALinkLeadsToStays() throws IOException {
    Path elsewhere = createTempDir();
    Path kept = Files.createFile(elsewhere.resolve("kept"));
    Path link = createTempDir().resolve("link");
    try {
      Files.createSymbolicLink(link, elsewhere);
    } catch (UnsupportedOperationException | FileSystemException e) {
      assumeNoException("no links here", e);
    }
    SidecarPlace.delete(link);
    assertFalse(Files.exists(link, LinkOption.NOFOLLOW_LINKS));
    assertTrue(Files.exists(kept));
  }

  /** Whoever opens readers goes on without a sidecar then, and not after any other exception. */
  public void testStorageThatFails() {
    Path folder = failing(createTempDir());
    for (ThrowingRunnable look :
        new ThrowingRunnable[] {
          () -> SidecarPlace.files(folder),
          () -> SidecarPlace.all(folder),
          () -> SidecarPlace.description(folder)
        }) {
      assertEquals("Input/output error", expectThrows(IOException.class, look).getMessage());
    }
    assertFalse("nobody knows", SidecarPlace.isAbsent(folder));
  }
}
