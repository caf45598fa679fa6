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
package dev.streak.termblock;

import dev.streak.field.TermEntry;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** What a block may say of its sections. */
public class TestTermSections extends LuceneTestCase {

  /** The head's byte for sections. */
  private static final int HEAD = 7;

  /** Where the place of the second section is: behind head, mask, bases and a prefix of 2 bytes. */
  private static final int PLACE = 30;

  /** A block of 16 terms in two sections of eight terms and five bytes, without its checksum. */
  private static byte[] divided() throws IOException {
    TermBlockEncoder encoder = new TermBlockEncoder(new RestCoder());
    for (String machine : new String[] {"left-", "right"}) {
      for (int i = 0; i < 8; i++) {
        encoder.add(new BytesRef("7-" + machine + i), TermEntry.ofRun(i, 1));
      }
    }
    ByteBuffersDataOutput out = new ByteBuffersDataOutput();
    encoder.finish(out);
    return out.toArrayCopy();
  }

  private static String problem(int at, int value) throws IOException {
    byte[] block = divided();
    block[at] = (byte) value;
    int length = block.length - TermBlockLayout.CHECKSUM_BYTES;
    byte[] more = Arrays.copyOf(block, block.length + Long.BYTES);
    return TermBlockCheck.problem(more, length, 16, IndexWriter.MAX_DOCS);
  }

  public void testSections() throws IOException {
    assertEquals(1 + 8 * 5, divided()[HEAD]);
    assertEquals(8, divided()[PLACE]);
    assertNull(problem(PLACE, 8));
    assertNull(problem(PLACE, 1));
    assertNull(problem(PLACE, 15));
  }

  public void testSectionsThatBeginNowhere() throws IOException {
    for (int place : new int[] {0, 16, 200}) {
      assertEquals(
          "section 1 begins at term " + place + ", the one before it at 0", problem(PLACE, place));
    }
  }

  public void testSectionsWithoutBytes() throws IOException {
    assertEquals("there are 2 sections with 0 bytes of their own", problem(HEAD, 1));
    assertEquals("there are 1 sections with 5 bytes of their own", problem(HEAD, 8 * 5));
  }

  public void testSectionsOfAnotherLength() throws IOException {
    assertTrue(problem(HEAD, 1 + 8 * 4).startsWith("length is "));
    assertTrue(problem(HEAD, 2 + 8 * 5).startsWith("section 2 begins at term "));
    assertTrue(problem(HEAD, 7 + 8 * 31).startsWith("columns are 1, must be <= "));
  }

  public void testSectionsInABlockWithoutColumns() throws IOException {
    TermBlockEncoder encoder = new TermBlockEncoder(null);
    encoder.add(new BytesRef("a"), 0);
    encoder.add(new BytesRef("bcdefghijklmnopqrstuvwxyz"), 0);
    ByteBuffersDataOutput out = new ByteBuffersDataOutput();
    encoder.finish(out);
    byte[] block = out.toArrayCopy();
    int length = block.length - TermBlockLayout.CHECKSUM_BYTES;
    assertNull(TermBlockCheck.problem(block, length, 2, IndexWriter.MAX_DOCS));
    block[HEAD] = 1 + 8;
    assertEquals(
        "there are sections in a block without columns",
        TermBlockCheck.problem(block, length, 2, IndexWriter.MAX_DOCS));
  }
}
