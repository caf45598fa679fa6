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
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.MergeInfo;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.StringHelper;

/** A file read through the cache reads like the file. */
public class TestCachedFiles extends CachedFileTestCase {
  public void testReadsLikeTheFile() throws Exception {
    // Larger than the cache now and then: what is not admitted comes from the directory.
    byte[] bytes = write(TestUtil.nextInt(random(), 100, 300_000));
    CachePolicy policy = random().nextBoolean() ? CachePolicy.CACHED : CachePolicy.SPARE_ROOM;
    try (IndexInput input = open(policy, IOContext.DEFAULT);
        IndexInput plain = directory.openInput(NAME, IOContext.DEFAULT)) {
      for (int i = 0; i < 200; i++) {
        int start = random().nextInt(bytes.length - 50);
        int length = TestUtil.nextInt(random(), 50, bytes.length - start);
        compare(input.slice("cached", start, length), plain.slice("plain", start, length));
        if (i % 50 == 0) {
          BlockCacheInvariants.check(cache);
        }
      }
      assertTrue(cache.stats().loads() > 0);
      assertEquals(policy == CachePolicy.SPARE_ROOM, cache.stats().spareBytes() > 0);
    }
    BlockCacheInvariants.collectAndCheckEmpty(cache);
  }

  private void compare(IndexInput cached, IndexInput plain) throws Exception {
    RandomAccessInput random = cached.randomAccessSlice(0, cached.length());
    RandomAccessInput expected = plain.randomAccessSlice(0, plain.length());
    for (int i = 0; i < 20; i++) {
      long at = random().nextInt((int) plain.length() - 8);
      assertEquals(expected.readByte(at), random.readByte(at));
      assertEquals(expected.readShort(at), random.readShort(at));
      assertEquals(expected.readInt(at), random.readInt(at));
      assertEquals(expected.readLong(at), random.readLong(at));
      cached.seek(at);
      plain.seek(at);
      int count = random().nextInt((int) (plain.length() - at) + 1);
      byte[] actual = new byte[count];
      byte[] wanted = new byte[count];
      cached.readBytes(actual, 0, count);
      plain.readBytes(wanted, 0, count);
      assertArrayEquals(wanted, actual);
      assertEquals(plain.getFilePointer(), cached.getFilePointer());
    }
    compareNumbers(cached, plain);
    expectThrows(EOFException.class, () -> random.readByte(cached.length()));
    expectThrows(EOFException.class, () -> cached.seek(cached.length() + 1));
    expectThrows(
        IllegalArgumentException.class, () -> cached.slice("too long", 1, cached.length()));
  }

  /** Numbers of variable length, about the edges of blocks as well as anywhere. */
  private void compareNumbers(IndexInput cached, IndexInput plain) throws Exception {
    for (int i = 0; i < 40; i++) {
      long at = random().nextInt((int) plain.length());
      if (random().nextBoolean()) {
        at = Math.min(plain.length(), (at >>> 14 << 14) + random().nextInt(12));
      }
      int bytes = bytesOfNumber(plain, at);
      if (bytes < 0 || bytes > 9) {
        continue;
      }
      boolean isInt = bytes <= 5 && random().nextBoolean();
      IndexInput clone = cached.clone();
      clone.seek(at);
      plain.seek(at);
      long expected = isInt ? plain.readVInt() : plain.readVLong();
      assertEquals(expected, isInt ? clone.readVInt() : clone.readVLong());
      assertEquals(plain.getFilePointer(), clone.getFilePointer());
      if (plain.getFilePointer() < plain.length()) {
        assertEquals(plain.readByte(), clone.readByte());
      }
    }
  }

  /** Returns how many bytes a number of variable length has, -1 if it does not end. */
  private static int bytesOfNumber(IndexInput plain, long at) throws IOException {
    plain.seek(at);
    for (int count = 1; plain.getFilePointer() < plain.length(); count++) {
      if (plain.readByte() >= 0) {
        return count;
      }
    }
    return -1;
  }

  /** As a damaged offset may lead to: the end of what is read there is no number any more. */
  public void testPlacesBeyondAllFiles() throws Exception {
    write(40_000);
    for (boolean enabled : new boolean[] {true, false}) {
      cache.setEnabled(enabled);
      try (IndexInput input = open(CachePolicy.CACHED, IOContext.DEFAULT)) {
        RandomAccessInput slice = input.randomAccessSlice(0, input.length());
        slice.readByte(20_000);
        for (long at = Long.MAX_VALUE; at > Long.MAX_VALUE - 9; at--) {
          long place = at;
          expectThrows(EOFException.class, () -> slice.readByte(place));
          expectThrows(EOFException.class, () -> slice.readShort(place));
          expectThrows(EOFException.class, () -> slice.readInt(place));
          expectThrows(EOFException.class, () -> slice.readLong(place));
          expectThrows(EOFException.class, () -> slice.readBytes(place, new byte[4], 0, 4));
        }
      }
    }
  }

