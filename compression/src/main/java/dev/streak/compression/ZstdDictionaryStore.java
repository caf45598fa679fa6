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
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;

/**
 * Remembers for each directory the dictionaries its segments used last, so that a new segment takes
 * the same ones. Readers leave here what they find, which is how dictionaries survive a restart.
 * Plain heap bytes, forgotten with the directory object; losing an entry costs making a dictionary,
 * nothing else.
 */
final class ZstdDictionaryStore {
  /** The logger of all of Streak. */
  static final String LOGGER = "dev.streak";

  /** Services that log in turn find their dictionaries again. */
  private static final int REMEMBERED = 4;

  private static final Map<Directory, ZstdDictionaryStore> BY_DIRECTORY = new WeakHashMap<>();

  /** Held while a dictionary is chosen; no reader ever takes it. */
  private final Object choosing = new Object();

  /** The one used last comes first. */
  private final AtomicReference<List<Known>> known = new AtomicReference<>(List.of());

  /** Kinds of failures that were logged. */
  private final Set<Class<?>> told = ConcurrentHashMap.newKeySet();

  /**
   * A dictionary that segments use.
   *
   * @param wantedBytes the size that was asked for
   */
  private record Known(PackedDictionary packed, int wantedBytes) {}

  private ZstdDictionaryStore() {}

  static ZstdDictionaryStore of(Directory directory) {
    Directory base = FilterDirectory.unwrap(directory);
    synchronized (BY_DIRECTORY) {
      return BY_DIRECTORY.computeIfAbsent(base, d -> new ZstdDictionaryStore());
    }
  }

  /** Remembers a dictionary that a segment is written with; {@code wanted} was asked for. */
  void use(ZstdDictionary dictionary, int wanted) {
    Known used = new Known(dictionary.content(), wanted);
    known.updateAndGet(
        before ->
            Stream.concat(Stream.of(used), before.stream().filter(other -> !other.equals(used)))
                .limit(REMEMBERED)
                .toList());
  }

  /** Remembers a dictionary that a segment was found with, if there is room. */
  void found(ZstdDictionary dictionary, int wanted) {
    Known found = new Known(dictionary.content(), wanted);
    known.updateAndGet(
        before ->
            before.size() >= REMEMBERED || before.contains(found)
                ? before
                : Stream.concat(before.stream(), Stream.of(found)).toList());
  }

  /**
   * The dictionary for blocks like these, retained for the caller, or null if they should do
   * without. One that is there already is preferred to a new one that is little better. Writers
   * that start together wait here for the first one's choice.
   *
   * @param wanted false once nobody wants it any more: then this throws as soon as it sees that
   */
  ZstdDictionary choose(List<byte[]> blocks, ZstdSettings settings, BooleanSupplier wanted)
      throws IOException {
    synchronized (choosing) {
      ZstdDictionaryTrainer trainer = new ZstdDictionaryTrainer(settings.level(), blocks, wanted);
      return choose(trainer, settings, true);
    }
  }

  /** The same without making a new one. */
  ZstdDictionary chooseKnown(List<byte[]> blocks, ZstdSettings settings) throws IOException {
    ZstdDictionaryTrainer trainer = new ZstdDictionaryTrainer(settings.level(), blocks, () -> true);
    return choose(trainer, settings, false);
  }

  /** Tells an operator that a choice failed: once for each kind of failure and directory. */
  void warn(String segment, Exception failure) {
    Logger logger = System.getLogger(LOGGER);
    if (logger.isLoggable(Level.WARNING) && told.add(failure.getClass())) {
      // Only of what should not happen it matters where it did.
      Throwable trace = failure instanceof IOException ? null : failure;
      logger.log(
          Level.WARNING,
          "No dictionary could be chosen for stored fields of segment "
              + segment
              + ", which is whole all the same but may take more disk: "
              + failure,
          trace);
    }
  }

  private ZstdDictionary choose(
      ZstdDictionaryTrainer trainer, ZstdSettings settings, boolean mayTrain) throws IOException {
    long plainBytes = trainer.compressedBytes(null);
    Candidate best = new Candidate(null, plainBytes);
    boolean success = false;
    try {
      for (Known each : known.get()) {
        if (each.wantedBytes == settings.dictionaryBytes()) {
          best = orKnown(best, each, trainer);
        }
      }
      int gain = ZstdDictionaryTrainer.gainPerMille(plainBytes, best.bytes);
      if (mayTrain
          && (best.dictionary == null || !ZstdDictionaryTrainer.fits(best.dictionary, gain))) {
        ZstdDictionary made = trainer.train(settings.dictionaryBytes(), plainBytes);
        if (made != null) {
          best = best.orBetter(made, trainer, ZstdDictionaryTrainer.MIN_BETTER_PERCENT);
        }
      }
      if (best.dictionary != null) {
        trainer.findCheaper(best.dictionary, best.bytes, settings.dictionaryBytes());
        use(best.dictionary, settings.dictionaryBytes());
      }
      success = true;
      return best.dictionary;
    } finally {
      if (!success) {
        best.release();
      }
    }
  }

  /** The better one; a known one that is damaged is forgotten: its own segment's readers tell. */
  private Candidate orKnown(Candidate best, Known other, ZstdDictionaryTrainer trainer)
      throws IOException {
    try {
      return best.orBetter(ZstdDictionary.share(other.packed), trainer, 0);
    } catch (
        @SuppressWarnings("unused")
        CorruptIndexException e) {
      known.updateAndGet(before -> before.stream().filter(each -> !each.equals(other)).toList());
      return best;
    }
  }

  /** A dictionary that is retained, or null, and what blocks take with it. */
  private record Candidate(ZstdDictionary dictionary, long bytes) {
    /** This one or another, which must be better by so many percent; the loser is released. */
    Candidate orBetter(ZstdDictionary other, ZstdDictionaryTrainer trainer, int minPercent)
        throws IOException {
      boolean better = false;
      try {
        long otherBytes = trainer.compressedBytes(other);
        better = 100 * otherBytes < (100 - minPercent) * bytes;
        if (!better) {
          return this;
        }
        release();
        return new Candidate(other, otherBytes);
      } finally {
        if (!better) {
          other.release();
        }
      }
    }

    void release() {
      if (dictionary != null) {
        dictionary.release();
      }
    }
  }
}
