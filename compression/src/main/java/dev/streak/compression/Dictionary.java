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

import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.util.StringHelper;

/**
 * A dictionary in memory. Equal dictionaries are one object in the process, so that a hundred
 * segments that share a dictionary hold it once, and whether two segments' frames may be mixed is a
 * comparison of references. Counted: {@link #share} and {@link #tryRetain} take a reference, {@link
 * #release} gives it back, the last one frees the native parts.
 *
 * <p>Native parts are made when first asked for; holding a dictionary needs no native library.
 */
final class Dictionary {
  /** Dictionaries in use by content; guarded by itself, as are the prepared parts. */
  private static final Map<Content, Dictionary> SHARED = new HashMap<>();

  private final Content content;

  /** Saving on the data it was trained for, in thousandths; see {@link DictionaryTrainer}. */
  private final int gainPerMille;

  private final AtomicInteger references = new AtomicInteger(1);

  private volatile ZstdDictDecompress forReading;
  private final Map<Integer, ZstdDictCompress> forWriting = new HashMap<>();

  private static final class Content {
    final byte[] bytes;
    final int gainPerMille;

    Content(byte[] bytes, int gainPerMille) {
      this.bytes = bytes;
      this.gainPerMille = gainPerMille;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Content that
          && gainPerMille == that.gainPerMille
          && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
      return StringHelper.murmurhash3_x86_32(bytes, 0, bytes.length, gainPerMille);
    }
  }

  private Dictionary(Content content) {
    this.content = content;
    this.gainPerMille = content.gainPerMille;
  }

  /** The one dictionary of this content, retained for the caller. */
  static Dictionary share(byte[] bytes, int gainPerMille) {
    Content content = new Content(bytes, gainPerMille);
    synchronized (SHARED) {
      Dictionary dictionary = SHARED.get(content);
      // One whose last reference is just going is left to its fate.
      if (dictionary == null || !dictionary.tryRetain()) {
        dictionary = new Dictionary(content);
        SHARED.put(dictionary.content, dictionary);
      }
      return dictionary;
    }
  }

  /** Number of different dictionaries that somebody holds. */
  static int sharedCount() {
    synchronized (SHARED) {
      return SHARED.size();
    }
  }

  /** Takes one more reference of a dictionary that the caller already holds. */
  Dictionary retain() {
    boolean alive = tryRetain();
    assert alive : "retained after the last release";
    return this;
  }

  /** Takes a reference unless the last one is gone. */
  boolean tryRetain() {
    int count = references.get();
    while (count > 0) {
      int witness = references.compareAndExchange(count, count + 1);
      if (witness == count) {
        return true;
      }
      count = witness;
    }
    return false;
  }

  void release() {
    int left = references.decrementAndGet();
    assert left >= 0 : "references=" + left;
    if (left == 0) {
      synchronized (SHARED) {
        SHARED.remove(content, this);
        free();
      }
    }
  }

  private void free() {
    int length = content.bytes.length;
    if (forReading != null) {
      forReading.close();
      forReading = null;
      NativeMemory.freed(
          NativeMemory.Kind.DECOMPRESSION_DICTIONARY,
          NativeMemory.decompressionDictionaryBytes(length));
    }
    for (Map.Entry<Integer, ZstdDictCompress> entry : forWriting.entrySet()) {
      entry.getValue().close();
      NativeMemory.freed(
          NativeMemory.Kind.COMPRESSION_DICTIONARY,
          NativeMemory.compressionDictionaryBytes(entry.getKey(), length));
    }
    forWriting.clear();
  }

  /** The bytes; not to be changed. */
  byte[] bytes() {
    return content.bytes;
  }

  int gainPerMille() {
    return gainPerMille;
  }

  /** Prepared for decompression; the caller holds a reference as long as it uses it. */
  ZstdDictDecompress forReading() {
    ZstdDictDecompress prepared = forReading;
    if (prepared == null) {
      synchronized (SHARED) {
        prepared = forReading;
        if (prepared == null) {
          prepared = new ZstdDictDecompress(content.bytes);
          NativeMemory.allocated(
              NativeMemory.Kind.DECOMPRESSION_DICTIONARY,
              NativeMemory.decompressionDictionaryBytes(content.bytes.length));
          forReading = prepared;
        }
      }
    }
    return prepared;
  }

  /** Prepared for compression at a level; the caller holds a reference as long as it uses it. */
  ZstdDictCompress forWriting(int level) {
    synchronized (SHARED) {
      return forWriting.computeIfAbsent(
          level,
          l -> {
            ZstdDictCompress prepared = new ZstdDictCompress(content.bytes, l);
            NativeMemory.allocated(
                NativeMemory.Kind.COMPRESSION_DICTIONARY,
                NativeMemory.compressionDictionaryBytes(l, content.bytes.length));
            return prepared;
          });
    }
  }
}
