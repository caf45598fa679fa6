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

import dev.streak.numbering.KeyNumbering;
import dev.streak.slots.SlotCode;
import dev.streak.slots.SlotGeometry;
import dev.streak.slots.UuidSlots;
import dev.streak.tables.HomeBuckets;
import dev.streak.termkeys.TermKeyKind;
import dev.streak.termkeys.TermSpelling;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.store.DataOutput;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What a directory cannot say of a table, as if somebody had made a right checksum for it. */
public class TestTableDescription extends LuceneTestCase {

  private static final SlotCode.Common ENTRIES = new SlotCode.Common(1, 21, 1000);
  private static final TableShape BUCKETS = new TableShape.Buckets(new HomeBuckets(7, 64), 5);
  private static final TableShape TAGS = slots(SlotCode.tags(64));
  private static final TableShape EXACT =
      slots(SlotCode.exact(new SlotCode.Common(0, 0, 1000), ENTRIES, 2));
  private static final TableShape UUIDS =
      slots(SlotCode.uuids(4, UuidSlots.wordBits(1), 2, ENTRIES));
  private static final TableShape NUMBERED =
      slots(
          SlotCode.numbered(
              KeyNumbering.of(List.of(new KeyNumbering.Bounds(0, 5, 0xFFL << 56, 5)), List.of()),
              ENTRIES,
              2));

  private static TableShape slots(SlotCode code) {
    return new TableShape.Slots(new SlotGeometry(7, 1, 20, 64, code.slotBytes()), code);
  }

  private static TableDescription table(
      TermKeyKind kind, long keys, long leftOut, long start, TableShape shape) {
    return new TableDescription(3, new TermSpelling(kind), keys, leftOut, start, 17, shape);
  }

  private static void assertRead(TableDescription table, long limit) throws IOException {
    ByteBuffersDataOutput written = new ByteBuffersDataOutput();
    table.write(written);
    assertEquals(table, TableDescription.read(written.toDataInput(), limit));
  }

  private static void assertRefused(TableDescription table, long limit) throws IOException {
    ByteBuffersDataOutput written = new ByteBuffersDataOutput();
    table.write(written);
    assertRefused(written, limit);
  }

  private static void assertRefused(ByteBuffersDataOutput written, long limit) {
    Exception refused =
        expectThrows(
            CorruptIndexException.class, () -> TableDescription.read(written.toDataInput(), limit));
    assertTrue(refused.getMessage(), refused.getMessage().contains("must end by " + limit + " "));
  }

  public void testKeysAreNoMoreThanTheirPlaces() throws IOException {
    for (TableShape shape : new TableShape[] {BUCKETS, EXACT}) {
      long limit = shape.bytes();
      assertRead(table(TermKeyKind.DECIMAL, 1, 0, 0, shape), limit);
      assertRead(table(TermKeyKind.DECIMAL, 64, 0, 0, shape), limit);
      assertRefused(table(TermKeyKind.DECIMAL, 65, 0, 0, shape), limit);
      assertRefused(table(TermKeyKind.DECIMAL, 0, 0, 0, shape), limit);
    }
  }

  /** Only a table of tags can do without some of the keys: these lead to one that is compared. */
  public void testKeysThatAreLeftOut() throws IOException {
    long limit = TAGS.bytes();
    assertRead(table(TermKeyKind.HASHED, 70, 6, 0, TAGS), limit);
    assertRead(table(TermKeyKind.HASHED, 70, 69, 0, TAGS), limit);
    assertRefused(table(TermKeyKind.HASHED, 70, 5, 0, TAGS), limit);
    assertRefused(table(TermKeyKind.HASHED, 70, 70, 0, TAGS), limit);
    assertRefused(table(TermKeyKind.HASHED, 70, 71, 0, TAGS), limit);
    assertRefused(table(TermKeyKind.DECIMAL, 60, 1, 0, EXACT), EXACT.bytes());
    assertRefused(table(TermKeyKind.UUID, 60, 1, 0, UUIDS), UUIDS.bytes());
    assertRefused(table(TermKeyKind.DECIMAL, 60, 1, 0, BUCKETS), BUCKETS.bytes());
  }

  /** Of a layout that does not compare keys as such a kind needs, another term would be found. */
  public void testKindsOfKeys() throws IOException {
    for (TableShape shape : new TableShape[] {BUCKETS, TAGS, EXACT, UUIDS, NUMBERED}) {
      for (TermKeyKind kind : TermKeyKind.values()) {
        boolean fits =
            switch (kind) {
              case DECIMAL, SHORT, EIGHT_BYTES ->
                  shape == BUCKETS || shape == TAGS || shape == EXACT;
              case UUID, HEX_32 -> shape == UUIDS;
              case BYTES, HEX -> shape == NUMBERED;
              case HASHED -> shape == TAGS;
            };
        TableDescription table = table(kind, 10, 0, 64, shape);
        if (fits) {
          assertRead(table, 64 + shape.bytes());
        } else {
          assertRefused(table, 64 + shape.bytes());
        }
      }
    }
  }

  public void testPlaceInTheFile() throws IOException {
    long bytes = BUCKETS.bytes();
    assertRead(table(TermKeyKind.DECIMAL, 10, 0, 128, BUCKETS), 128 + bytes);
    assertRefused(table(TermKeyKind.DECIMAL, 10, 0, 128, BUCKETS), 127 + bytes);
    assertRefused(table(TermKeyKind.DECIMAL, 10, 0, 100, BUCKETS), 1 << 20);
    assertRefused(table(TermKeyKind.DECIMAL, 10, 0, Long.MAX_VALUE - 63, BUCKETS), 1 << 20);
  }

  public void testNumbersThatAreNegative() throws IOException {
    for (int negative = 0; negative < 4; negative++) {
      ByteBuffersDataOutput written = new ByteBuffersDataOutput();
      written.writeVInt(3);
      new TermSpelling(TermKeyKind.HASHED).write(written);
      for (int i = 0; i < 3; i++) {
        if (i == negative) {
          writeNegative(written);
        } else {
          written.writeVLong(i == 0 ? 10 : 0);
        }
      }
      written.writeInt(17);
      TAGS.write(written);
      if (negative == 3) {
        TableDescription.read(written.toDataInput(), TAGS.bytes());
      } else {
        assertRefused(written, TAGS.bytes());
      }
    }
  }

  /** Writes -64 as a number that a reader takes for one. */
  private static void writeNegative(DataOutput output) throws IOException {
    output.writeByte((byte) 0xC0);
    for (int i = 0; i < 8; i++) {
      output.writeByte((byte) 0xFF);
    }
    output.writeByte((byte) 1);
  }
}