  public void testWholeFileAndMergesLeaveTheCacheAlone() throws Exception {
    write(100_000);
    try (IndexInput input = open(CachePolicy.CACHED, IOContext.DEFAULT)) {
      input.clone().readByte();
      expectThrows(CorruptIndexException.class, () -> CodecUtil.checksumEntireFile(input));
      assertEquals(0, cache.stats().misses());
    }
    IOContext merge = IOContext.merge(new MergeInfo(1, 100_000, false, -1));
    for (CachePolicy policy : CachePolicy.values()) {
      IOContext context = policy == CachePolicy.UNCACHED ? IOContext.DEFAULT : merge;
      try (IndexInput input = open(policy, context)) {
        input.slice("slice", 0, 100).readByte();
        assertEquals(policy + " in " + context, 0, cache.stats().misses());
      }
    }
  }

  public void testDamagedBlockIsRefused() throws Exception {
    byte[] bytes = write(40_000);
    bytes[20_000] ^= 1;
    replace(bytes);
    try (IndexInput input = open(CachePolicy.CACHED, IOContext.DEFAULT)) {
      RandomAccessInput slice = input.randomAccessSlice(0, bytes.length);
      assertEquals(bytes[0], slice.readByte(0));
      Exception damage = expectThrows(CorruptIndexException.class, () -> slice.readByte(17_000));
      assertTrue(
          damage.getMessage(), damage.getMessage().startsWith("checksum of block 1 at 16384 is "));
      assertEquals("nothing of it is cached", 1, cache.stats().blocks());
    }
  }

  public void testDamageIsRefusedInTheMidstOfANumber() throws Exception {
    byte[] bytes = write(40_000);
    bytes[BlockChecksums.BLOCK_BYTES] ^= 1;
    replace(bytes);
    cache.setEnabled(false);
    try (IndexInput input = open(CachePolicy.CACHED, IOContext.DEFAULT)) {
      RandomAccessInput slice = input.randomAccessSlice(0, bytes.length);
      long at = BlockChecksums.BLOCK_BYTES - 1;
      slice.readByte(at);
      expectThrows(CorruptIndexException.class, () -> slice.readShort(at));
      expectThrows(CorruptIndexException.class, () -> slice.readInt(at));
      expectThrows(CorruptIndexException.class, () -> slice.readLong(at));
    }
  }

  public void testClosedTwiceChecksumsAreWrittenOnce() throws Exception {
    byte[] bytes = new byte[40_000];
    IndexOutput file = directory.createOutput("file", IOContext.DEFAULT);
    BlockChecksumOutput output =
        new BlockChecksumOutput(file, directory, segment.getId(), "", IOContext.DEFAULT);
    output.writeBytes(bytes, bytes.length);
    output.close();
    output.close();
    BlockChecksums checksums =
        BlockChecksums.read(directory, "file", bytes.length, segment.getId(), "");
    assertEquals(3, checksums.ofBlocks().length);
  }

  /** What is wrong beside a file does not make the file unreadable. */
  public void testWrongChecksumsOfBlocksAreDoneWithout() throws Exception {
    String checksums = NAME + BlockChecksums.NAME_SUFFIX;
    for (int way = 0; way < 4; way++) {
      byte[] bytes = write(TestUtil.nextInt(random(), 100, 100_000));
      byte[] ofBlocks = new byte[(int) directory.fileLength(checksums)];
      try (IndexInput input = directory.openInput(checksums, IOContext.READONCE)) {
        input.readBytes(ofBlocks, 0, ofBlocks.length);
      }
      directory.deleteFile(checksums);
      int from = random().nextInt(ofBlocks.length);
      switch (way) {
        case 0 -> ofBlocks[from] ^= (byte) (1 << random().nextInt(8));
        case 1 -> ofBlocks = Arrays.copyOf(ofBlocks, from);
        case 2 -> {
          // Right in itself, and of another segment.
          ofBlocks = null;
          new BlockChecksums(bytes.length, new int[BlockChecksums.blockCount(bytes.length)])
              .write(directory, NAME, StringHelper.randomId(), "", IOContext.DEFAULT);
        }
        default -> ofBlocks = null;
      }
      if (ofBlocks != null) {
        try (IndexOutput output = directory.createOutput(checksums, IOContext.DEFAULT)) {
          output.writeBytes(ofBlocks, ofBlocks.length);
        }
      }
      for (CachePolicy policy : CachePolicy.values()) {
        try (IndexInput input = open(policy, IOContext.DEFAULT)) {
          byte[] read = new byte[bytes.length];
          input.slice("all", 0, bytes.length).readBytes(read, 0, read.length);
          assertArrayEquals(bytes, read);
        }
      }
      assertEquals(0, cache.stats().loads());
      SegmentReadState state =
          new SegmentReadState(directory, segment, FieldInfos.EMPTY, IOContext.DEFAULT);
      expectThrows(IOException.class, () -> CachedFiles.checkIntegrity(state, EXTENSIONS));
      for (String file : directory.listAll()) {
        directory.deleteFile(file);
      }
      // As of a segment that was deleted while it is open.
      CachedFiles.checkIntegrity(state, EXTENSIONS);
    }
  }

