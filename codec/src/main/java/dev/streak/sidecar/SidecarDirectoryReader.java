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

import dev.streak.leaf.LeafReaders;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.util.IOUtils;

/** An index whose segments have sidecars in front of them, as far as there are any. */
final class SidecarDirectoryReader extends FilterDirectoryReader {
  private final Path folder;

  SidecarDirectoryReader(DirectoryReader in, Path folder) throws IOException {
    super(
        in,
        new SubReaderWrapper() {
          @Override
          public LeafReader wrap(LeafReader reader) {
            return withSidecar(reader, folder);
          }
        });
    this.folder = folder;
  }

  private static LeafReader withSidecar(LeafReader reader, Path folder) {
    // Behind wrappers that nobody vouches for there may be other documents.
    if (LeafReaders.unwrap(reader) instanceof SegmentReader segment) {
      SegmentSidecar sidecar = OpenSidecars.of(segment, folder);
      if (sidecar != null) {
        return new SidecarLeafReader(reader, sidecar);
      }
    }
    return reader;
  }

  @Override
  protected DirectoryReader doWrapDirectoryReader(DirectoryReader reopened) throws IOException {
    DirectoryReader wrapped = null;
    try {
      wrapped = new SidecarDirectoryReader(reopened, folder);
      return wrapped;
    } finally {
      if (wrapped == null) {
        // Nobody else has it.
        IOUtils.closeWhileHandlingException(reopened);
      }
    }
  }

  /** Documents and answers are those of the reader within. */
  @Override
  public CacheHelper getReaderCacheHelper() {
    return in.getReaderCacheHelper();
  }
}
