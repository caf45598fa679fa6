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

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;

/**
 * Remembers for each directory the dictionary its segments currently use, so that a new segment
 * takes the same one and can later be merged by copying. Readers leave here what they find, which
 * is how the dictionary survives a restart. Plain heap bytes, forgotten with the directory object;
 * losing an entry costs a training, nothing else.
 */
final class DictionaryStore {
  private static final Map<Directory, DictionaryStore> BY_DIRECTORY = new WeakHashMap<>();

  /** Held while a dictionary is trained, which may take seconds; no reader ever takes it. */
  private final Object training = new Object();

  /** Null until the first dictionary. */
  private final AtomicReference<Current> current = new AtomicReference<>();

  /**
   * The dictionary in use.
   *
   * @param wantedBytes the size that was asked for
   */
  private record Current(PackedDictionary packed, int wantedBytes) {
    static Current of(Dictionary dictionary, int wantedBytes) {
      return new Current(dictionary.content(), wantedBytes);
    }
  }

  private DictionaryStore() {}

  static DictionaryStore of(Directory directory) {
    Directory base = FilterDirectory.unwrap(directory);
    synchronized (BY_DIRECTORY) {
      return BY_DIRECTORY.computeIfAbsent(base, d -> new DictionaryStore());
    }
  }

  /** Makes a dictionary the current one; {@code wanted} is the size that was asked for. */
  void set(Dictionary dictionary, int wanted) {
    current.set(Current.of(dictionary, wanted));
  }

  /** Makes a dictionary that a segment was found with the current one, if there is none. */
  void setIfAbsent(Dictionary dictionary, int wanted) {
    current.compareAndSet(null, Current.of(dictionary, wanted));
  }

  /**
   * The dictionary for a segment that begins with these blocks, retained for the caller, or null if
   * it should do without. Writers that start together wait here for the first one's training.
   */
  Dictionary choose(List<byte[]> blocks, ZstdSettings settings) throws IOException {
    synchronized (training) {
      DictionaryTrainer trainer = new DictionaryTrainer(settings.level());
      Current before = current.get();
      if (before != null && before.wantedBytes == settings.dictionaryBytes()) {
        Dictionary used = Dictionary.share(before.packed);
        boolean fits = false;
        try {
          fits = trainer.fits(used, blocks);
        } finally {
          if (!fits) {
            used.release();
          }
        }
        if (fits) {
          return used;
        }
      }
      Dictionary trained = trainer.train(blocks, settings.dictionaryBytes());
      if (trained != null) {
        set(trained, settings.dictionaryBytes());
      }
      return trained;
    }
  }
}