  /** Who could not read the checksums knows nothing of the file: the next one may read both. */
  public void testChecksumsThatCannotBeReadNow() throws Exception {
    byte[] bytes = write(100_000);
    for (int failures : new int[] {1, Integer.MAX_VALUE}) {
      for (int place = 0; place < 3; place++) {
        FailingChecksums failing = new FailingChecksums(failures, 30 * place);
        SegmentReadState state =
            new SegmentReadState(failing, segment, FieldInfos.EMPTY, IOContext.DEFAULT);
        Directory cached =
            CachedFiles.forReading(state, EXTENSIONS, CachePolicy.CACHED, cache).directory;
        IOException e =
            expectThrows(IOException.class, () -> cached.openInput(NAME, IOContext.DEFAULT));
        assertEquals("Input/output error", e.getMessage());
        failing.left = 0;
        try (IndexInput input = cached.openInput(NAME, IOContext.DEFAULT)) {
          assertEquals(bytes[99_999], input.randomAccessSlice(0, 100_000).readByte(99_999));
        }
      }
    }
    assertTrue(cache.stats().loads() > 0);
  }

  /** Storage that fails for a while when checksums are read from a place on. */
  private final class FailingChecksums extends FilterDirectory {
    private int left;
    private final long place;

    FailingChecksums(int failures, long place) {
      super(directory);
      this.left = failures;
      this.place = place;
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
      IndexInput input = in.openInput(name, context);
      if (name.equals(NAME)) {
        return input;
      }
      return new FilterIndexInput(name, input) {
        @Override
        public void readBytes(byte[] target, int offset, int count) throws IOException {
          // A byte at a time, as what reads buffers all of a short file.
          for (int i = 0; i < count; i++) {
            target[offset + i] = readByte();
          }
        }

        @Override
        public byte readByte() throws IOException {
          if (left > 0 && in.getFilePointer() >= place) {
            left--;
            // Lost: what is read behind it does not fit the footer.
            in.readByte();
            throw new IOException("Input/output error");
          }
          return in.readByte();
        }
      };
    }
  }

  public void testFarBlocksOfALargeFileArePrefetched() throws Exception {
    long fileBytes = (5L << 30) + 17;
    new BlockChecksums(fileBytes, new int[BlockChecksums.blockCount(fileBytes)])
        .write(directory, NAME, segment.getId(), "", IOContext.DEFAULT);
    List<String> prefetched = new ArrayList<>();
    try (IndexOutput output = directory.createOutput(NAME, IOContext.DEFAULT)) {
      output.writeByte((byte) 0);
    }
    Directory large =
        new FilterDirectory(directory) {
          @Override
          public IndexInput openInput(String name, IOContext context) throws IOException {
            IndexInput input = in.openInput(name, context);
            if (name.equals(NAME) == false) {
              return input;
            }
            return new FilterIndexInput(name, input) {
              @Override
              public long length() {
                return fileBytes;
              }

              @Override
              public void prefetch(long offset, long count) {
                prefetched.add(offset + " " + count);
              }
            };
          }
        };
    SegmentReadState state =
        new SegmentReadState(large, segment, FieldInfos.EMPTY, IOContext.DEFAULT);
    try (IndexInput input =
        CachedFiles.forReading(state, EXTENSIONS, CachePolicy.CACHED, cache)
            .directory
            .openInput(NAME, IOContext.DEFAULT)) {
      IndexInput slice = input.slice("all", 0, fileBytes);
      slice.prefetch((1L << 32) - 1, 2);
      slice.prefetch(fileBytes - 1, 1);
    }
    int block = BlockChecksums.BLOCK_BYTES;
    assertEquals(
        List.of(
            ((1L << 32) - block) + " " + block, (1L << 32) + " " + block, (fileBytes - 17) + " 17"),
        prefetched);
  }
}
