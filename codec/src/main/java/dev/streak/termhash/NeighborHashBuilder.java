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
package dev.streak.termhash;

import org.apache.lucene.util.FixedBitSet;

/**
 * Places keys in a table of fixed size. Memory: 16 bytes and one bit per bucket, nothing else.
 *
 * <p>Three rules make look-ups short:
 *
 * <ul>
 *   <li><i>Lodgers give way to hosts.</i> A key whose home is taken by a lodger moves in, and the
 *       lodger is placed anew. So a chain begins at the home of its keys or does not exist, and no
 *       chain ever holds the keys of another home.
 *   <li><i>Strangers give way to the line's own keys.</i> The same, one level up: a key that finds
 *       its line full takes the place of a lodger whose home is in another line.
 *   <li><i>Near before far.</i> A lodger goes to a line that its chain already visits, else to the
 *       nearest line with an unused bucket on either side of the chain's end.
 * </ul>
 *
 * <p>Not every set of keys fits: the distance between two buckets of a chain has {@value
 * BucketDescriptor#NEXT_BITS} bits. {@link #add} says so, and the table must be begun again with
 * another seed or more buckets.
 */
public final class NeighborHashBuilder {

  /** The largest table: its longs are one Java array while it is built. */
  public static final int MAX_BUCKETS = 1 << 29;

  /** The highest share of used buckets that can be asked for. */
  public static final double MAX_LOAD = 0.9;

  /** A chain of this length means that keys were made to collide. */
  static final int MAX_CHAIN = 4096;

  private static final int NONE = -1;

  private final HomeBuckets homes;
  private final long firstBucket;
  private final int buckets;
  private final long[] table;
  private final FixedBitSet used;
  private int size;
  private long relocations;

  /** Builds a whole table. */
  public NeighborHashBuilder(int buckets, long seed) {
    this(new HomeBuckets(seed, buckets), 0, buckets);
  }

  /**
   * Builds a part of a table: {@code buckets} buckets from {@code firstBucket} on, which take only
   * keys whose home is among them. Large tables are built part by part in bounded memory.
   */
  public NeighborHashBuilder(HomeBuckets homes, long firstBucket, int buckets) {
    if (buckets <= 0 || buckets > MAX_BUCKETS || buckets % BucketDescriptor.PER_LINE != 0) {
      throw new IllegalArgumentException(
          "buckets must be a multiple of "
              + BucketDescriptor.PER_LINE
              + " and at most "
              + MAX_BUCKETS
              + ": buckets="
              + buckets);
    }
    assert firstBucket % BucketDescriptor.PER_LINE == 0 : "firstBucket=" + firstBucket;
    assert firstBucket + buckets <= homes.buckets() : "firstBucket=" + firstBucket;
    this.homes = homes;
    this.firstBucket = firstBucket;
    this.buckets = buckets;
    this.table = new long[2 * buckets];
    this.used = new FixedBitSet(buckets);
  }

  /** The number of buckets that holds {@code keys} keys at most {@code load} full. */
  public static long bucketsFor(long keys, double load) {
    if (!(load > 0 && load <= MAX_LOAD)) {
      throw new IllegalArgumentException("load must be > 0 and <= " + MAX_LOAD + ": load=" + load);
    }
    long buckets = Math.max(1, (long) Math.ceil(keys / load));
    return (buckets + BucketDescriptor.PER_LINE - 1) & -BucketDescriptor.PER_LINE;
  }

  /**
   * Adds a key that is not in the table yet. Returns false if it cannot be placed; the table is of
   * no use then.
   */
  public boolean add(long key, long payload) {
    if (size == buckets) {
      return false;
    }
    size++;
    return place(key, payload);
  }

  /** Number of keys. */
  public int size() {
    return size;
  }

  /** How often a key was moved away for another. */
  public long relocations() {
    return relocations;
  }

  /** Where the keys live. */
  public HomeBuckets homes() {
    return homes;
  }

  private boolean place(long key, long payload) {
    int home = homeOf(key);
    if (!used.get(home)) {
      put(home, key, payload, 0);
      return true;
    }
    long guestKey = keyAt(home);
    if (homeOf(guestKey) != home) {
      long guestPayload = BucketDescriptor.payload(wordAt(home));
      if (!unlink(home)) {
        return false;
      }
      put(home, key, payload, 0);
      relocations++;
      return place(guestKey, guestPayload);
    }
    if (unusedInLine(home) == NONE) {
      int stranger = strangerInLine(home);
      if (stranger != NONE) {
        long strangerKey = keyAt(stranger);
        long strangerPayload = BucketDescriptor.payload(wordAt(stranger));
        relocations++;
        return unlink(stranger) && lodge(home, key, payload) && place(strangerKey, strangerPayload);
      }
    }
    return lodge(home, key, payload);
  }

