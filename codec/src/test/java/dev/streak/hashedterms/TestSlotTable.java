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
package dev.streak.hashedterms;

import dev.streak.field.TermEntry;
import dev.streak.fieldkeys.FieldKeys;
import dev.streak.fieldkeys.KeySpool;
import dev.streak.fieldkeys.SlotCodeChoice;
import dev.streak.numbering.KeyNumbering;
import dev.streak.slots.SlotCode;
import dev.streak.slots.SlotGeometry;
import dev.streak.slots.UuidSlots;
import dev.streak.tables.KeyTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** Tables of slots beside a {@code HashMap}, and what their builder must do. */
public class TestSlotTable extends LuceneTestCase {

  /** A table that was written to a directory and is read from there. */
  private interface Check {
    void run(WrittenTable table, KeyTable keys) throws IOException;
  }

  /** The code of a table whose parts have so many keys. */
  private interface CodeOfParts {
    SlotCode of(int partKeys) throws IOException;
  }

  public void testOrdinalsBesideHashMap() throws IOException {
    for (int size : new int[] {1, 2, 3, 10, 100, 3000, 20_000}) {
      Map<Long, Long> expected = new HashMap<>();
      long[] keys = new long[size];
      for (int i = 0; i < size; i++) {
        do {
          keys[i] = random().nextLong() >> random().nextInt(40);
        } while (expected.putIfAbsent(keys[i], (long) i) != null);
      }
      withTable(
          keys,
          new long[size],
          partKeys -> SlotCode.tags(size),
          (table, found) -> {
            assertEquals(0, table.leftOut());
            int wrong = 0;
            for (int i = 0; i < size; i++) {
              assertEquals(i, found.get(keys[i], 0));
            }
            int asked = 20_000;
            for (int i = 0; i < asked; i++) {
              long absent = random().nextLong();
              if (expected.containsKey(absent) == false
                  && found.get(absent, 0) != KeyTable.ABSENT) {
                wrong++;
              }
            }
            assertTrue("false candidates: " + wrong + " of " + asked, wrong < asked / 100);
            checkBatch(table, found, expected, keys, false);
          });
    }
  }

  public void testExactBesideHashMap() throws IOException {
    for (int round = 0; round < 20; round++) {
      int size = TestUtil.nextInt(random(), 1, 4000);
      int keyShift = random().nextInt(30);
      int entryShift = random().nextInt(22);
      long base = random().nextLong();
      Map<Long, Long> expected = new HashMap<>();
      while (expected.size() < size) {
        expected.put(
            base + ((long) random().nextInt(1 << 30) << keyShift),
            1 + ((long) random().nextInt(1 << 20) << entryShift));
      }
      boolean wide = random().nextBoolean();
      if (wide) {
        expected.put(base - (1L << 62), 1L);
      }
      long[] keys = expected.keySet().stream().mapToLong(Long::longValue).toArray();
      long[] entries = Arrays.stream(keys).map(expected::get).toArray();
      long least = wide ? base - (1L << 62) : base;
      int shift = wide ? 0 : keyShift;
      long last = Arrays.stream(keys).map(key -> key - least).max().orElseThrow() >>> shift;
      long lastEntry = (Arrays.stream(entries).max().orElseThrow() - 1) >>> entryShift;
      SlotCode.Common commonKeys = new SlotCode.Common(least, shift, last);
      SlotCode.Common commonEntries = new SlotCode.Common(1, entryShift, lastEntry);
      withTable(
          keys,
          entries,
          partKeys -> exact(size, partKeys, commonKeys, commonEntries),
          (table, found) -> checkBatch(table, found, expected, keys, true));
    }
  }

  private static SlotCode exact(
      int size, int partKeys, SlotCode.Common keys, SlotCode.Common entries) {
    int lowBits = SlotGeometry.lowBits(size, partKeys, keys.bits());
    SlotCode code = SlotCode.exact(keys, entries, lowBits);
    assertEquals(lowBits, code.lowBits());
    return code;
  }

