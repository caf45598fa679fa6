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

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.lucene.tests.mockfile.FilterFileSystemProvider;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;

@SuppressFileSystems("*") // Links, and a folder that is meant to be empty.
public class TestWholeFile extends LuceneTestCase {

  /** The same folder on a disk on which no file can be written to its end. */
  private static Path full(Path folder) {
    FilterFileSystemProvider provider =
        new FilterFileSystemProvider("full://", folder.getFileSystem()) {
          @Override
          public OutputStream newOutputStream(Path path, OpenOption... options) throws IOException {
            return new FilterOutputStream(super.newOutputStream(path, options)) {
              @Override
              public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length / 2);
                throw new IOException("No space left on device");
              }
            };
          }
        };
    return provider.wrapPath(folder);
  }

  private static long files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  public void testNothingIsLeftOfAFailure() throws IOException {
    Path folder = createTempDir();
    Path page = full(folder).resolve("page.html");
    expectThrows(IOException.class, () -> WholeFile.write(page, "all of it"));
    assertEquals(0, files(folder));
    Files.writeString(folder.resolve("page.html"), "earlier");
    expectThrows(IOException.class, () -> WholeFile.write(page, "all of it"));
    assertEquals("earlier", Files.readString(folder.resolve("page.html")));
    assertEquals(1, files(folder));
  }

  public void testAFileIsReplaced() throws IOException {
    Path page = createTempDir().resolve("page.html");
    for (String text : new String[] {"all of it", "more"}) {
      WholeFile.write(page, text);
      assertEquals(text, Files.readString(page));
      assertEquals(1, files(page.getParent()));
    }
  }

  public void testALinkStaysOne() throws IOException {
    Path page = Files.createFile(createTempDir().resolve("page.html"));
    Path link = Files.createSymbolicLink(createTempDir().resolve("link.html"), page);
    WholeFile.write(link, "all of it");
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("all of it", Files.readString(page));
  }

  /** Somebody may have called a file so that is no page of ours. */
  public void testAFileThatIsCalledUnfinishedStays() throws IOException {
    Path folder = createTempDir();
    for (String name : new String[] {"page.html.unfinished", "page.html.2.unfinished"}) {
      Files.writeString(folder.resolve(name), "mine");
    }
    expectThrows(
        IOException.class, () -> WholeFile.write(full(folder).resolve("page.html"), "all of it"));
    assertEquals(2, files(folder));
    WholeFile.write(folder.resolve("page.html"), "all of it");
    assertEquals("all of it", Files.readString(folder.resolve("page.html")));
    assertEquals(3, files(folder));
    for (String name : new String[] {"page.html.unfinished", "page.html.2.unfinished"}) {
      assertEquals("mine", Files.readString(folder.resolve(name)));
    }
  }
}
