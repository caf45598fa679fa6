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
package dev.streak.cachedfile;

import dev.streak.cache.CachePolicy;
import dev.streak.cache.blocks.BlockCacheInvariants;
import dev.streak.cache.blocks.BlockVerification;
import java.io.EOFException;
import java.io.IOException;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;

/** Slices of a cached file end where they end, whether the cache has their blocks or not. */
public class TestCachedSlices extends CachedFileTestCase {
  private static final int BLOCK = BlockChecksums.BLOCK_BYTES;

  /** What lies around a slice in the same block is none of its business. */
  public void testNothingOutsideIsRead() throws Exception {
    write(3 * BLOCK);
    for (boolean enabled : new boolean[] {true, false}) {
      cache.setEnabled(enabled);
      for (boolean known : new boolean[] {true, false}) {
        try (IndexInput input = open(CachePolicy.CACHED, IOContext.DEFAULT)) {
          RandomAccessInput slice = input.randomAccessSlice(100, BLOCK);
          if (known) {
            slice.readByte(10);
          }
          byte[] target = new byte[BLOCK + 1];
          expectThrows(EOFException.class, () -> slice.readByte(-1));
          expectThrows(EOFException.class, () -> slice.readShort(-2));
          expectThrows(EOFException.class, () -> slice.readInt(-4));
          expectThrows(EOFException.class, () -> slice.readLong(-8));
          expectThrows(EOFException.class, () -> slice.readBytes(-8, target, 0, 8));
          expectThrows(EOFException.class, () -> slice.readBytes(-200, target, 0, 8));
          expectThrows(EOFException.class, () -> slice.readShort(BLOCK - 1));
          expectThrows(EOFException.class, () -> slice.readInt(BLOCK - 3));
          expectThrows(EOFException.class, () -> slice.readLong(BLOCK - 7));
          expectThrows(EOFException.class, () -> slice.readBytes(0, target, 0, BLOCK + 1));
          expectThrows(EOFException.class, () -> slice.readBytes(BLOCK - 8, target, 0, 9));
        }
      }
    }
  }

  public void testSlicesOutsideAreRefused() throws Exception {
    write(BLOCK);
    try (IndexInput input = open(CachePolicy.CACHED, IOContext.DEFAULT)) {
      IndexInput part = input.slice("part", 100, 1_000);
      for (IndexInput of : new IndexInput[] {input, part}) {
        long end = of.length();
        for (long[] wrong : new long[][] {{-1, 1}, {1, -1}, {1, end}, {1, Long.MAX_VALUE}}) {
          expectThrows(IllegalArgumentException.class, () -> of.slice("wrong", wrong[0], wrong[1]));
          expectThrows(
              IllegalArgumentException.class, () -> of.randomAccessSlice(wrong[0], wrong[1]));
        }
      }
    }
  }

  public void testNothingIsReadOfAFreshSlice() throws Exception {
    write(BLOCK);
    try (IndexInput input = open(CachePolicy.CACHED, IOContext.DEFAULT)) {
      input.slice("fresh", 0, BLOCK).readBytes(new byte[1], 0, 0);
      input.slice("empty", 5, 0).readBytes(new byte[1], 0, 0);
      assertEquals(0, cache.stats().misses());
    }
  }

  public void testTheEndCanBeSoughtAndNotRead() throws Exception {
    write(BLOCK);
    for (boolean enabled : new boolean[] {true, false}) {
      cache.setEnabled(enabled);
      try (IndexInput input = open(CachePolicy.CACHED, IOContext.DEFAULT)) {
        for (int length : new int[] {BLOCK, 100, 0}) {
          IndexInput slice = input.slice("part", 0, length);
          slice.seek(length);
          assertEquals(length, slice.getFilePointer());
          slice.readBytes(new byte[0], 0, 0);
          expectThrows(EOFException.class, slice::readVInt);
          slice.seek(length);
          expectThrows(EOFException.class, slice::readByte);
          expectThrows(EOFException.class, () -> slice.seek(length + 1));
          expectThrows(EOFException.class, () -> slice.seek(-1));
        }
      }
    }
  }

