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
package dev.streak.leaf;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.lucene.index.ExitableDirectoryReader;
import org.apache.lucene.index.FilterCodecReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;

/**
 * Looks behind leaf readers that wrap others. A wrapper may be there to hide terms or documents, so
 * the terms behind it are used only if somebody vouches for it: this class does for {@link
 * ExitableDirectoryReader} and for Lucene's soft deletes, an application for readers of its own.
 *
 * <pre>{@code
 * LeafReaders.register(
 *     reader -> reader instanceof CancellableLeafReader mine ? mine.getDelegate() : null);
 * }</pre>
 *
 * <p>Deletions are always those of the outermost reader. Safe for use by several threads, which
 * what is registered must be as well.
 */
public final class LeafReaders {

  private static final String SOFT_DELETES =
      "org.apache.lucene.index.SoftDeletesDirectoryReaderWrapper$";

  /** More are not wrapped by each other: somebody names the same readers again and again. */
  private static final int MAX_WRAPPERS = 1000;

  private static final List<Unwrapper> UNWRAPPERS = new CopyOnWriteArrayList<>();

  private LeafReaders() {}

  /** Vouches for wrappers. */
  @FunctionalInterface
  public interface Unwrapper {

    /**
     * The reader behind {@code reader}, which has the same terms and the same documents by the same
     * numbers, save that fewer of them may be deleted; null if nothing is known of {@code reader}.
     */
    LeafReader unwrap(LeafReader reader);
  }

  /** Has {@code unwrapper} asked from now on, by everything in this JVM. */
  public static void register(Unwrapper unwrapper) {
    UNWRAPPERS.add(Objects.requireNonNull(unwrapper, "unwrapper"));
  }

  /** Has {@code unwrapper} asked no more. */
  public static void unregister(Unwrapper unwrapper) {
    UNWRAPPERS.remove(Objects.requireNonNull(unwrapper, "unwrapper"));
  }

  /** The innermost reader that {@code reader} may be exchanged for, which may be itself. */
  public static LeafReader unwrap(LeafReader reader) {
    LeafReader outer = reader;
    int wrappers = 0;
    for (LeafReader inner = inner(outer); inner != null; inner = inner(outer)) {
      if (++wrappers > MAX_WRAPPERS) {
        throw new IllegalStateException(
            "registered unwrappers name readers that are behind each other: "
                + outer
                + ", "
                + inner);
      }
      outer = inner;
    }
    return outer;
  }

  private static LeafReader inner(LeafReader reader) {
    Class<?> type = reader.getClass();
    if (type == ExitableDirectoryReader.ExitableFilterAtomicReader.class
        || type.getName().startsWith(SOFT_DELETES)) {
      return reader instanceof FilterCodecReader codecReader
          ? codecReader.getDelegate()
          : ((FilterLeafReader) reader).getDelegate();
    }
    for (Unwrapper unwrapper : UNWRAPPERS) {
      LeafReader inner = unwrapper.unwrap(reader);
      if (inner != null && inner.equals(reader) == false) {
        return checked(reader, inner);
      }
    }
    return null;
  }

  private static LeafReader checked(LeafReader reader, LeafReader inner) {
    if (inner.maxDoc() != reader.maxDoc()) {
      throw new IllegalStateException(
          "a registered unwrapper names a reader of other documents: maxDoc="
              + reader.maxDoc()
              + " of "
              + reader
              + ", maxDoc="
              + inner.maxDoc()
              + " of "
              + inner);
    }
    return inner;
  }
}
