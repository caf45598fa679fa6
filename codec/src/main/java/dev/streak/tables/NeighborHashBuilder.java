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
package dev.streak.tables;

/**
 * Places keys in a table of fixed size.
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

  private final HomeBuckets homes;
  private final long firstBucket;
  private final BucketStore store;
  private int size;

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
    this.store = new BucketStore(buckets);
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
    if (size == store.size()) {
      return false;
    }
    size++;
    return place(key, payload);
  }

  /** Number of keys. */
  public int size() {
    return size;
  }

  /** Where the keys live. */
  public HomeBuckets homes() {
    return homes;
  }

  private boolean place(long key, long payload) {
    int home = homeOf(key);
    if (!store.isUsed(home)) {
      store.put(home, key, payload, 0);
      return true;
    }
    long guestKey = store.key(home);
    if (homeOf(guestKey) != home) {
      long guestPayload = store.payload(home);
      if (!unlink(home)) {
        return false;
      }
      store.put(home, key, payload, 0);
      return place(guestKey, guestPayload);
    }
    if (store.unusedInLine(home) == BucketStore.NONE) {
      int stranger = strangerInLine(home);
      if (stranger != BucketStore.NONE) {
        long strangerKey = store.key(stranger);
        long strangerPayload = store.payload(stranger);
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
    while ((unused = store.unusedInLine(bucket)) == BucketStore.NONE) {
      int next = store.next(bucket);
      if (next == 0) {
        unused = store.nearestUnused(bucket);
        break;
      }
      if (++length > MAX_CHAIN) {
        return false;
      }
      bucket += next;
    }
    if (unused == BucketStore.NONE) {
      return false;
    }
    int previous = store.lastOfLine(bucket);
    int next = store.next(previous);
    int following = next == 0 ? 0 : previous + next - unused;
    if (!BucketDescriptor.isReachable(following)
        || !BucketDescriptor.isReachable(unused - previous)) {
      return false;
    }
    store.put(unused, key, payload, following);
    store.setNext(previous, unused - previous);
    return true;
  }

  /** Takes a lodger out of its chain and its bucket. */
  private boolean unlink(int lodger) {
    return store.unlink(homeOf(store.key(lodger)), lodger);
  }

  private int strangerInLine(int bucket) {
    int start = bucket & -BucketDescriptor.PER_LINE;
    for (int i = start; i < start + BucketDescriptor.PER_LINE; i++) {
      if (!BucketDescriptor.sameLine(homeOf(store.key(i)), bucket)) {
        return i;
      }
    }
    return BucketStore.NONE;
  }

  private int homeOf(long key) {
    return (int) (homes.of(key) - firstBucket);
  }

  /**
   * The finished table: key and word of each bucket in turn. Gives every unused bucket a key that
   * nobody looks for there.
   */
  public long[] finish() {
    long filler = 0;
    long otherFiller = homes.keyElsewhere(filler);
    for (int i = 0; i < store.size(); i++) {
      if (!store.isUsed(i)) {
        store.fill(i, homeOf(filler) == i ? otherFiller : filler);
      }
    }
    return store.table();
  }

  /** Whether a bucket holds a key; the others hold fillers once the table is finished. */
  boolean isUsed(int bucket) {
    return store.isUsed(bucket);
  }

  /** Length of the longest chain, which bounds every look-up. */
  public int longestChain() {
    int longest = 0;
    for (int i = 0; i < store.size(); i++) {
      if (store.isUsed(i) && homeOf(store.key(i)) == i) {
        longest = Math.max(longest, store.chainLength(i));
      }
    }
    return longest;
  }
}
