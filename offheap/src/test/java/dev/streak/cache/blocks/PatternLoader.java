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

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Loads blocks whose every byte follows from file, block and position. */
public class PatternLoader implements BlockLoader {
  final AtomicInteger attempts = new AtomicInteger();
  final AtomicInteger loads = new AtomicInteger();

  /** One in so many loads fails, none if 0. */
  volatile int failureRate;

  private final int lengthBytes;

  /** Creates a loader of blocks that all have one length. */
  public PatternLoader(int lengthBytes) {
    this.lengthBytes = lengthBytes;
  }

  private static byte content(int seed, int blockIndex, int position) {
    return (byte) (31 * (31 * seed + blockIndex) + position * 7);
  }

  /** Fails unless a block has the content that its place in the file demands. */
  public static void checkContent(BlockHandle handle) {
    BlockMemory memory = handle.memory();
    assertTrue("used after free", memory.isLive());
    for (int i = 0; i < memory.lengthBytes(); i++) {
      assertEquals(
          content(memory.lengthBytes(), handle.block.key.blockIndex(), i),
          memory.bytes().get(memory.start() + i));
    }
    Reference.reachabilityFence(handle);
  }

  @Override
  public int lengthBytes(int blockIndex) {
    return lengthBytes;
  }

  @Override
  public void load(int blockIndex, ByteBuffer target) throws IOException {
    attempts.incrementAndGet();
    if (failureRate > 0 && ThreadLocalRandom.current().nextInt(failureRate) == 0) {
      throw new IOException("as told");
    }
    for (int i = 0; i < lengthBytes; i++) {
      target.put(content(lengthBytes, blockIndex, i));
    }
    loads.incrementAndGet();
  }
}
