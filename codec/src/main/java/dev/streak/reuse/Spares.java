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
package dev.streak.reuse;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Objects that one thread uses at a time and that cost more to make than to keep. There is one
 * place until two threads have had objects at once. From then on there are places for all
 * processors, each in a line of memory of its own, and a thread begins at one that few others begin
 * at. Whoever finds none makes one; so objects are at most as many as threads had them at once.
 *
 * <p>Objects are held weakly: what nobody has asked for since the last collection of garbage goes
 * with it.
 *
 * @param <T> has one weak reference to itself, so that giving it back makes no other
 */
public final class Spares<T> {

  /** Two for each processor, as a thread may lose its processor while it has one. */
  private static final int PLACES =
      Math.min(64, Integer.highestOneBit(Runtime.getRuntime().availableProcessors() * 4 - 1));

  /** References in a line of memory. */
  private static final int STRIDE = 16;

  /** A thread looks at so many places: to look at all of them costs as much as to make one. */
  private static final int TRIES = 4;

  private final AtomicReference<WeakReference<T>> only = new AtomicReference<>();

  /** Null until two were given back that were in use at once. */
  private volatile AtomicReferenceArray<WeakReference<T>> places;

  /** Nothing is kept yet. */
  public Spares() {}

  /** One that nobody uses, or null. */
  public T take() {
    AtomicReferenceArray<WeakReference<T>> many = places;
    if (many == null) {
      return get(only.getAndSet(null));
    }
    int start = firstPlace();
    for (int i = 0; i < TRIES; i++) {
      int place = place(start, i);
      if (many.getPlain(place) != null) {
        T spare = get(many.getAndSet(place, null));
        if (spare != null) {
          return spare;
        }
      }
    }
    return null;
  }

  /** Keeps one that its user needs no longer. */
  public void giveBack(WeakReference<T> spare) {
    AtomicReferenceArray<WeakReference<T>> many = places;
    if (many == null) {
      WeakReference<T> there = only.get();
      if (get(there) == null && only.compareAndSet(there, spare)) {
        return;
      }
      many = spread();
    }
    int start = firstPlace();
    for (int i = 0; i < TRIES; i++) {
      int place = place(start, i);
      WeakReference<T> there = many.getPlain(place);
      if (get(there) == null && many.compareAndSet(place, there, spare)) {
        return;
      }
    }
    // The places near this one are taken: what is too much goes.
  }

  private synchronized AtomicReferenceArray<WeakReference<T>> spread() {
    if (places == null) {
      places = new AtomicReferenceArray<>(PLACES * STRIDE);
      only.set(null);
    }
    return places;
  }

  private static int firstPlace() {
    return Long.hashCode(Thread.currentThread().threadId() * 0x9E3779B97F4A7C15L);
  }

  private static int place(int start, int further) {
    return ((start + further) & (PLACES - 1)) * STRIDE;
  }

  private static <T> T get(WeakReference<T> reference) {
    return reference == null ? null : reference.get();
  }
}