  /** Of what is not admitted each block is verified before its bytes are believed. */
  public void testDamageBehindABlockThatIsNotAdmitted() throws Exception {
    byte[] bytes = write(2 * BLOCK);
    bytes[BLOCK - 1] = (byte) 0x80;
    replace(bytes);
    directory.deleteFile(NAME + BlockChecksums.NAME_SUFFIX);
    int first = BlockVerification.checksum(bytes, BLOCK);
    // The second block's checksum is that of other bytes.
    new BlockChecksums(bytes.length, new int[] {first, ~first})
        .write(directory, NAME, segment.getId(), "", IOContext.DEFAULT);
    cache.setEnabled(false);
    try (IndexInput input = open(CachePolicy.CACHED, IOContext.DEFAULT)) {
      IndexInput slice = input.slice("all", 0, bytes.length);
      slice.readByte();
      slice.seek(BLOCK - 1);
      expectThrows(CorruptIndexException.class, slice::readVInt);
      slice.seek(BLOCK - 1);
      expectThrows(CorruptIndexException.class, slice::readVLong);
      slice.seek(BLOCK - 10);
      expectThrows(CorruptIndexException.class, () -> slice.readBytes(new byte[20], 0, 20));
    }
  }

  /** Opens the file and notes the clones that are made of what is below, and its prefetches. */
  private IndexInput openNoting(List<String> calls) throws Exception {
    FilterDirectory noting =
        new FilterDirectory(directory) {
          @Override
          public IndexInput openInput(String name, IOContext context) throws IOException {
            return new FilterIndexInput(name, in.openInput(name, context)) {
              @Override
              public IndexInput clone() {
                calls.add("clone");
                return in.clone();
              }

              @Override
              public void prefetch(long offset, long count) {
                calls.add(offset + " " + count);
              }
            };
          }
        };
    SegmentReadState state =
        new SegmentReadState(noting, segment, FieldInfos.EMPTY, IOContext.DEFAULT);
    return CachedFiles.forReading(state, EXTENSIONS, CachePolicy.CACHED, cache)
        .directory
        .openInput(NAME, IOContext.DEFAULT);
  }

  public void testOnlyBlocksThatAreMissingArePrefetched() throws Exception {
    write(3 * BLOCK + 5);
    List<String> calls = new ArrayList<>();
    try (IndexInput input = openNoting(calls)) {
      IndexInput slice = input.slice("all", 0, input.length());
      slice.seek(BLOCK);
      slice.readByte();
      calls.clear();
      slice.prefetch(0, 2L * BLOCK);
      assertEquals(List.of("0 " + BLOCK), calls);
      slice.prefetch(2L * BLOCK, BLOCK + 1);
      assertEquals(List.of("0 " + BLOCK, 2 * BLOCK + " " + BLOCK, 3 * BLOCK + " 5"), calls);
    }
  }

  public void testNothingIsPrefetchedAtTheEndOrBeyond() throws Exception {
    List<String> calls = new ArrayList<>();
    for (int length : new int[] {0, 5, 2 * BLOCK}) {
      write(length);
      try (IndexInput input = openNoting(calls)) {
        IndexInput whole = input.slice("all", 0, length);
        IndexInput part = input.slice("part", length / 2, length / 4);
        for (IndexInput slice : new IndexInput[] {whole, part}) {
          long end = slice.length();
          slice.prefetch(end, 0);
          slice.prefetch(0, 0);
          for (long[] wrong : new long[][] {{end, 1}, {0, end + 1}, {-1, 1}, {Long.MAX_VALUE, 2}}) {
            expectThrows(EOFException.class, () -> slice.prefetch(wrong[0], wrong[1]));
          }
        }
      }
      assertEquals(List.of(), calls);
      for (String file : directory.listAll()) {
        directory.deleteFile(file);
      }
    }
  }

  /** As readers of a terms index are made of the file: they begin where it stands. */
  public void testClonesOfTheFileBeginWhereItIs() throws Exception {
    byte[] bytes = write(2 * BLOCK);
    SegmentReadState state =
        new SegmentReadState(directory, segment, FieldInfos.EMPTY, IOContext.DEFAULT);
    for (boolean cached : new boolean[] {true, false}) {
      SegmentReadState reading =
          cached
              ? CachedFiles.forReadingClones(state, EXTENSIONS, CachePolicy.CACHED, cache)
              : CachedFiles.forReading(state, EXTENSIONS, CachePolicy.CACHED, cache);
      try (IndexInput input = reading.directory.openInput(NAME, IOContext.DEFAULT)) {
        input.seek(BLOCK + 7);
        IndexInput clone = input.clone();
        assertEquals(BLOCK + 7, clone.getFilePointer());
        assertEquals(bytes[BLOCK + 7], clone.readByte());
        assertEquals(BLOCK + 7, input.getFilePointer());
      }
    }
  }