  /** Of all numbers that a key could be, none but the keys is found. */
  public void testEveryAbsentNumberIsAbsentWherePlacesTellBits() throws IOException {
    for (int bits : new int[] {1, 2, 5, 11, 16}) {
      int universe = 1 << bits;
      Map<Long, Long> expected = new HashMap<>();
      int size = TestUtil.nextInt(random(), 1, universe);
      while (expected.size() < size) {
        expected.putIfAbsent(100L + 2L * random().nextInt(universe), (long) expected.size());
      }
      expected.putIfAbsent(100L + 2L * (universe - 1), (long) expected.size());
      long[] keys = expected.keySet().stream().mapToLong(Long::longValue).toArray();
      long[] entries = Arrays.stream(keys).map(expected::get).toArray();
      SlotCode.Common common = new SlotCode.Common(100, 1, universe - 1);
      SlotCode.Common values = new SlotCode.Common(0, 0, keys.length);
      withTable(
          keys,
          entries,
          partKeys -> exact(keys.length, partKeys, common, values),
          (table, found) -> {
            long[] asked = new long[2 * universe + 200];
            long[] wanted = new long[asked.length];
            for (int i = 0; i < asked.length; i++) {
              asked[i] = i;
              wanted[i] = expected.getOrDefault((long) i, KeyTable.ABSENT);
              assertEquals(wanted[i], found.get(i, 0));
            }
            long[] payloads = new long[asked.length];
            found.get(asked, null, 0, asked.length, payloads);
            assertArrayEquals(wanted, payloads);
          });
    }
  }

  /** Of all keys that have numbers, none but those of the table is found, and no other key. */
  public void testNumberedBesideHashMap() throws IOException {
    for (int size : new int[] {1, 2, 10, 300, 5000}) {
      long last = TestUtil.nextInt(random(), size - 1, 20 * size);
      KeyNumbering numbering = numbering(last);
      Map<Long, Long> expected = new HashMap<>();
      while (expected.size() < size) {
        long number = expected.isEmpty() ? last : random().nextLong(last + 1);
        expected.putIfAbsent(number, TermEntry.ofRun(random().nextInt(50_000), 1));
      }
      long[] numbers = expected.keySet().stream().mapToLong(Long::longValue).toArray();
      long[] rests = Arrays.stream(numbers).map(TestSlotTable::restOfNumber).toArray();
      long[] keys = Arrays.stream(rests).map(rest -> KeyNumbering.fold(0, rest)).toArray();
      long[] entries = Arrays.stream(numbers).map(expected::get).toArray();
      SlotCode.Common common = new SlotCode.Common(1, 21, 50_000);
      withTable(
          keys,
          rests,
          entries,
          partKeys -> {
            int bits = SlotCode.commonOf(numbering).bits();
            return SlotCode.numbered(numbering, common, SlotGeometry.lowBits(size, partKeys, bits));
          },
          (table, found) -> {
            assertSame(TableShape.Layout.NUMBERED, table.shape().layout());
            assertEquals(0, table.leftOut());
            checkShape(table);
            int asked = (int) last + 300;
            long[] askedRests = new long[asked];
            long[] askedKeys = new long[asked];
            long[] wanted = new long[asked];
            for (int i = 0; i < asked; i++) {
              askedRests[i] = restOfNumber(i);
              // Some differ from keys in the half that is the same in all.
              boolean other = random().nextInt(5) == 0;
              askedKeys[i] =
                  KeyNumbering.fold(other ? 1L << random().nextInt(64) : 0, askedRests[i]);
              wanted[i] =
                  other ? KeyTable.ABSENT : expected.getOrDefault((long) i, KeyTable.ABSENT);
              assertEquals(wanted[i], found.get(askedKeys[i], askedRests[i]));
            }
            long[] payloads = new long[asked];
            found.get(askedKeys, askedRests, 0, asked, payloads);
            assertArrayEquals(wanted, payloads);
            checkOrdered(table, found, askedKeys, askedRests, 0, payloads);
          });
    }
  }

  /** Numbers from 0 to {@code last} and some more, which are in the lower half of keys. */
  private static KeyNumbering numbering(long last) {
    int bytes = (Long.SIZE - Long.numberOfLeadingZeros(last) + 7) / 8;
    long greatest = last | ((1L << (8 * Math.max(0, bytes - 1))) - 1);
    return KeyNumbering.of(
        List.of(new KeyNumbering.Bounds(0, restOfNumber(0), 0, restOfNumber(greatest))), List.of());
  }

