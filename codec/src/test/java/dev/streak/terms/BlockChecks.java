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
package dev.streak.terms;

import dev.streak.fieldblocks.FieldBlocks;
import dev.streak.fieldblocks.TermBlockCursor;
import dev.streak.fieldblocks.TermBlockFile;
import dev.streak.termblock.TermBlock;
import dev.streak.termblock.TermBlockLayout;
import dev.streak.termblock.TermBlockStarts;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.CompiledAutomaton;

/** What is true of blocks of rests, whatever they are written in. */
final class BlockChecks {

  private static final int DAMAGES = 3_000;

  private BlockChecks() {}

  /** Compares all terms of a field, read in their order, with what they are. */
  static void checkInOrder(FieldBlocks field, List<BytesRef> terms) throws IOException {
    BlockTermsEnum read = new BlockTermsEnum(field, null);
    for (BytesRef term : terms) {
      LuceneTestCase.assertEquals(term, read.next());
    }
    LuceneTestCase.assertNull(read.next());
  }

  /**
   * Compares what an automaton accepts with what it accepts one by one.
   *
   * @param after null, or a term that is not accepted, nor those before it
   */
  static void checkAccepted(
      FieldBlocks field, List<BytesRef> terms, CompiledAutomaton compiled, BytesRef after)
      throws IOException {
    if (compiled.type != CompiledAutomaton.AUTOMATON_TYPE.NORMAL) {
      return;
    }
    AcceptedTermsEnum accepted =
        new AcceptedTermsEnum(new BlockTermsEnum(field, null), compiled, after);
    for (BytesRef term : terms) {
      if ((after == null || term.compareTo(after) > 0)
          && compiled.getByteRunnable().run(term.bytes, term.offset, term.length)) {
        LuceneTestCase.assertEquals(term, accepted.next());
      }
    }
    LuceneTestCase.assertNull(accepted.next());
  }

  /**
   * Damages a block behind a right checksum, a byte at a time: it is refused or read to its end.
   *
   * @param terms of the field
   * @param sought is looked for in what is not refused
   */
  static void checkDamage(FieldBlocks field, int block, int terms, int layout, BytesRef sought)
      throws IOException {
    Random random = LuceneTestCase.random();
    RandomAccessInput in = field.terms().bytes();
    TermBlockStarts starts = field.terms().starts();
    int start = (int) starts.position(in, block);
    int end = (int) starts.position(in, block + 1) - TermBlockLayout.CHECKSUM_BYTES;
    byte[] file = new byte[(int) in.length()];
    in.readBytes(0, file, 0, file.length);
    LuceneTestCase.assertEquals(layout, file[start] & 15);
    int refused = 0;
    for (int i = 0; i < DAMAGES; i++) {
      byte[] damaged = file.clone();
      // Where the lengths of everything stand, more often.
      int most = random.nextBoolean() ? end - start : Math.min(end - start, 200);
      damaged[start + random.nextInt(most)] = (byte) random.nextInt();
      CRC32C checksum = new CRC32C();
      checksum.update(damaged, start, end - start);
      BitUtil.VH_LE_INT.set(damaged, end, (int) checksum.getValue());
      refused += isRefused(damaged, starts, block, terms, sought) ? 1 : 0;
    }
    LuceneTestCase.assertTrue("refused: " + refused, refused > 0 && refused < DAMAGES);
  }

  private static boolean isRefused(
      byte[] file, TermBlockStarts starts, int block, int terms, BytesRef sought)
      throws IOException {
    int count = Math.min(TermBlockLayout.TERMS, terms - TermBlockLayout.TERMS * block);
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexOutput out = directory.createOutput("f", IOContext.DEFAULT)) {
        out.writeBytes(file, file.length);
      }
      try (IndexInput in = directory.openInput("f", IOContext.DEFAULT)) {
        TermBlockCursor cursor = new TermBlockFile(in, starts, terms, i -> count, true).cursor();
        TermBlock opened;
        try {
          opened = cursor.moveTo(block);
        } catch (CorruptIndexException e) {
          LuceneTestCase.assertNotNull(e.getMessage());
          return true;
        }
        BytesRef term = new BytesRef();
        for (int i = 0; i < opened.count(); i++) {
          opened.readTerm(i, term);
          BytesRef ready = cursor.prepare(0, count).term(i);
          LuceneTestCase.assertEquals(BytesRef.deepCopyOf(term), ready);
          LuceneTestCase.assertTrue(opened.isEqual(i, term));
          opened.locate(term);
        }
        opened.locate(sought);
        cursor.prepare(0, count).joinRests();
        return false;
      }
    }
  }
}
