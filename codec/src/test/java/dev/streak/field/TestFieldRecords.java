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
package dev.streak.field;

import java.io.EOFException;
import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestFieldRecords extends LuceneTestCase {

  private static FieldRecords records(byte[] bytes, int[] numbers, int[] starts)
      throws CorruptIndexException {
    return new FieldRecords(bytes, numbers, starts, "file");
  }

  public void testRecordsInAnyOrder() throws IOException {
    byte[] bytes = {9, (byte) 0xAC, 2, 10, (byte) 0xF0, (byte) 0xA2, 4, 11, 2, 12};
    FieldRecords records = records(bytes, new int[] {300, 2, 70_000}, new int[] {1, 8, 4});
    assertEquals(3, records.size());
    int[] ascending = {2, 300, 70_000};
    byte[] first = {12, 10, 11};
    for (int i = 0; i < ascending.length; i++) {
      assertEquals(ascending[i], records.number(i));
      assertEquals(i, records.indexOf(ascending[i]));
      for (int again = 0; again < 2; again++) {
        IndexInput record = records.record(i);
        assertEquals(ascending[i], record.readVInt());
        assertEquals(first[i], record.readByte());
      }
    }
    for (int absent : new int[] {0, 3, 299, 301, 70_001, Integer.MAX_VALUE}) {
      assertTrue(records.indexOf(absent) < 0);
    }
  }

  public void testNoFields() throws CorruptIndexException {
    FieldRecords records = records(new byte[0], new int[0], new int[0]);
    assertEquals(0, records.size());
    assertTrue(records.indexOf(0) < 0);
  }

  public void testARecordThatEndsTooEarly() throws IOException {
    IndexInput record = records(new byte[] {1, 5, 3}, new int[] {5}, new int[] {1}).record(0);
    assertEquals(5, record.readByte());
    expectThrows(EOFException.class, record::readInt);
  }

  /** Else one of them would be taken for the other. */
  public void testTwoRecordsOfAField() {
    byte[] bytes = {7, 1, 3, 1, 7, 1};
    CorruptIndexException damage =
        expectThrows(
            CorruptIndexException.class,
            () -> records(bytes, new int[] {7, 3, 7}, new int[] {0, 2, 4}));
    assertEquals(
        "number of records of field 7 is 2, must be 1 (resource=file)", damage.getMessage());
  }
}
