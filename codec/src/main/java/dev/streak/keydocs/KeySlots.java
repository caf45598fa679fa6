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
package dev.streak.keydocs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A table from hashes of keys to their ordinals, in buckets of 31. A key lies in its home bucket,
 * or behind it if that is full. Eight bits of its hash, its tag, are compared with those of all
 * keys of a bucket at once. Other keys may have the same tag: what is found has to be verified.
 *
 * <p>A bucket has 16 words, which are two cache lines. Four have the tags, of which zero is free,
 * and in the last byte what is behind the bucket: a bit for every eighth of the hashes. Four have
 * the high eight bits of the ordinals, eight the low sixteen. Bits that no ordinal of a table needs
 * have more of the hash.
 *
 * <p>Keys are added by one thread while others look up. They see a slot as free or complete, and
 * nothing ever moves: who was told of a key by other means finds it.
 */
public final class KeySlots {

  /** Room for an ordinal. */
  private static final int ORDINAL_BITS = 24;

  public static final int MAX_KEYS = (1 << ORDINAL_BITS) - 1;

  /** What {@link #ordinal} returns for a key that has the tag of a hash and is of another. */
  public static final int OTHER = -1;

  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

  /** A large array begins 16 bytes behind the begin of a cache line; the first bucket, with one. */
  private static final int FIRST_BUCKET = 14;

  private static final int BUCKET_WORDS = 16;
  private static final int BUCKET_BYTES = BUCKET_WORDS * Long.BYTES;
  private static final int BUCKET_SLOTS = 31;

  /** The last word of tags in a bucket, the first of high bits, and the first of low ones. */
  private static final int LAST_TAGS = 3;

  private static final int FIRST_HIGHS = 4;
  private static final int FIRST_LOWS = 8;

  /** Ten buckets of a table as it is made have so many keys. */
  private static final int TEN_BUCKETS_KEYS = 256;

  /** Share of used slots that keys may be added up to. */
  private static final double MAX_LOAD = 0.9;

  private static final long EACH_BYTE = 0x0101_0101_0101_0101L;
  private static final long LOW_BITS = 0x7F7F_7F7F_7F7F_7F7FL;
  private static final long TAGS_OF_LAST_WORD = -1L >>> Byte.SIZE;
  private static final int BEHIND_SHIFT = Long.SIZE - Byte.SIZE;

  private final long[] words;
  private final int buckets;
  private final int maxKeys;

  /** Bits that ordinals take in this table. */
  private final int ordinalBits;

  private int keys;

  /** A table for some keys, with a little room for more. */
  KeySlots(int expectedKeys) {
    assert expectedKeys >= 0 && expectedKeys <= MAX_KEYS : "expectedKeys=" + expectedKeys;
    buckets = (int) Math.max(1, (10L * expectedKeys + TEN_BUCKETS_KEYS - 1) / TEN_BUCKETS_KEYS);
    words = new long[FIRST_BUCKET + buckets * BUCKET_WORDS];
    // Not all buckets are ever full: adding and looking up end.
    maxKeys = Math.min(MAX_KEYS, (int) (buckets * BUCKET_SLOTS * MAX_LOAD));
    ordinalBits = Integer.SIZE - Integer.numberOfLeadingZeros(maxKeys);
  }

  /** Keys that a table of at most some bytes is made for. */
  public static int keysIn(long bytes) {
    long most = Math.clamp((bytes - FIRST_BUCKET * Long.BYTES) / BUCKET_BYTES, 0, MAX_KEYS);
    return (int) Math.min(MAX_KEYS, most * TEN_BUCKETS_KEYS / 10);
  }

  long bytes() {
    return (long) words.length * Long.BYTES;
  }

  /** Number of keys, which is the next key's ordinal. */
  public int keys() {
    return keys;
  }

  boolean hasRoom(long more) {
    return keys + more <= maxKeys;
  }

  /** The bucket where a key is looked for first. */
  public int home(long hash) {
    return FIRST_BUCKET + (int) Math.unsignedMultiplyHigh(hash, buckets) * BUCKET_WORDS;
  }