  private static long restOfNumber(long number) {
    return number << Byte.SIZE | KeyNumbering.LENGTH_BYTE;
  }

  /** Keys with rests: the same keys with other rests, or rests with other keys, are absent. */
  public void testUuidsBesideHashMap() throws IOException {
    for (int size : new int[] {1, 2, 10, 300, 3000, 20_000}) {
      uuidsBesideHashMap(size, 17);
      uuidsBesideHashMap(size, UuidSlots.ANY_VERSION);
    }
  }

  private static void uuidsBesideHashMap(int size, long version) throws IOException {
    int docs = random().nextBoolean() ? size : 1_000_000;
    long[] keys = new long[size];
    long[] rests = new long[size];
    long[] entries = new long[size];
    for (int i = 0; i < size; i++) {
      keys[i] = random().nextLong();
      rests[i] = random().nextLong();
      if (version != UuidSlots.ANY_VERSION) {
        rests[i] = (version << UuidSlots.REST_BITS) | (rests[i] & UuidSlots.REST_MASK);
      }
      entries[i] = TermEntry.ofRun(random().nextInt(docs), 1 + random().nextInt(2));
    }
    SlotCode.Common common = new SlotCode.Common(1, 1, 1, 2L * docs - 1);
    withTable(
        keys,
        rests,
        entries,
        partKeys -> {
          int wordBits = UuidSlots.wordBits(SlotGeometry.parts(size, partKeys));
          int lowBits = SlotGeometry.lowBits(size, partKeys, wordBits);
          return SlotCode.uuids(version, wordBits, lowBits, common);
        },
        (table, found) -> {
          assertSame(TableShape.Layout.UUIDS, table.shape().layout());
          checkShape(table);
          long[] askedKeys = keys.clone();
          long[] askedRests = rests.clone();
          long[] expected = entries.clone();
          for (int i = 0; i < size; i++) {
            int kind = random().nextInt(8);
            if (kind < 3) {
              expected[i] = KeyTable.ABSENT;
              askedKeys[i] ^= kind == 0 ? 1L << random().nextInt(Long.SIZE) : 0;
              askedRests[i] ^= kind == 0 ? 0 : 1L << random().nextInt(Long.SIZE);
            }
            assertEquals(expected[i], found.get(askedKeys[i], askedRests[i]));
          }
          long[] payloads = new long[size];
          found.get(askedKeys, askedRests, 0, size, payloads);
          assertArrayEquals(expected, payloads);
          checkOrdered(table, found, askedKeys, askedRests, 0, payloads);
        });
  }

  public void testUuidsWithEqualKeysAreRefused() throws IOException {
    long[] keys = {1, 2, 3, 3};
    long[] rests = {1, 1, 1, 2};
    SlotCode code =
        SlotCode.uuids(0, 64, SlotGeometry.lowBits(4, 10, 64), new SlotCode.Common(0, 0, 9));
    KeySpool spool = spool(null, keys, rests, new long[keys.length], 5000);
    try (Directory directory = newDirectory();
        IndexOutput output = directory.createOutput("table", IOContext.DEFAULT)) {
      assertNull(new SlotTableWriter(output, code, 10, 5000).write(spool, 1));
    }
  }

  public void testWidthOfUuids() {
    int wordBits = UuidSlots.wordBits(31);
    assertEquals(60, wordBits);
    // 45 bits of check, 6 of them beside the rest: in 16 bytes 25 are left for the entry.
    assertEquals(16, uuids(4, wordBits, 25).slotBytes());
    assertEquals(17, uuids(4, wordBits, 26).slotBytes());
    assertEquals(16, uuids(UuidSlots.ANY_VERSION, wordBits, 19).slotBytes());
    assertEquals(17, uuids(UuidSlots.ANY_VERSION, wordBits, 20).slotBytes());
    assertEquals(20, uuids(UuidSlots.ANY_VERSION, wordBits, 51).slotBytes());
    assertNull(uuids(UuidSlots.ANY_VERSION, wordBits, 52));
    assertNull(uuids(UuidSlots.ANY_VERSION, wordBits, 53));
  }

