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
import java.util.Objects;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;

/** Readers of an index of Lucene's own codec, with Streak's structures in front of it. */
public final class StreakReaders {
  private StreakReaders() {}

  /**
   * Puts a sidecar in front of {@code reader}, which it closes when it is closed. Terms of fields
   * that the sidecar has come from there, deletions and everything else from {@code reader}. A
   * segment whose sidecar is missing, of another segment or damaged is answered by Lucene; damage
   * is logged. Each sidecar is read once, to check it, when the first reader of its segment is
   * opened, and closed with the last. {@link DirectoryReader#openIfChanged} keeps the sidecar in
   * front.
   *
   * <p>Wrappers that hide documents or check timeouts belong around the result.
   *
   * @param folder where {@link SidecarFolder} wrote; it may be missing
   */
  public static DirectoryReader withSidecar(DirectoryReader reader, Path folder)
      throws IOException {
    Objects.requireNonNull(reader, "reader");
    Objects.requireNonNull(folder, "folder");
    // Or what is opened for a reader that is closed meanwhile would be closed by nobody.
    reader.incRef();
    try {
      return new SidecarDirectoryReader(reader, folder);
    } finally {
      reader.decRef();
    }
  }

  /**
   * How many segments of a reader are served by a sidecar, also behind wrappers that {@link
   * LeafReaders} looks behind.
   */
  public static int segmentsWithSidecar(IndexReader reader) {
    Objects.requireNonNull(reader, "reader");
    int segments = 0;
    for (LeafReaderContext context : reader.leaves()) {
      segments += LeafReaders.unwrap(context.reader()) instanceof SidecarLeafReader ? 1 : 0;
    }
    return segments;
  }
}
