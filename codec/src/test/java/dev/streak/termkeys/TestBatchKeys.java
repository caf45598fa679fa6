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

import dev.streak.field.TermBatch;
import dev.streak.field.TermEntry;
import dev.streak.tables.HomeBuckets;
import dev.streak.terms.KeyShapes;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** The keys of a batch, many at a time, beside those of each term alone. */
public class TestBatchKeys extends LuceneTestCase {

  /**
   * Around the numbers of terms whose keys are made together, and from which on they have order.
   */
  private static final int[] SIZES = {0, 1, 2, 255, 256, 257, 511, 512, 513, 700};

  /** Terms whose keys are of a kind, without a head. */
  private record Shape(TermKeyKind kind, Supplier<String> newTerm) {}

  private static final List<Shape> SHAPES =
      List.of(
          new Shape(TermKeyKind.DECIMAL, () -> Long.toString(random().nextLong())),
          new Shape(TermKeyKind.SHORT, () -> TestUtil.randomSimpleString(random(), 0, 7)),
          new Shape(TermKeyKind.EIGHT_BYTES, () -> TestUtil.randomSimpleString(random(), 8, 8)),
          new Shape(TermKeyKind.UUID, () -> KeyShapes.uuid(random(), 4)),
          new Shape(TermKeyKind.BYTES, () -> TestUtil.randomSimpleString(random(), 0, 15)),
          new Shape(
              TermKeyKind.HEX,
              () -> HexFormat.of().toHexDigits(random().nextLong(), 8 + random().nextInt(9))),
          new Shape(TermKeyKind.HEX_32, () -> KeyShapes.uuid(random(), 4).replace("-", "")),
          new Shape(TermKeyKind.HASHED, () -> TestUtil.randomSimpleString(random(), 0, 40)));

  public void testKeysAreThoseOfEachTerm() {
    for (Shape shape : SHAPES) {
      for (String head : shape.kind == TermKeyKind.HASHED ? List.of("") : List.of("", "head-")) {
        TermSpelling spelling = new TermSpelling(shape.kind, new BytesRef(head));
        for (int size : SIZES) {
          boolean odd = random().nextBoolean();
          BytesRef[] terms = new BytesRef[size];
          for (int i = 0; i < size; i++) {
            boolean other = odd && random().nextInt(4) == 0;
            terms[i] = new BytesRef(other ? "something quite else" : head + shape.newTerm.get());
          }
          check(spelling, TermBatch.of(terms, TestUtil.nextInt(random(), 1, 4)));
        }
      }
    }
  }

  public void testNumbers() {
    for (int size : SIZES) {
      long[] ids = random().longs(size).toArray();
      check(
          new TermSpelling(TermKeyKind.DECIMAL),
          TermBatch.ofIds(ids, TestUtil.nextInt(random(), 1, 4)));
      check(
          new TermSpelling(TermKeyKind.BYTES),
          TermBatch.ofIds(ids, TestUtil.nextInt(random(), 1, 4)));
    }
  }

  /** Segments that different JVMs wrote have different seeds. */
  private static void check(TermSpelling spelling, TermBatch batch) {
    for (int segment = 0; segment < 4; segment++) {
      HomeBuckets homes = new HomeBuckets(segment % 2 == 0 ? 7 : random().nextLong(), 1000);
      BatchKeys keys = BatchKeys.of(batch, spelling, homes);
      checkKeys(spelling, keys, homes.seed());
      checkPlaces(spelling, keys, batch);
    }
  }

  private static void checkKeys(TermSpelling spelling, BatchKeys keys, long seed) {
    KeySpeller speller = new KeySpeller(spelling, 0);
    long[] key = new long[1];
    long[] rest = new long[1];
    for (int i = 0; i < keys.size(); i++) {
      assertTrue(speller.set(keys.terms()[i], key, rest));
      assertEquals(spelling + ", key " + i, key[0], keys.keys()[i]);
      if (spelling.kind().hasRests()) {
        assertEquals(spelling + ", rest " + i, rest[0], keys.rests()[i]);
      }
      if (keys.hashes() != null) {
        assertEquals(HomeBuckets.mix(key[0] ^ seed), keys.hashes()[i]);
      }
    }
  }

  /** All terms that can be in such a table have a key, and each gets what was found for its own. */
  private static void checkPlaces(TermSpelling spelling, BatchKeys keys, TermBatch batch) {
    KeySpeller speller = new KeySpeller(spelling, 0);
    long[] key = new long[1];
    long[] rest = new long[1];
    long[] expected = new long[batch.size()];
    int fitting = 0;
    for (int i = 0; i < expected.length; i++) {
      boolean fits = speller.set(batch.terms()[i], key, rest);
      expected[i] = fits ? (key[0] ^ rest[0]) >>> 1 : TermEntry.ABSENT;
      fitting += fits ? 1 : 0;
    }
    assertEquals(fitting, keys.size());
    long[] found = new long[keys.size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = (keys.keys()[i] ^ (keys.rests() == null ? 0 : keys.rests()[i])) >>> 1;
    }
    long[] entries = found;
    if (keys.isAsGiven() == false) {
      entries = new long[batch.size()];
      keys.toPlaces(found, entries);
    }
    assertArrayEquals(spelling.toString(), expected, entries);
  }
}
