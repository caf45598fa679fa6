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
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.longlong.ImmutableLongBitmapDataProvider;
import org.roaringbitmap.longlong.Roaring64NavigableMap;

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
    Objects.requireNonNull(serialized, "serialized");
    Roaring64NavigableMap ids = new Roaring64NavigableMap();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized))) {
      ids.deserializePortable(in);
      if (serialized[Long.BYTES - 1] < 0) {
        // The library takes a negative number of bitmaps for none.
        throw new IOException("a negative number of bitmaps");
      }
    } catch (IOException | RuntimeException e) {
      throw notABitmap(serialized, 64, e);
    }
    return query(field, ids);
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