  public void testLastSlotIsWithinItsPart() {
    for (int slots = 1; slots < 100; slots++) {
      for (int slotBytes = 4; slotBytes <= 20; slotBytes++) {
        SlotGeometry geometry = new SlotGeometry(1, 1, 1, slots, slotBytes);
        long room = geometry.partBytes() - geometry.slotsStart();
        assertTrue(slots + " slots of " + slotBytes, room >= slots * slotBytes);
        assertTrue(slots + " slots of " + slotBytes, room >= (slots - 1) * slotBytes + 16);
      }
    }
  }

  private static SlotCode uuids(long version, int wordBits, int valueBits) {
    return SlotCode.uuids(version, wordBits, 16, new SlotCode.Common(0, 0, (1L << valueBits) - 1));
  }

  private static void checkShape(WrittenTable table) throws IOException {
    ByteBuffersDataOutput written = new ByteBuffersDataOutput();
    table.shape().write(written);
    assertEquals(table.shape(), TableShape.read(written.toDataInput(), table.shape().bytes()));
  }

  private static void checkBatch(
      WrittenTable table, KeyTable found, Map<Long, Long> expected, long[] keys, boolean exact)
      throws IOException {
    int from = random().nextInt(10);
    long[] asked = new long[from + TestUtil.nextInt(random(), 1, 3000)];
    for (int i = 0; i < asked.length; i++) {
      asked[i] = keys[random().nextInt(keys.length)];
      if (random().nextInt(3) == 0) {
        asked[i] += random().nextBoolean() ? 1 + random().nextInt(3) : random().nextLong();
      }
    }
    long[] payloads = new long[asked.length];
    found.get(asked, null, from, asked.length, payloads);
    for (int i = from; i < asked.length; i++) {
      assertEquals("one by one and in a batch", found.get(asked[i], 0), payloads[i]);
      Long wanted = expected.get(asked[i]);
      if (wanted != null || exact) {
        assertEquals(wanted == null ? KeyTable.ABSENT : wanted, payloads[i]);
      }
    }
    checkOrdered(table, found, asked, new long[asked.length], from, payloads);
  }

  /** A batch in the order of homes finds the same, of few keys as of as many as the table has. */
  private static void checkOrdered(
      WrittenTable table, KeyTable found, long[] asked, long[] rests, int from, long[] payloads)
      throws IOException {
    for (int size : new int[] {1, asked.length - from}) {
      long[] keys = Arrays.copyOfRange(asked, from, from + size);
      long[] ordered = new long[size];
      int[] places = new int[size];
      long[] hashes = new long[size];
      table.shape().homes().order(keys, size, ordered, places, hashes);
      long[] orderedRests = new long[size];
      for (int i = 0; i < size; i++) {
        orderedRests[i] = rests[from + places[i]];
      }
      long[] inOrder = new long[size];
      found.getOrdered(ordered, orderedRests, hashes, size, inOrder);
      for (int i = 0; i < size; i++) {
        assertEquals(payloads[from + places[i]], inOrder[i]);
      }
    }
  }

