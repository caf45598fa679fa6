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

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BitUtil;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.longlong.Roaring64Bitmap;
import org.roaringbitmap.longlong.Roaring64NavigableMap;

public class TestRoaringIds extends LuceneTestCase {

  private static final String FIELD = "shop";

  public void test32Bits() throws IOException {
    RoaringBitmap ids = RoaringBitmap.bitmapOf(7, 5, 1 << 20, -1);
    ids.add(100_000L, 200_000L);
    ids.runOptimize();
    long[] expected = new long[100_004];
    int next = 0;
    for (int id : new int[] {5, 7, 1 << 20}) {
      expected[next++] = id;
    }
    expected[next++] = 0xFFFF_FFFFL;
    for (long id = 100_000; id < 200_000; id++) {
      expected[next++] = id;
    }
    RunTermsQuery query = RoaringIds.query(FIELD, ids);
    assertEquals(RunTermsQuery.ofIds(FIELD, expected), query);
    ByteBuffer buffer = ByteBuffer.allocate(ids.serializedSizeInBytes());
    ids.serialize(buffer);
    assertEquals(query, RoaringIds.querySerialized32(FIELD, buffer.array()));
  }

  public void test64Bits() throws IOException {
    long[] ids = random().longs(1000).toArray();
    RunTermsQuery expected = RunTermsQuery.ofIds(FIELD, ids);
    Roaring64Bitmap bitmap = new Roaring64Bitmap();
    Roaring64NavigableMap map = new Roaring64NavigableMap();
    for (long id : ids) {
      bitmap.addLong(id);
      map.addLong(id);
    }
    assertEquals(expected, RoaringIds.query(FIELD, bitmap));
    assertEquals(expected, RoaringIds.query(FIELD, map));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    map.serializePortable(new DataOutputStream(bytes));
    assertEquals(expected, RoaringIds.querySerialized64(FIELD, bytes.toByteArray()));
    assertEquals(map.getLongCardinality(), RoaringIds.count64(bytes.toByteArray()));
  }

  /** It would be answered as if it held the id 0, or fail with an array's error. */
  public void testRefusesBitmapsThatHoldMoreOrLessThanTheySay() throws IOException {
    RoaringBitmap ids = new RoaringBitmap();
    Roaring64NavigableMap map = new Roaring64NavigableMap();
    for (int i = 0; i < 5_000; i++) {
      ids.add(3 * i + 1);
      map.addLong(3 * i + 1);
    }
    byte[] narrow = new byte[ids.serializedSizeInBytes()];
    ids.serialize(ByteBuffer.wrap(narrow));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    map.serializePortable(new DataOutputStream(bytes));
    byte[] wide = bytes.toByteArray();
    for (int said : new int[] {4_999, 5_001}) {
      // Behind the cookie, the number of containers and the key of the first; less one.
      BitUtil.VH_LE_SHORT.set(narrow, 10, (short) (said - 1));
      // And behind the number of bitmaps and the high bits of the first.
      BitUtil.VH_LE_SHORT.set(wide, 22, (short) (said - 1));
      for (ThrowingRunnable query :
          List.<ThrowingRunnable>of(
              () -> RoaringIds.querySerialized32(FIELD, narrow),
              () -> RoaringIds.querySerialized64(FIELD, wide))) {
        IllegalArgumentException e = expectThrows(IllegalArgumentException.class, query);
        String message = e.getMessage();
        assertTrue(
            message,
            message.endsWith("cardinality=" + said + (said < 5_000 ? " ids=more" : " ids=5000")));
      }
    }
  }

  /** So many ids that the library's count of them is negative; 4 billion in 256 kB. */
  public void testRefusesRunsThatOverlap() throws IOException {
    int runs = 0xFFFF;
    ByteBuffer narrow = ByteBuffer.allocate(11 + 4 * runs).order(ByteOrder.LITTLE_ENDIAN);
    // One container, of runs: cookie and flag, key and cardinality, number of runs.
    narrow.putInt(12347).put((byte) 1).putShort((short) 0).putShort((short) 0);
    narrow.putShort((short) runs);
    for (int i = 0; i < runs; i++) {
      narrow.putShort((short) 0).putShort((short) 0xFFFF);
    }
    ByteBuffer wide = ByteBuffer.allocate(12 + narrow.capacity()).order(ByteOrder.LITTLE_ENDIAN);
    wide.putLong(1).putInt(0).put(narrow.array());
    for (ThrowingRunnable query :
        List.<ThrowingRunnable>of(
            () -> RoaringIds.querySerialized32(FIELD, narrow.array()),
            () -> RoaringIds.querySerialized64(FIELD, wide.array()))) {
      String message = expectThrows(IllegalArgumentException.class, query).getMessage();
      assertTrue(
          message,
          message.endsWith("cardinality=-65536") || message.endsWith("cardinality=1 ids=more"));
    }
  }

