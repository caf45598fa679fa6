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
package dev.streak.termkeys;

import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.ByteBuffersDataInput;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** What the first term of a field suggests, and what is read of it. */
public class TestTermSpelling extends LuceneTestCase {

  private static void check(String first, TermKeyKind kind, String head) {
    BytesRef term = new BytesRef("[" + first + "]");
    term.offset = 1;
    term.length -= 2;
    TermSpelling spelling = TermSpelling.ofFirst(term);
    assertEquals(first, new TermSpelling(kind, new BytesRef(head)), spelling);
  }

  public void testFirstTerms() {
    String uuid = "0b9f1c2e-5a77-4c3d-9d1e-8f6a2b3c4d5e";
    check("", TermKeyKind.DECIMAL, "");
    check("0", TermKeyKind.DECIMAL, "");
    check("-17", TermKeyKind.DECIMAL, "");
    check("name", TermKeyKind.DECIMAL, "");
    check("user-17", TermKeyKind.DECIMAL, "user-");
    check("user-17-4", TermKeyKind.DECIMAL, "user-");
    check("x".repeat(32) + "1", TermKeyKind.DECIMAL, "x".repeat(32));
    check("x".repeat(33) + "1", TermKeyKind.DECIMAL, "");
    check(uuid, TermKeyKind.UUID, "");
    check("tenant 42: " + uuid, TermKeyKind.UUID, "tenant 42: ");
    check("y".repeat(33) + uuid, TermKeyKind.DECIMAL, "");
    check("507f1f77bcf86cd799439011", TermKeyKind.HEX, "");
    check("user_507f1f77bcf86cd799439011", TermKeyKind.HEX, "user_");
    check("0000000000000012", TermKeyKind.HEX, "");
    check(uuid.replace("-", ""), TermKeyKind.HEX_32, "");
    check("md5:" + uuid.replace("-", ""), TermKeyKind.HEX_32, "md5:");
    check("0f" + uuid.replace("-", ""), TermKeyKind.DECIMAL, "");
    check("1234567890123456789", TermKeyKind.DECIMAL, "");
    check("n1234567890123456789", TermKeyKind.DECIMAL, "n");
    check("000000000012", TermKeyKind.DECIMAL, "");
    check("n 000000000012", TermKeyKind.DECIMAL, "n ");
  }

  public void testReadsWhatItWrites() throws IOException {
    for (TermKeyKind kind : TermKeyKind.values()) {
      for (String head : new String[] {"", "a", "x".repeat(TermSpelling.MAX_HEAD)}) {
        TermSpelling spelling = new TermSpelling(kind, new BytesRef(head));
        ByteBuffersDataOutput output = new ByteBuffersDataOutput();
        spelling.write(output);
        if (kind == TermKeyKind.HASHED && head.isEmpty() == false) {
          expectThrows(CorruptIndexException.class, () -> TermSpelling.read(output.toDataInput()));
        } else {
          assertEquals(spelling, TermSpelling.read(output.toDataInput()));
        }
      }
    }
  }

  public void testImpossibleHeads() {
    for (int length : new int[] {0, TermSpelling.MAX_HEAD + 1, -1}) {
      ByteBuffersDataOutput output = new ByteBuffersDataOutput();
      output.writeByte((byte) (TermKeyKind.DECIMAL.code() | 0x40));
      output.writeByte((byte) length);
      for (int i = 0; i < 200; i++) {
        output.writeByte((byte) 'x');
      }
      ByteBuffersDataInput input = output.toDataInput();
      Exception refused = expectThrows(CorruptIndexException.class, () -> TermSpelling.read(input));
      assertTrue(refused.getMessage(), refused.getMessage().contains("head is " + length));
    }
  }
}
