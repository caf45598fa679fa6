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
package dev.streak.field;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.lucene.index.IndexReader;

/**
 * Where look-ups in all segments of a reader find what knows them all. A probe is kept by whoever
 * made it, a reader by whoever opened it: neither is kept from here.
 */
public final class KeyProbes {

  /**
   * In fewer segments the tables of the segments are as fast: with 16, a batch of decimal keys took
   * four fifths of the probe's time, one of UUIDs four thirds.
   */
  public static final int MIN_SEGMENTS = 20;

  /** Guarded by itself. */
  private static final Map<IndexReader, Map<String, WeakReference<KeyProbe>>> BY_READER =
      new WeakHashMap<>();

  /** Whether there ever was a probe: most programs have none. */
  private static volatile boolean any;

  private KeyProbes() {}

  /** Has look-ups in {@code reader} find a probe, the last one that was added. */
  public static void add(IndexReader reader, String field, KeyProbe probe) {
    synchronized (BY_READER) {
      BY_READER
          .computeIfAbsent(reader, r -> new HashMap<>())
          .put(field, new WeakReference<>(probe));
    }
    any = true;
  }

  /** What knows the terms of a field in all segments of a reader of many, or null. */
  public static KeyProbe of(IndexReader reader, String field) {
    if (any == false || reader.leaves().size() < MIN_SEGMENTS) {
      return null;
    }
    synchronized (BY_READER) {
      WeakReference<KeyProbe> probe = BY_READER.getOrDefault(reader, Map.of()).get(field);
      return probe == null ? null : probe.get();
    }
  }
}
