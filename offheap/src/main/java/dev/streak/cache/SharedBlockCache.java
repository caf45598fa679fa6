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
package dev.streak.cache;

import dev.streak.cache.blocks.BlockPool;
import dev.streak.cache.blocks.BlockStore;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The cache of the JVM: made when first asked for, from system properties, and shown in JMX. */
final class SharedBlockCache {
  static final String BYTES = BlockStore.BYTES_PROPERTY;
  static final String ENABLED = "dev.streak.cache.enabled";
  static final String SLAB_BYTES = "dev.streak.cache.slabBytes";
  static final String DEBUG = "dev.streak.cache.debug";

  private static BlockCache shared;

  private SharedBlockCache() {}

  static synchronized BlockCache get() {
    if (shared == null) {
      shared = build(System::getProperty);
      BlockCacheManagement.register();
    }
    return shared;
  }

  static synchronized BlockCache set(BlockCache cache) {
    Objects.requireNonNull(cache, "cache").ensureOpen();
    BlockCache before = get();
    shared = cache;
    return before;
  }

  static BlockCache build(UnaryOperator<String> properties) {
    BlockCacheBuilder builder = configured(properties);
    String slabBytes = properties.apply(SLAB_BYTES);
    // Pieces larger than the cache are refused last: its size may come from the machine.
    return slabBytes == null ? builder.build() : apply(SLAB_BYTES, slabBytes, builder::build);
  }

  private static BlockCacheBuilder configured(UnaryOperator<String> properties) {
    BlockCacheBuilder builder = BlockCache.builder();
    String bytes = properties.apply(BYTES);
    if (bytes != null) {
      long parsed = parseBytes(BYTES, bytes);
      apply(BYTES, bytes, () -> builder.capacityBytes(parsed));
    }
    String slabBytes = properties.apply(SLAB_BYTES);
    if (slabBytes != null) {
      long parsed = parseBytes(SLAB_BYTES, slabBytes);
      apply(SLAB_BYTES, slabBytes, () -> builder.slabBytes(BlockPool.checkedSlabBytes(parsed)));
    }
    String enabled = properties.apply(ENABLED);
    if (enabled != null) {
      builder.enabled(parseBoolean(ENABLED, enabled));
    }
    String debug = properties.apply(DEBUG);
    if (debug != null) {
      builder.debug(parseBoolean(DEBUG, debug));
    }
    return builder;
  }

  /** Who set a property knows its name and not the builder's. */
  private static <T> T apply(String name, String value, Supplier<T> setting) {
    try {
      return setting.get();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + "=" + value + ": " + e.getMessage(), e);
    }
  }

  private static long parseBytes(String name, String value) {
    String digits = value.strip().toLowerCase(Locale.ROOT);
    int shift = 0;
    if (digits.isEmpty() == false) {
      int unit = "kmg".indexOf(digits.charAt(digits.length() - 1));
      if (unit >= 0) {
        shift = 10 * (unit + 1);
        digits = digits.substring(0, digits.length() - 1);
      }
    }
    try {
      BigInteger bytes = new BigInteger(digits).shiftLeft(shift);
      // Whoever takes the number says how large it may be.
      return bytes
          .min(BigInteger.valueOf(Long.MAX_VALUE))
          .max(BigInteger.valueOf(Long.MIN_VALUE))
          .longValue();
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          name
              + " must be a number of bytes, with k, m or g behind it if you like: "
              + name
              + "="
              + value,
          e);
    }
  }

  private static boolean parseBoolean(String name, String value) {
    return switch (value.strip()) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new IllegalArgumentException(
              name + " must be true or false: " + name + "=" + value);
    };
  }
}