  public void testEqualKeysAreLeftOut() throws IOException {
    long[] keys = new long[2000];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = i % 500 == 499 ? keys[i - 100] : random().nextLong();
    }
    withTable(
        keys,
        new long[keys.length],
        partKeys -> SlotCode.tags(keys.length),
        (table, found) -> {
          assertEquals(4, table.leftOut());
          assertEquals(399, found.get(keys[499], 0));
          assertEquals(399, found.get(keys[399], 0));
        });
  }

  public void testKeysMadeToCollideAreRefused() throws IOException {
    long[] keys = new long[2000];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = i < 100 ? 7 : random().nextLong();
    }
    KeySpool spool = spool(null, keys, null, new long[keys.length], 5000);
    try (Directory directory = newDirectory();
        IndexOutput output = directory.createOutput("table", IOContext.DEFAULT)) {
      SlotCode code = SlotCode.tags(keys.length);
      assertNull(new SlotTableWriter(output, code, 1000, 5000).write(spool, 1));
    }
  }

  public void testNothingIsWrittenForKeysMadeToFillOnePart() throws IOException {
    long[] keys = new long[2000];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = i < 600 ? 7 : random().nextLong();
    }
    KeySpool spool = spool(null, keys, null, new long[keys.length], 5000);
    try (Directory directory = newDirectory();
        IndexOutput output = directory.createOutput("table", IOContext.DEFAULT)) {
      SlotCode code = SlotCode.tags(keys.length);
      assertNull(new SlotTableWriter(output, code, 100, 5000).write(spool, 1));
      assertEquals(0, output.getFilePointer());
    }
  }

  public void testTagsTakeLittleSpace() {
    // Slots, pilots and what rounding adds.
    for (long terms : new long[] {100_000, 2_000_000, 1L << 25}) {
      SlotCode code = SlotCode.tags(terms);
      SlotGeometry geometry = SlotGeometry.of(1, 1, (int) terms, code.slotBytes());
      assertEquals(4, code.slotBytes());
      assertTrue(code.checkBits() >= SlotCode.MIN_TAG_BITS);
      assertEquals(4.48, (double) geometry.bytes() / terms, 0.01);
    }
    // Small tables are made in less time.
    int small = 1 << 16;
    assertEquals(5.40, (double) SlotGeometry.of(1, 1, small, 4).bytes() / small, 0.01);
    assertEquals(4.48, (double) SlotGeometry.of(1, 1, small + 1, 4).bytes() / small, 0.01);
    assertEquals(4.48, (double) SlotGeometry.of(1, 8, small, 4).bytes() / small / 8, 0.01);
    assertEquals(5, SlotCode.tags((1L << 25) + 1).slotBytes());
    assertEquals(5, SlotCode.tags(1L << 33).slotBytes());
  }

  public void testWidthOfTheExactCode() {
    SlotCode.Common keys = new SlotCode.Common(0, 0, (1L << 40) - 1);
    SlotCode.Common entries = new SlotCode.Common(5, 21, (1 << 23) - 1);
    assertEquals(8, SlotCode.exact(keys, entries, 0).slotBytes());
    SlotCode.Common more = new SlotCode.Common(5, 21, 1 << 23);
    assertEquals(8, SlotCode.exact(keys, more, 1).slotBytes());
    assertEquals(6, SlotCode.exact(keys, entries, 16).slotBytes());
    assertEquals(11, SlotCode.exact(keys, more, 0).slotBytes());
    assertNull(SlotCode.exact(keys, new SlotCode.Common(0, 0, 1L << 32), 0));
    assertNull(SlotCode.exact(new SlotCode.Common(0, 0, -1L), entries, 0));
    assertEquals(11, SlotCode.exact(new SlotCode.Common(0, 0, -1L), entries, 1).slotBytes());
  }

  public void testNumbersOfTenDigitsTakeFiveBytes() {
    SlotCode.Common keys = new SlotCode.Common(0, 0, (1L << 32) - 1);
    for (int terms : new int[] {100_000, 2_000_000, 8_000_000}) {
      SlotCode.Common entries = new SlotCode.Common(1, 21, terms - 1);
      int lowBits = SlotGeometry.lowBits(terms, SlotTableWriter.DEFAULT_PART_KEYS, 32);
      assertEquals(5, SlotCode.exact(keys, entries, lowBits).slotBytes());
    }
  }

  /** A 33rd bit would cost a byte of each slot. */
  public void testConsecutiveNumbersTakeFourBytes() throws IOException {
    for (int terms : new int[] {40_000, 41_500, 65_536, 66_000, 81_000}) {
      long[] keys = new long[terms];
      long[] entries = new long[terms];
      Map<Long, Long> expected = new HashMap<>();
      for (int i = 0; i < terms; i++) {
        keys[i] = 100_000_000 + i;
        entries[i] = TermEntry.ofRun(i, 1);
        expected.put(keys[i], entries[i]);
      }
      withTable(
          SlotTableWriter.DEFAULT_PART_KEYS,
          keys,
          null,
          entries,
          partKeys -> codeOfNumbers(keys, entries, partKeys),
          (table, found) -> checkBatch(table, found, expected, keys, true));
    }
  }

  private static SlotCode codeOfNumbers(long[] keys, long[] entries, int partKeys)
      throws IOException {
    try (Directory directory = newDirectory();
        FieldKeys numbers =
            new FieldKeys(kind -> new KeySpool(directory, IOContext.DEFAULT, "_0", 1000, false))) {
      for (int i = 0; i < keys.length; i++) {
        numbers.add(new BytesRef(Long.toString(keys[i])), entries[i], 1);
      }
      SlotCode code = new SlotCodeChoice(numbers, partKeys).code();
      assertEquals(SlotCode.Form.EXACT, code.form());
      assertEquals(4, code.slotBytes());
      return code;
    }
  }

  public void testValueBeyondTheLastIsDamage() throws CorruptIndexException {
    SlotCode code = SlotCode.tags(1000);
    assertEquals(999, code.valueOf(1 << code.valueBits() | 999));
    expectThrows(CorruptIndexException.class, () -> code.valueOf(1 << code.valueBits() | 1000));
  }

  public void testSqueezedEntriesAreRestored() throws IOException {
    for (int round = 0; round < 20; round++) {
      int lengthBits = random().nextInt(21);
      boolean onlyRuns = random().nextBoolean();
      long[] keys = new long[1000];
      long[] entries = new long[keys.length];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = 3L * i;
        entries[i] =
            onlyRuns || random().nextBoolean()
                ? TermEntry.ofRun(
                    TestUtil.nextInt(random(), 0, Integer.MAX_VALUE),
                    1 + random().nextInt(1 << lengthBits))
                : TermEntry.ofPointer(random().nextInt(1 << 30));
      }
      long greatest =
          Arrays.stream(entries)
              .map(entry -> SlotCode.Common.squeeze(entry, lengthBits))
              .max()
              .orElseThrow();
      int base = onlyRuns ? 1 : 0;
      SlotCode.Common squeezed =
          new SlotCode.Common(base, base, lengthBits, (greatest - base) >>> base);
      SlotCode.Common numbers = new SlotCode.Common(0, 0, 3L * keys.length);
      withTable(
          keys,
          entries,
          partKeys -> exact(keys.length, partKeys, numbers, squeezed),
          (table, found) -> {
            checkShape(table);
            for (int i = 0; i < keys.length; i++) {
              assertEquals(entries[i], found.get(keys[i], 0));
            }
          });
    }
  }

  public void testRunBeyondAllDocumentsIsDamage() {
    SlotCode.Common squeezed = new SlotCode.Common(1, 1, 3, 1L << 40);
    CorruptIndexException damage =
        expectThrows(CorruptIndexException.class, () -> squeezed.restore(1L << 40));
    assertTrue(damage.getMessage(), damage.getMessage().contains("start of a run is "));
  }

  private static void withTable(long[] keys, long[] entries, CodeOfParts codes, Check check)
      throws IOException {
    withTable(keys, null, entries, codes, check);
  }

  private static void withTable(
      long[] keys, long[] rests, long[] entries, CodeOfParts codes, Check check)
      throws IOException {
    withTable(TestUtil.nextInt(random(), 200, 20_000), keys, rests, entries, codes, check);
  }

  private static void withTable(
      int partKeys, long[] keys, long[] rests, long[] entries, CodeOfParts codes, Check check)
      throws IOException {
    SlotCode code = codes.of(partKeys);
    int gathered = TestUtil.nextInt(random(), 1, 20_000);
    try (Directory directory = newDirectory()) {
      WrittenTable table;
      try (KeySpool spool = spool(directory, keys, rests, entries, 1 + random().nextInt(20_000));
          IndexOutput output = directory.createOutput("table", IOContext.DEFAULT)) {
        table =
            new SlotTableWriter(output, code, partKeys, gathered).write(spool, random().nextLong());
        assertEquals(table.start() + table.shape().bytes(), output.getFilePointer());
      }
      try (IndexInput input = directory.openInput("table", IOContext.DEFAULT)) {
        check.run(
            table,
            table.shape().open(input.randomAccessSlice(table.start(), table.shape().bytes())));
      }
    }
  }

  private static KeySpool spool(
      Directory directory, long[] keys, long[] rests, long[] entries, int inMemory)
      throws IOException {
    KeySpool spool = new KeySpool(directory, IOContext.DEFAULT, "_0", inMemory, rests != null);
    for (int i = 0; i < keys.length; i++) {
      spool.add(keys[i], rests == null ? 0 : rests[i], entries[i]);
    }
    return spool;
  }
}
