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
package dev.streak.cache.blocks;

import java.util.BitSet;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestBlockVerification extends LuceneTestCase {

  public void testKnowsTheBlocksThatItWasTold() {
    for (int blocks : new int[] {1, 2, 31, 32, 33, 64, 1 + random().nextInt(1000)}) {
      BlockVerification verification = new BlockVerification(blocks);
      BitSet told = new BitSet();
      for (int i = 0; i < 2 * blocks; i++) {
        int block = random().nextInt(blocks);
        verification.setVerified(block);
        told.set(block);
        int other = random().nextInt(blocks);
        assertEquals("of " + blocks, told.get(other), verification.isVerified(other));
      }
      for (int block = 0; block < blocks; block++) {
        assertEquals("of " + blocks, told.get(block), verification.isVerified(block));
      }
    }
  }
}
