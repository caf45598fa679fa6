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
package dev.streak.fieldblocks;

import dev.streak.cache.blocks.BlockVerification;
import dev.streak.coldreads.Announcer;
import dev.streak.termblock.SymbolTables;
import dev.streak.termblock.TermBlockCheck;
import dev.streak.termblock.TermBlockLayout;
import dev.streak.termblock.TermBlockStarts;
import java.io.IOException;
import java.util.function.IntUnaryOperator;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.util.BitUtil;

/** The blocks of a field in one of its files. Safe for use by several threads. */
public final class TermBlockFile {

  /** More than any block can take. */
  private static final int MAX_BLOCK_BYTES = 1 << 22;

  private final IndexInput file;
  private final TermBlockStarts starts;

  /** Documents of the segment. */
  private final int maxDoc;

  /** How many terms a block must have. */
  private final IntUnaryOperator counts;

  /** Whether terms have entries; keys of the index have none. */
  private final boolean withEntries;

  private final SymbolTables tables;
  private final BlockVerification verification;

  /** Null until somebody asks. */
  private volatile BlockPlaces places;

  /** Whether it was announced that positions of blocks will be read; it may be twice. */
  private boolean announcedStarts;

  public TermBlockFile(
      IndexInput file,
      TermBlockStarts starts,
      int maxDoc,
      IntUnaryOperator counts,
      boolean withEntries)
      throws IOException {
    if (starts.packedAt() < 0 || starts.end() < 0 || starts.end() > file.length() - Long.BYTES) {
      throw new CorruptIndexException(
          "positions of blocks are from "
              + starts.packedAt()
              + " to "
              + starts.end()
              + ", must end before "
              + (file.length() - Long.BYTES),
          file);
    }
    if (starts.blocks() > file.length() / TermBlockLayout.HEAD_BYTES) {
      throw new CorruptIndexException(
          "number of blocks is "
              + starts.blocks()
              + ", must be at most "
              + file.length() / TermBlockLayout.HEAD_BYTES,
          file);
    }
    this.file = file;
    this.starts = starts;
    this.maxDoc = maxDoc;
    this.counts = counts;
    this.withEntries = withEntries;
    this.tables = new SymbolTables(file, starts);
    this.verification = new BlockVerification(starts.blocks());
  }

  public int blocks() {
    return starts.blocks();
  }

  /** A cursor before the first block, for one thread. */
  public TermBlockCursor cursor() {
    return new TermBlockCursor(this);
  }

  /** What codes of terms stand for. */
  public SymbolTables tables() {
    return tables;
  }

  /** The bytes of the file, for one thread. */
  public RandomAccessInput bytes() throws IOException {
    return HeldBlock.bytes(file);
  }

  /** The file, for one thread. */
  public IndexInput file() {
    return file.clone();
  }

  public TermBlockStarts starts() {
    return starts;
  }

  /** Where the blocks are, for who reads here and there. */
  public BlockPlaces places() {
    BlockPlaces known = places;
    return known == null ? makePlaces() : known;
  }

  private synchronized BlockPlaces makePlaces() {
    if (places == null) {
      places = new BlockPlaces(this);
    }
    return places;
  }

  /**
   * Verifies a block unless it was. A damaged index may ask for a block that is not there.
   *
   * @param in the bytes of the file, of the calling thread
   */
  void verifyOnce(int block, RandomAccessInput in) throws IOException {
    if (block < 0 || block >= starts.blocks()) {
      throw new CorruptIndexException(
          "number of a block is " + block + ", must be 0 to " + (starts.blocks() - 1), file);
    }
    if (verification.isVerified(block) == false) {
      verify(block, in);
      verification.setVerified(block);
    }
  }

  /**
   * Announces a block to slow storage if it was never read: for a page that was not announced, the
   * system may read megabytes around it. For who reads here and there; whoever reads block after
   * block is better off with what is around.
   *
   * @param in the bytes of the file, of the calling thread
   */
  void announceUnread(int block, RandomAccessInput in) throws IOException {
    boolean isThere = block >= 0 && block < starts.blocks();
    if (isThere == false || verification.isVerified(block)) {
      return;
    }
    IndexInput announcing = file.clone();
    if (announcedStarts == false) {
      announcedStarts = true;
      starts.announce(announcing);
    }
    Announcer announcer = new Announcer(announcing);
    announce(block, announcer, in);
    announcer.finish();
  }

  /**
   * Announces a block to slow storage.
   *
   * @param in the bytes of the file, of the calling thread
   */
  public void announce(int block, Announcer announcer, RandomAccessInput in) throws IOException {
    // What is not there, or lies elsewhere, is damaged, as whoever reads it will find.
    if (block < 0 || block >= starts.blocks()) {
      return;
    }
    long start = starts.position(in, block);
    long end = starts.position(in, block + 1);
    if (start >= 0 && start < end && end <= file.length()) {
      announcer.add(start, end);
    }
  }

  /** Says that terms of a block are not in their order. */
  CorruptIndexException outOfOrder(int block) {
    return new CorruptIndexException(
        "terms of block " + block + " are in another order, must be ascending", file);
  }

  private void verify(int block, RandomAccessInput in) throws IOException {
    long start = starts.position(in, block);
    long end = starts.position(in, block + 1);
    long most = Math.min(file.length(), start + MAX_BLOCK_BYTES);
    if (start < 0 || end > most || end - start < TermBlockLayout.HEAD_BYTES) {
      throw new CorruptIndexException(
          "block " + block + " is from " + start + " to " + end + ", must end by " + most, file);
    }
    int length = (int) (end - start);
    byte[] bytes = new byte[length + Long.BYTES];
    if (in instanceof HeldBlock held) {
      held.hold(start, end);
    }
    in.readBytes(start, bytes, 0, length);
    int content = length - TermBlockLayout.CHECKSUM_BYTES;
    int actual = BlockVerification.checksum(bytes, content);
    int expected = (int) BitUtil.VH_LE_INT.get(bytes, content);
    if (actual != expected) {
      BlockVerification.compare("block " + block, start, actual, expected, file);
    }
    int terms = counts.applyAsInt(block);
    String problem = TermBlockCheck.problem(bytes, content, terms, maxDoc);
    if (problem == null && TermBlockCheck.hasEntries(bytes) != withEntries) {
      problem = withEntries ? "there are no entries" : "there are entries in a block of the index";
    }
    if (problem == null && TermBlockCheck.hasCodes(bytes)) {
      problem = TermBlockCheck.problemOfCodes(bytes, tables, in);
    }
    if (problem != null) {
      throw new CorruptIndexException("block " + block + " at " + start + ": " + problem, file);
    }
  }
}