  /** Appends a key to the chain that begins at {@code home}, in the nearest unused bucket. */
  private boolean lodge(int home, long key, long payload) {
    int bucket = home;
    int unused;
    int length = 1;
    while ((unused = unusedInLine(bucket)) == NONE) {
      int next = BucketDescriptor.next(wordAt(bucket));
      if (next == 0) {
        unused = nearestUnused(bucket);
        break;
      }
      if (++length > MAX_CHAIN) {
        return false;
      }
      bucket += next;
    }
    if (unused == NONE) {
      return false;
    }
    int previous = lastOfLine(bucket);
    int next = BucketDescriptor.next(wordAt(previous));
    int following = next == 0 ? 0 : previous + next - unused;
    if (!BucketDescriptor.isReachable(following)
        || !BucketDescriptor.isReachable(unused - previous)) {
      return false;
    }
    put(unused, key, payload, following);
    setNext(previous, unused - previous);
    return true;
  }

  /** Follows a chain from {@code bucket} for as long as it stays in the line. */
  private int lastOfLine(int bucket) {
    int last = bucket;
    int next;
    while ((next = BucketDescriptor.next(wordAt(last))) != 0
        && BucketDescriptor.sameLine(last + next, last)) {
      last += next;
    }
    return last;
  }

  /** Takes a lodger out of its chain and its bucket. */
  private boolean unlink(int lodger) {
    int previous = homeOf(keyAt(lodger));
    assert previous != lodger;
    int next;
    while (previous + (next = BucketDescriptor.next(wordAt(previous))) != lodger) {
      assert next != 0 : "bucket " + lodger + " is in no chain";
      previous += next;
    }
    int following = BucketDescriptor.next(wordAt(lodger));
    int distance = following == 0 ? 0 : lodger + following - previous;
    if (!BucketDescriptor.isReachable(distance)) {
      return false;
    }
    setNext(previous, distance);
    used.clear(lodger);
    return true;
  }

  private int unusedInLine(int bucket) {
    int start = bucket & -BucketDescriptor.PER_LINE;
    for (int i = start; i < start + BucketDescriptor.PER_LINE; i++) {
      if (!used.get(i)) {
        return i;
      }
    }
    return NONE;
  }

  private int strangerInLine(int bucket) {
    int start = bucket & -BucketDescriptor.PER_LINE;
    for (int i = start; i < start + BucketDescriptor.PER_LINE; i++) {
      if (!BucketDescriptor.sameLine(homeOf(keyAt(i)), bucket)) {
        return i;
      }
    }
    return NONE;
  }

  /**
   * Looks for an unused bucket line by line, on both sides, as far as a distance can be written.
   */
  private int nearestUnused(int bucket) {
    int line = bucket & -BucketDescriptor.PER_LINE;
    for (int ring = BucketDescriptor.PER_LINE;
        ring <= BucketDescriptor.MAX_NEXT;
        ring += BucketDescriptor.PER_LINE) {
      int unused = line + ring < buckets ? unusedInLine(line + ring) : NONE;
      if (unused == NONE && line - ring >= 0) {
        unused = unusedInLine(line - ring);
      }
      if (unused != NONE) {
        return unused;
      }
    }
    return NONE;
  }

  private int homeOf(long key) {
    return (int) (homes.of(key) - firstBucket);
  }

  private long keyAt(int bucket) {
    return table[2 * bucket];
  }

  private long wordAt(int bucket) {
    return table[2 * bucket + 1];
  }

  private void put(int bucket, long key, long payload, int next) {
    table[2 * bucket] = key;
    table[2 * bucket + 1] = BucketDescriptor.word(payload, next);
    used.set(bucket);
  }

  private void setNext(int bucket, int next) {
    table[2 * bucket + 1] = BucketDescriptor.word(BucketDescriptor.payload(wordAt(bucket)), next);
  }

  /**
   * The finished table: key and word of each bucket in turn. Gives every unused bucket a key that
   * nobody looks for there.
   */
  public long[] finish() {
    long filler = 0;
    long otherFiller = homes.keyElsewhere(filler);
    for (int i = 0; i < buckets; i++) {
      if (!used.get(i)) {
        table[2 * i] = homeOf(filler) == i ? otherFiller : filler;
        table[2 * i + 1] = 0;
      }
    }
    return table;
  }

  /** Whether a bucket holds a key; the others hold fillers once the table is finished. */
  boolean isUsed(int bucket) {
    return used.get(bucket);
  }

  /** Length of the longest chain, which bounds every look-up. */
  public int longestChain() {
    int longest = 0;
    for (int i = 0; i < buckets; i++) {
      if (used.get(i) && homeOf(keyAt(i)) == i) {
        longest = Math.max(longest, chainLength(i));
      }
    }
    return longest;
  }

  private int chainLength(int home) {
    int length = 1;
    int bucket = home;
    int next;
    while ((next = BucketDescriptor.next(wordAt(bucket))) != 0) {
      bucket += next;
      length++;
    }
    return length;
  }
}
