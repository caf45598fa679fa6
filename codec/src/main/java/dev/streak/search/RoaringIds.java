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
package dev.streak.search;

import dev.streak.queryterms.DistinctTerms;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.buffer.ImmutableRoaringBitmap;
import org.roaringbitmap.longlong.ImmutableLongBitmapDataProvider;

/**
 * Makes {@link RunTermsQuery} from sets of ids that are RoaringBitmaps. The only class that needs
 * the RoaringBitmap library, which is an optional dependency.
 */
public final class RoaringIds {

  private RoaringIds() {}

  /** Matches the decimal terms of {@code ids}, which are taken as unsigned. */
  @SuppressWarnings("exports") // Not "requires transitive": users without the library must compile.
  public static RunTermsQuery query(String field, RoaringBitmap ids) {
    Objects.requireNonNull(ids, "ids");
    Filler filler = new Filler(ids.getLongCardinality());
    ids.forEach((int id) -> filler.add(Integer.toUnsignedLong(id)));
    return RunTermsQuery.ofOwnedIds(field, filler.all());
  }

  /** Matches the decimal terms of {@code ids}, which are taken as signed. */
  @SuppressWarnings("exports") // As above.
  public static RunTermsQuery query(String field, ImmutableLongBitmapDataProvider ids) {
    Filler filler = new Filler(Objects.requireNonNull(ids, "ids").getLongCardinality());
    ids.forEach(filler::add);
    return RunTermsQuery.ofOwnedIds(field, filler.all());
  }

  /**
   * As {@link #query(String, RoaringBitmap)}, from the portable serialized form of 32-bit
   * RoaringBitmaps, the same in all languages.
   *
   * @throws IllegalArgumentException if the bytes are not such a form
   */
  public static RunTermsQuery querySerialized32(String field, byte[] serialized) {
    Objects.requireNonNull(serialized, "serialized");
    RoaringBitmap ids = new RoaringBitmap();
    try {
      ids.deserialize(ByteBuffer.wrap(serialized));
      // The mutable one says how long it would be, written by this library.
      ImmutableRoaringBitmap asWritten = new ImmutableRoaringBitmap(ByteBuffer.wrap(serialized));
      checkEnd(serialized.length - asWritten.serializedSizeInBytes());
    } catch (IOException | RuntimeException e) {
      throw notABitmap(serialized, 32, e);
    }
    return query(field, ids);
  }

  /**
   * As {@link #query(String, ImmutableLongBitmapDataProvider)}, from the portable serialized form
   * of 64-bit RoaringBitmaps, the same in all languages.
   *
   * @throws IllegalArgumentException if the bytes are not such a form
   */
  public static RunTermsQuery querySerialized64(String field, byte[] serialized) {
    return RunTermsQuery.ofOwnedIds(field, ids64(serialized));
  }

  /**
   * How many ids a portable serialized form of 64-bit RoaringBitmaps says that it holds. Takes no
   * memory, so that a limit can be asked before {@link #ids64}.
   *
   * @throws IllegalArgumentException if the bytes are not such a form
   */
  public static long count64(byte[] serialized) {
    long[] count = new long[1];
    forEachBitmap(serialized, (high, low) -> count[0] += low.getLongCardinality());
    return count[0];
  }

  /**
   * The ids of a portable serialized form of 64-bit RoaringBitmaps, taken as signed, in an order of
   * its own. Takes the memory of the array: ids that lie far apart have a bitmap each, and each as
   * an object takes 200 bytes.
   *
   * @throws IllegalArgumentException if the bytes are not such a form
   */
  public static long[] ids64(byte[] serialized) {
    Filler filler = new Filler(count64(serialized));
    forEachBitmap(
        serialized,
        (high, low) -> low.forEach((int id) -> filler.add(high | Integer.toUnsignedLong(id))));
    return filler.all();
  }

  /** Reads one bitmap after the other where it stands. */
  private static void forEachBitmap(byte[] serialized, BitmapConsumer consumer) {
    Objects.requireNonNull(serialized, "serialized");
    ByteBuffer in = ByteBuffer.wrap(serialized).order(ByteOrder.LITTLE_ENDIAN);
    try {
      long bitmaps = in.getLong();
      if (bitmaps < 0) {
        throw new IOException("a negative number of bitmaps");
      }
      for (long i = 0; i < bitmaps; i++) {
        long high = (long) in.getInt() << Integer.SIZE;
        ImmutableRoaringBitmap low = new ImmutableRoaringBitmap(in.slice());
        in.position(in.position() + low.serializedSizeInBytes());
        consumer.accept(high, low);
      }
      checkEnd(in.remaining());
    } catch (IOException | RuntimeException e) {
      throw notABitmap(serialized, 64, e);
    }
  }

  private static void checkEnd(int bytesLeft) throws IOException {
    if (bytesLeft != 0) {
      throw new IOException("bytes behind it: " + bytesLeft);
    }
  }

  private interface BitmapConsumer {
    void accept(long high, ImmutableRoaringBitmap low);
  }

  /** A bitmap of damaged bytes may hold billions of ids more than it says, or fewer. */
  private static final class Filler {
    private final long[] ids;
    private int count;

    Filler(long cardinality) {
      ids = new long[checkedSize(cardinality)];
    }

    void add(long id) {
      if (count == ids.length) {
        throw damaged("more");
      }
      ids[count++] = id;
    }

    long[] all() {
      if (count != ids.length) {
        throw damaged(Integer.toString(count));
      }
      return ids;
    }

    private IllegalArgumentException damaged(String found) {
      return new IllegalArgumentException(
          "ids must hold as many as they say, or the bitmap is damaged: cardinality="
              + ids.length
              + " ids="
              + found);
    }
  }

  private static int checkedSize(long cardinality) {
    if (cardinality < 0) {
      throw new IllegalArgumentException(
          "ids must hold some or none, or the bitmap is damaged: cardinality=" + cardinality);
    }
    if (cardinality > DistinctTerms.MAX_TERMS) {
      throw new IllegalArgumentException(
          "ids must hold at most " + DistinctTerms.MAX_TERMS + " ids: cardinality=" + cardinality);
    }
    return (int) cardinality;
  }

  private static IllegalArgumentException notABitmap(byte[] serialized, int bits, Exception cause) {
    return new IllegalArgumentException(
        "serialized must be a portable "
            + bits
            + "-bit RoaringBitmap: length="
            + serialized.length
            + ", "
            + cause,
        cause);
  }
}