  /** Ids that lie far apart have a bitmap each, and there may be bitmaps without any. */
  public void testIdsFarApart() {
    int count = 2_000;
    long[] expected = new long[count];
    ByteBuffer sparse = ByteBuffer.allocate(8 + 34 * count).order(ByteOrder.LITTLE_ENDIAN);
    sparse.putLong(2 * count);
    for (int i = 0; i < count; i++) {
      expected[i] = ((long) (i - count / 2) << 32) + 7;
      // High bits; cookie, one container, its key, its one id, at byte 16.
      sparse.putInt(i - count / 2).putInt(12346).putInt(1).putShort((short) 0).putShort((short) 0);
      sparse.putInt(16).putShort((short) 7);
      // High bits; cookie, no container.
      sparse.putInt(i).putInt(12346).putInt(0);
    }
    assertEquals(count, RoaringIds.count64(sparse.array()));
    assertArrayEquals(expected, RoaringIds.ids64(sparse.array()));
    assertEquals(
        RunTermsQuery.ofIds(FIELD, expected), RoaringIds.querySerialized64(FIELD, sparse.array()));
  }

  /** Another library may write the form with runs where there are none. */
  public void testFormsThatThisLibraryWouldWriteShorterOrLonger() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(11).order(ByteOrder.LITTLE_ENDIAN);
    // Cookie and flags, key and cardinality, its one id.
    bytes.putInt(12347).put((byte) 0).putShort((short) 0).putShort((short) 0).putShort((short) 7);
    assertEquals(RunTermsQuery.ofIds(FIELD, 7), RoaringIds.querySerialized32(FIELD, bytes.array()));
    RoaringBitmap ids = new RoaringBitmap();
    for (int shape = 0; shape < 12; shape++) {
      ids.add((long) shape << 16, ((long) shape << 16) + 10_000);
      for (int i = 0; i < 10_000; i += shape + 2) {
        ids.add((20 + shape << 16) + i * 2);
      }
      if (random().nextBoolean()) {
        ids.runOptimize();
      }
      byte[] written = new byte[ids.serializedSizeInBytes()];
      ids.serialize(ByteBuffer.wrap(written));
      assertEquals(RoaringIds.query(FIELD, ids), RoaringIds.querySerialized32(FIELD, written));
    }
  }

  public void testRefusesWhatIsNoBitmap() throws IOException {
    RoaringBitmap ids = RoaringBitmap.bitmapOf(1, 2, 3, 1 << 20);
    ByteBuffer buffer = ByteBuffer.allocate(ids.serializedSizeInBytes());
    ids.serialize(buffer);
    for (int length = 0; length < buffer.capacity(); length++) {
      byte[] truncated = Arrays.copyOf(buffer.array(), length);
      expectThrows(
          IllegalArgumentException.class, () -> RoaringIds.querySerialized32(FIELD, truncated));
    }
    expectThrows(
        IllegalArgumentException.class,
        () -> RoaringIds.querySerialized64(FIELD, new byte[] {1, 2, 3}));
    for (int more : new int[] {1, 5, 100}) {
      byte[] longer = Arrays.copyOf(buffer.array(), buffer.capacity() + more);
      IllegalArgumentException e =
          expectThrows(
              IllegalArgumentException.class, () -> RoaringIds.querySerialized32(FIELD, longer));
      assertTrue(e.getMessage(), e.getMessage().contains("bytes behind it: " + more));
      byte[] wide = ByteBuffer.allocate(Long.BYTES + more).array();
      for (ThrowingRunnable use :
          List.<ThrowingRunnable>of(
              () -> RoaringIds.querySerialized64(FIELD, wide),
              () -> RoaringIds.count64(wide),
              () -> RoaringIds.ids64(wide))) {
        e = expectThrows(IllegalArgumentException.class, use);
        assertTrue(e.getMessage(), e.getMessage().contains("bytes behind it: " + more));
      }
    }
    byte[] fewerThanNone = new byte[Long.BYTES];
    Arrays.fill(fewerThanNone, (byte) -1);
    expectThrows(
        IllegalArgumentException.class, () -> RoaringIds.querySerialized64(FIELD, fewerThanNone));
  }
}
