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
package dev.streak.compression;

import java.util.ArrayList;
import java.util.List;

/** Blocks that wait for the choice of a dictionary, and are the sample that it is chosen by. */
final class WaitingBlocks {
  /** While a dictionary is chosen, at most so many times the sample's bytes wait for it. */
  private static final int MAX_WAITING = 4;

  private final int sampleBytes;
  private final int sliceBytes;
  private final List<WaitingBlock> blocks = new ArrayList<>();
  private long bytes;
  private long ramBytes;

  WaitingBlocks(ZstdSettings settings) {
    sampleBytes = ZstdDictionaryTrainer.sampleBytes(settings);
    sliceBytes = settings.sliceBytes();
  }

  void add(WaitingBlock block) {
    blocks.add(block);
    bytes += block.length();
    ramBytes += block.ramBytesUsed();
  }

  List<WaitingBlock> blocks() {
    return blocks;
  }

  long bytes() {
    return bytes;
  }

  /** Whether a dictionary can be chosen by them. */
  boolean isEnough() {
    return bytes >= sampleBytes;
  }

  boolean isHalfEnough() {
    return 2 * bytes >= sampleBytes;
  }

  /** Whether no more are to wait while a dictionary is chosen. */
  boolean isMost() {
    return bytes >= MAX_WAITING * (long) sampleBytes;
  }

  List<byte[]> sample() {
    List<byte[]> sample = new ArrayList<>(blocks.size());
    for (WaitingBlock block : blocks) {
      // Of a giant document the beginning will do.
      sample.add(block.beginning(sliceBytes));
    }
    return sample;
  }

  /** What they hold on the heap. */
  long ramBytesUsed() {
    return ramBytes;
  }
}