  /** What was pinned when the file was opened is pinned again after the cache was off. */
  public void testPinnedBlocksArePinnedAgain() throws Exception {
    write(2 * BLOCK);
    try (IndexInput input = open(CachePolicy.PINNED, IOContext.DEFAULT)) {
      assertEquals(2 * BLOCK, cache.stats().inUseBytes());
      cache.setEnabled(false);
      BlockCacheInvariants.collectAndCheckEmpty(cache);
      cache.setEnabled(true);
      try (IndexInput slice = input.slice("all", 0, 2 * BLOCK)) {
        slice.readBytes(new byte[2 * BLOCK], 0, 2 * BLOCK);
      }
      for (int i = 0; i < 5; i++) {
        System.gc();
        assertEquals(2 * BLOCK, cache.stats().inUseBytes());
      }
    }
  }

  /** Two threads may read a slice and its clone. */
  public void testClonesHaveReadersOfTheirOwn() throws Exception {
    write(BLOCK);
    cache.setEnabled(false);
    List<String> calls = new ArrayList<>();
    try (IndexInput input = openNoting(calls)) {
      IndexInput slice = input.slice("all", 0, BLOCK);
      slice.readByte();
      calls.clear();
      IndexInput clone = slice.clone();
      slice.readByte();
      clone.readByte();
      clone.readByte();
      input.slice("another", 0, BLOCK).readByte();
      assertEquals("the block is not verified again", List.of("clone", "clone"), calls);
    }
  }

  /** What one clone scans is no sign of what another one, made of it, is used for. */
  public void testScansAreFoundOutForEachClone() throws Exception {
    byte[] bytes = write(6 * BLOCK);
    SegmentReadState state =
        new SegmentReadState(directory, segment, FieldInfos.EMPTY, IOContext.DEFAULT);
    try (IndexInput input =
        CachedFiles.forReadingClones(state, EXTENSIONS, CachePolicy.CACHED, cache)
            .directory
            .openInput(NAME, IOContext.DEFAULT)) {
      IndexInput scan = input.clone();
      IndexInput lookUp = scan.clone();
      scan.readBytes(new byte[3 * BLOCK], 0, 3 * BLOCK);
      assertEquals(0, cache.stats().loads());
      lookUp.seek(4 * BLOCK + 7);
      assertEquals(bytes[4 * BLOCK + 7], lookUp.readByte());
      assertEquals(1, cache.stats().loads());
    }
  }

  /** As after a disk was full: the checksums of whole blocks are right. */
  public void testAFileThatBecameShorterIsReadWithoutTheCache() throws Exception {
    byte[] bytes = Arrays.copyOf(write(2 * BLOCK), 2 * BLOCK - 1);
    replace(bytes);
    try (IndexInput input = open(CachePolicy.CACHED, IOContext.DEFAULT)) {
      byte[] read = new byte[bytes.length];
      input.slice("all", 0, bytes.length).readBytes(read, 0, read.length);
      assertArrayEquals(bytes, read);
    }
    assertEquals(0, cache.stats().misses());
    Exception wrong =
        expectThrows(
            CorruptIndexException.class,
            () -> BlockChecksums.read(directory, NAME, bytes.length, segment.getId(), ""));
    assertTrue(
        wrong.getMessage(), wrong.getMessage().startsWith("length of _0.tip is 32767, must be "));
  }

  public void testNothingStaysOfAFileThatCannotBePinned() throws Exception {
    byte[] bytes = write(3 * BLOCK);
    bytes[2 * BLOCK] ^= 1;
    replace(bytes);
    expectThrows(CorruptIndexException.class, () -> open(CachePolicy.PINNED, IOContext.DEFAULT));
    assertEquals(2, cache.stats().loads());
    BlockCacheInvariants.collectAndCheckEmpty(cache);
  }

  public void testAClosedSliceHoldsNoBlock() throws Exception {
    write(BLOCK);
    IndexInput slice;
    try (IndexInput input = open(CachePolicy.CACHED, IOContext.DEFAULT)) {
      slice = input.slice("all", 0, BLOCK);
      slice.readByte();
      assertTrue(cache.stats().inUseBytes() > 0);
      slice.close();
      BlockCacheInvariants.collectHandles(cache);
    }
    Reference.reachabilityFence(slice);
  }
}
