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
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.StringHelper;

/**
 * A dictionary as it is stored, which is deflated: it consists of pieces of documents, and every
 * segment carries one. Deflated by the JDK, because opening a segment needs no native library; and
 * opened where it is used, because many segments are opened that nobody fetches from.
 */
final class PackedDictionary {
  /** More than Deflate makes of incompressible bytes. */
  private static final int MAX_GROWTH = 64;

  private final byte[] packed;
  private final int length;
  private final int gainPerMille;

  /** Where it was read, for messages; no part of its identity. */
  private final String source;

  private PackedDictionary(byte[] packed, int length, int gainPerMille, String source) {
    this.packed = packed;
    this.length = length;
    this.gainPerMille = gainPerMille;
    this.source = source;
  }

  static PackedDictionary pack(byte[] bytes) {
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    try {
      deflater.setInput(bytes);
      deflater.finish();
      byte[] packed = new byte[bytes.length + bytes.length / 1000 + MAX_GROWTH];
      int packedLength = deflater.deflate(packed);
      assert deflater.finished() : packedLength + " of " + packed.length;
      return new PackedDictionary(
          Arrays.copyOf(packed, packedLength), bytes.length, 0, "a dictionary just made");
    } finally {
      deflater.end();
    }
  }

  PackedDictionary withGain(int newGainPerMille) {
    return new PackedDictionary(packed, length, newGainPerMille, source);
  }

  /** The dictionary itself. */
  byte[] unpack() throws CorruptIndexException {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(packed);
      byte[] bytes = new byte[length];
      int got = inflater.inflate(bytes);
      if (got != length || inflater.getRemaining() > 0) {
        throw new CorruptIndexException(
            "length of the dictionary is " + got + ", must be " + length, source);
      }
      return bytes;
    } catch (DataFormatException e) {
      throw new CorruptIndexException("dictionary cannot be inflated", source, e);
    } finally {
      inflater.end();
    }
  }

  /** What a dictionary fails with that Zstandard does not take. */
  CorruptIndexException damagedTables(Throwable failure) {
    return new CorruptIndexException(
        "dictionary of " + length + " bytes is none, must be one that Zstandard can prepare",
        source,
        failure);
  }

  /** Bytes of the dictionary itself. */
  int length() {
    return length;
  }

  /** Saving on the data it was made from, in thousandths; see {@link ZstdDictionaryTrainer}. */
  int gainPerMille() {
    return gainPerMille;
  }

  void write(IndexOutput out) throws IOException {
    out.writeVInt(length);
    out.writeVInt(gainPerMille);
    out.writeVInt(packed.length);
    out.writeBytes(packed, 0, packed.length);
  }

  /** Reads what {@link #write} wrote. */
  static PackedDictionary read(IndexInput in) throws IOException {
    int length = in.readVInt();
    if (length <= 0 || length > ZstdSettings.MAX_DICTIONARY_BYTES) {
      throw new CorruptIndexException(
          "length of the dictionary is "
              + length
              + ", must be 1 to "
              + ZstdSettings.MAX_DICTIONARY_BYTES,
          in);
    }
    int gainPerMille = in.readVInt();
    int packedLength = in.readVInt();
    if (packedLength <= 0 || packedLength > in.length() - in.getFilePointer()) {
      throw new CorruptIndexException(
          "length of the packed dictionary is "
              + packedLength
              + ", must be 1 to "
              + (in.length() - in.getFilePointer()),
          in);
    }
    byte[] packed = new byte[packedLength];
    in.readBytes(packed, 0, packedLength);
    return new PackedDictionary(packed, length, gainPerMille, in.toString());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PackedDictionary that
        && length == that.length
        && gainPerMille == that.gainPerMille
        && Arrays.equals(packed, that.packed);
  }

  @Override
  public int hashCode() {
    return StringHelper.murmurhash3_x86_32(packed, 0, packed.length, gainPerMille);
  }
}