  /** Touches a bucket: loads that do not wait for each other overlap. */
  public long touch(int bucket) {
    return words[bucket] + words[bucket + FIRST_LOWS];
  }

  /** The bucket behind another. */
  public int next(int bucket) {
    int next = bucket + BUCKET_WORDS;
    return next == words.length ? FIRST_BUCKET : next;
  }

  /** Whether a key with this hash may lie behind a bucket. */
  public boolean goesOn(int bucket, long hash) {
    return (tags(bucket + LAST_TAGS) >>> BEHIND_SHIFT & behind(hash)) != 0;
  }

  private static long behind(long hash) {
    return 1L << (hash >>> Byte.SIZE & 7);
  }

  private long tags(int word) {
    return (long) WORDS.getAcquire(words, word);
  }

  /** Bits of a hash that neither the tag nor what is behind has, above those of an ordinal. */
  private int moreOf(long hash) {
    return (int) (hash >>> 11) << ordinalBits & MAX_KEYS;
  }

  private static long tag(long hash) {
    // The home takes the high bits. Zero is free.
    return Math.max(1, hash & 0xFF);
  }

  /** Adds the key with the next ordinal. */
  void add(int home, long hash) {
    assert hasRoom(1) : "keys=" + keys;
    int bucket = home;
    for (; isFull(bucket); bucket = next(bucket)) {
      publish(bucket + LAST_TAGS, behind(hash) << BEHIND_SHIFT);
    }
    int slot = firstFree(bucket);
    int bits = keys | moreOf(hash);
    words[bucket + FIRST_HIGHS + (slot >>> 3)] |= (long) (bits >>> 16) << (slot << 3);
    words[bucket + FIRST_LOWS + (slot >>> 2)] |= (bits & 0xFFFFL) << (slot << 4);
    // The tag comes last: who sees it sees the ordinal.
    publish(bucket + (slot >>> 3), tag(hash) << (slot << 3));
    keys++;
  }

  private boolean isFull(int bucket) {
    long last = words[bucket + LAST_TAGS] & TAGS_OF_LAST_WORD;
    return last >>> (BEHIND_SHIFT - Byte.SIZE) != 0;
  }

  private int firstFree(int bucket) {
    int word = 0;
    while (zeroBytes(words[bucket + word]) == 0) {
      word++;
    }
    return (word << 3) + (Long.numberOfTrailingZeros(zeroBytes(words[bucket + word])) >>> 3);
  }

  private void publish(int word, long bits) {
    WORDS.setRelease(words, word, words[word] | bits);
  }

  /** The highest bit of each byte that is zero. */
  private static long zeroBytes(long bytes) {
    return ~((bytes & LOW_BITS) + LOW_BITS | bytes | LOW_BITS);
  }

  /** The slots of a bucket whose keys have the tag of this hash: a bit for each. */
  public long matches(int bucket, long hash) {
    long tags = tag(hash) * EACH_BYTE;
    long last = zeroBytes(tags(bucket + LAST_TAGS) ^ tags) & TAGS_OF_LAST_WORD;
    return zeroBytes(tags(bucket) ^ tags) >>> 3
        | zeroBytes(tags(bucket + 1) ^ tags) >>> 2
        | zeroBytes(tags(bucket + 2) ^ tags) >>> 1
        | last;
  }

  /**
   * The ordinal of the key in the first of some slots, or {@link #OTHER} if more of its hash tells
   * that it is another one; {@code matches & (matches - 1)} follow.
   */
  public int ordinal(int bucket, long matches, long hash) {
    int bit = Long.numberOfTrailingZeros(matches);
    int slot = (bit >>> 3) + ((bit & 3) << 3);
    int high = (int) (words[bucket + FIRST_HIGHS + (slot >>> 3)] >>> (slot << 3)) & 0xFF;
    int low = (int) (words[bucket + FIRST_LOWS + (slot >>> 2)] >>> (slot << 4)) & 0xFFFF;
    int ordinal = (high << 16 | low) ^ moreOf(hash);
    return ordinal >>> ordinalBits == 0 ? ordinal : OTHER;
  }
}
