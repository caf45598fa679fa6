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

import java.io.Closeable;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The dictionaries of a segment that is being written: retained, each with its number. */
final class NumberedDictionaries implements Closeable {
  private final Map<ZstdDictionary, Integer> numbers = new LinkedHashMap<>();
  private final Cleaner.Cleanable references =
      DroppedOwners.register(this, new References(numbers));

  /** One reference of each. */
  private record References(Map<ZstdDictionary, Integer> numbers) implements Runnable {
    @Override
    public void run() {
      numbers.keySet().forEach(ZstdDictionary::release);
      numbers.clear();
    }
  }

  /** The number of a dictionary, which from now on is among them; 0 stands for null. */
  int number(ZstdDictionary numbered) {
    if (numbered == null) {
      return 0;
    }
    Integer number = numbers.get(numbered);
    if (number == null) {
      number = numbers.size() + 1;
      try {
        numbers.put(numbered.retain(), number);
      } finally {
        Reference.reachabilityFence(this);
      }
    }
    return number;
  }

  boolean contains(ZstdDictionary dictionary) {
    return numbers.containsKey(dictionary);
  }

  int size() {
    return numbers.size();
  }

  /** In the order of their numbers. */
  Set<ZstdDictionary> all() {
    return numbers.keySet();
  }

  @Override
  public void close() {
    references.clean();
  }
}
