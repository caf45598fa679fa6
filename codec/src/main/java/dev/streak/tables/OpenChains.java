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

import java.io.IOException;

/** Look-ups whose chains have to be followed: where they are in their batch, and where to look. */
final class OpenChains {

  private final int[] indexes;
  private final long[] addresses;
  private final long firstAddress;
  private final long lastAddress;
  private int size;

  /** The addresses are those of the table's first bucket and of its last. */
  OpenChains(int capacity, long firstAddress, long lastAddress) {
    indexes = new int[capacity];
    addresses = new long[capacity];
    this.firstAddress = firstAddress;
    this.lastAddress = lastAddress;
  }

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  /**
   * Adds what goes on of a window with the homes of keys from {@code from} on. Returns false if a
   * chain leads out of the table.
   */
  boolean add(BucketWindow window, int goOn, long[] homes, int from) {
    long outside = 0;
    for (int i = 0; i < goOn; i++) {
      int place = window.place(i);
      long address = homes[place] + window.distance(place);
      outside |= (address - firstAddress) | (lastAddress - address);
      indexes[size + i] = from + place;
      addresses[size + i] = address;
    }
    size += goOn;
    return outside >= 0;
  }

  /** Takes all a bucket further. Returns false if a chain leads out of the table. */
  boolean follow(BucketWindow window, long[] keys, long[] payloads) throws IOException {
    for (int i = 0; i < size; i++) {
      window.wanted[i] = keys[indexes[i]];
    }
    int goOn = window.look(addresses, size);
    for (int i = 0; i < size; i++) {
      payloads[indexes[i]] = window.found[i];
    }
    long outside = 0;
    for (int i = 0; i < goOn; i++) {
      int place = window.place(i);
      long address = addresses[place] + window.distance(place);
      outside |= (address - firstAddress) | (lastAddress - address);
      indexes[i] = indexes[place];
      addresses[i] = address;
    }
    size = goOn;
    return outside >= 0;
  }
}
