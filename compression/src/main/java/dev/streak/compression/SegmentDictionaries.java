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

import static dev.streak.compression.StoredFieldsDescriptor.MAX_ALL_DICTIONARIES_BYTES;
import static dev.streak.compression.StoredFieldsDescriptor.MAX_DICTIONARIES;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;

/**
 * The dictionaries of a segment that is open for reading, and which blocks they are of. Readers
 * share one copy of equal dictionaries; the reader that opened the segment holds the references.
 */
final class SegmentDictionaries {
  private final List<ZstdDictionary> dictionaries;
  private final ZstdDictionaryStretches stretches;

  /** Whether the reader was closed; its clones may be in use. */
  private volatile boolean released;

  private SegmentDictionaries(
      List<ZstdDictionary> dictionaries, ZstdDictionaryStretches stretches) {
    this.dictionaries = dictionaries;
    this.stretches = stretches;
  }

  /** Reads them from where they stand in the meta file. */
  static SegmentDictionaries read(IndexInput in, long blocks) throws IOException {
    int count = in.readVInt();
    if (count < 0 || count > MAX_DICTIONARIES) {
      throw new CorruptIndexException(
          "number of dictionaries is " + count + ", must be 0 to " + MAX_DICTIONARIES, in);
    }
    List<PackedDictionary> packed = new ArrayList<>();
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      PackedDictionary dictionary = PackedDictionary.read(in);
      bytes += dictionary.length();
      if (bytes > MAX_ALL_DICTIONARIES_BYTES) {
        throw new CorruptIndexException(
            "length of all dictionaries is "
                + bytes
                + ", must be 0 to "
                + MAX_ALL_DICTIONARIES_BYTES,
            in);
      }
      packed.add(dictionary);
    }
    ZstdDictionaryStretches stretches = ZstdDictionaryStretches.read(in, blocks, count);
    List<ZstdDictionary> shared = new ArrayList<>(count);
    boolean success = false;
    try {
      for (PackedDictionary each : packed) {
        shared.add(ZstdDictionary.share(each));
      }
      SegmentDictionaries dictionaries = new SegmentDictionaries(shared, stretches);
      success = true;
      return dictionaries;
    } finally {
      if (success == false) {
        shared.forEach(ZstdDictionary::release);
      }
    }
  }

  List<ZstdDictionary> all() {
    return dictionaries;
  }

  /** The dictionary of a block, or null. */
  ZstdDictionary of(long block) {
    int number = stretches.number(block);
    return number == 0 ? null : dictionaries.get(number - 1);
  }

  /** The first block behind this one that may have another dictionary. */
  long endOfStretch(long block) {
    return stretches.end(block);
  }

  boolean isReleased() {
    return released;
  }

  void release() {
    released = true;
    dictionaries.forEach(ZstdDictionary::release);
  }
}
