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

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Sizes and properties: taken as meant, or refused with name, value and range. */
public class TestCacheSettings extends LuceneTestCase {

  private static final long GIB = 1L << 30;

  public void testRefusesAbsurdSizes() {
    try (BlockCache cache = BlockCache.builder().capacityBytes(1 << 16).build()) {
      for (long bytes :
          new long[] {Long.MIN_VALUE, -1, 0, 1, 65_535, (1L << 44) + 1, Long.MAX_VALUE}) {
        Exception refusal =
            expectThrows(
                IllegalArgumentException.class, () -> BlockCache.builder().capacityBytes(bytes));
        assertTrue(refusal.getMessage(), refusal.getMessage().contains("capacityBytes=" + bytes));
        assertTrue(refusal.getMessage(), refusal.getMessage().contains("[65536, 17592186044416]"));
        expectThrows(IllegalArgumentException.class, () -> cache.setCapacityBytes(bytes));
      }
    }
    for (int bytes : new int[] {Integer.MIN_VALUE, -1, 0, 100, 4097, Integer.MAX_VALUE}) {
      expectThrows(IllegalArgumentException.class, () -> BlockCache.builder().slabBytes(bytes));
    }
    expectThrows(
        IllegalArgumentException.class,
        () -> BlockCache.builder().capacityBytes(1 << 16).slabBytes(1 << 17).build());
  }

  /** Also one that the machine has, and not somebody who likes round numbers. */
  public void testAnySizeHasPieces() {
    for (int i = 0; i < 100; i++) {
      long bytes = (1 << 16) + random().nextLong(i % 2 == 0 ? 1 << 18 : 1 << 27);
      try (BlockCache cache = BlockCache.builder().capacityBytes(bytes).build()) {
        assertEquals(bytes, cache.capacityBytes());
      }
    }
    BlockCache.builder().capacityBytes(1 << 16).slabBytes(1 << 16).build().close();
  }

  public void testAClosedCacheStaysClosed() {
    BlockCache cache = BlockCache.builder().capacityBytes(1 << 20).build();
    cache.close();
    cache.close();
    for (ThrowingRunnable change :
        List.<ThrowingRunnable>of(
            () -> cache.setEnabled(true),
            () -> cache.setCapacityBytes(1 << 21),
            () -> BlockCache.setShared(cache))) {
      AlreadyClosedException e = expectThrows(AlreadyClosedException.class, change);
      assertEquals("this cache is closed", e.getMessage());
    }
    assertFalse(cache.isEnabled());
    assertEquals(1 << 20, cache.capacityBytes());
    assertEquals(0, cache.stats().usedBytes());
    assertNotSame(cache, BlockCache.shared());
  }

  public void testPropertiesAreTaken() {
    Map<String, String> properties = new HashMap<>();
    properties.put("dev.streak.cache.bytes", " 3M ");
    properties.put("dev.streak.cache.enabled", "false");
    properties.put("dev.streak.cache.slabBytes", "128k");
    try (BlockCache cache = SharedBlockCache.build(properties::get)) {
      assertEquals(3 << 20, cache.capacityBytes());
      assertFalse(cache.isEnabled());
    }
    properties.put("dev.streak.cache.bytes", "2g");
    properties.put("dev.streak.cache.enabled", "true");
    try (BlockCache cache = SharedBlockCache.build(properties::get)) {
      assertEquals(2 * GIB, cache.capacityBytes());
      assertTrue(cache.isEnabled());
    }
  }

  public void testWithoutPropertiesTheMachineDecides() {
    try (BlockCache cache = SharedBlockCache.build(name -> null)) {
      assertEquals(DefaultCapacity.bytes(), cache.capacityBytes());
      assertTrue(cache.isEnabled());
    }
  }

  public void testPropertiesThatCannotBeUnderstood() {
    String[][] wrong = {
      {"dev.streak.cache.bytes", "many"},
      {"dev.streak.cache.bytes", ""},
      {"dev.streak.cache.bytes", "9999999999999g"},
      {"dev.streak.cache.bytes", "-1"},
      {"dev.streak.cache.slabBytes", "1x"},
      {"dev.streak.cache.slabBytes", "99g"},
      {"dev.streak.cache.slabBytes", "-4194296k"},
      {"dev.streak.cache.enabled", "yes"},
      {"dev.streak.cache.debug", "1"},
    };
    for (String[] property : wrong) {
      Exception refusal =
          expectThrows(
              IllegalArgumentException.class,
              () -> SharedBlockCache.build(name -> name.equals(property[0]) ? property[1] : null));
      String said = refusal.getMessage();
      assertTrue(said, said.contains(property[0] + "=" + property[1]));
    }
  }

  public void testNumbersBeyondALong() {
    for (String value : new String[] {"9999999999999g", "-9999999999999g", "1" + "0".repeat(30)}) {
      Map<String, String> properties = Map.of("dev.streak.cache.bytes", value);
      Exception refusal =
          expectThrows(
              IllegalArgumentException.class, () -> SharedBlockCache.build(properties::get));
      String said = refusal.getMessage();
      assertTrue(said, said.startsWith("dev.streak.cache.bytes=" + value + ": capacityBytes must"));
    }
  }

  public void testPiecesBeyondAnInt() {
    Map<String, String> properties = Map.of("dev.streak.cache.slabBytes", "2g");
    Exception refusal =
        expectThrows(IllegalArgumentException.class, () -> SharedBlockCache.build(properties::get));
    assertEquals(
        "dev.streak.cache.slabBytes=2g: slabBytes must be a multiple of 64 in"
            + " [4096, 1073741824]: slabBytes=2147483648",
        refusal.getMessage());
  }

  /** Each is allowed by itself; the size of the cache may even come from the machine. */
  public void testPiecesLargerThanTheCache() {
    Map<String, String> properties =
        Map.of("dev.streak.cache.bytes", "1m", "dev.streak.cache.slabBytes", "2m");
    Exception refusal =
        expectThrows(IllegalArgumentException.class, () -> SharedBlockCache.build(properties::get));
    String said = refusal.getMessage();
    assertTrue(said, said.startsWith("dev.streak.cache.slabBytes=2m: "));
    assertTrue(said, said.endsWith("capacityBytes=1048576"));
  }

  public void testDefaultCapacity() {
    // An eighth of what the heap leaves over.
    assertEquals(GIB, DefaultCapacity.of(12 * GIB, 4 * GIB, 4 * GIB));
    // Half of what the JVM allows for direct memory, where that is less.
    assertEquals(GIB / 4, DefaultCapacity.of(12 * GIB, 4 * GIB, GIB / 2));
    // A heap as large as the machine leaves the least.
    assertEquals(1 << 16, DefaultCapacity.of(4 * GIB, 4 * GIB, 4 * GIB));
    assertEquals(1 << 16, DefaultCapacity.of(2 * GIB, 4 * GIB, 4 * GIB));
  }
}
