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
package dev.streak.tools.inspect;

import dev.streak.tools.cli.Quantity;

/**
 * The prefixes of a field that something is stored of, counted in each segment.
 *
 * @param withDocuments those whose documents are stored
 * @param withCount those of which only the number of documents is stored
 */
public record StoredPrefixes(long withDocuments, long withCount) {
  static final StoredPrefixes NONE = new StoredPrefixes(0, 0);

  boolean isNone() {
    return withDocuments + withCount == 0;
  }

  StoredPrefixes plus(StoredPrefixes other) {
    return new StoredPrefixes(withDocuments + other.withDocuments, withCount + other.withCount);
  }

  /** In words, of an index of so many segments. */
  String told(int segments) {
    return Quantity.count(withDocuments, "prefix set")
        + (withCount > 0
            ? ", and only the number of documents of " + Quantity.count(withCount) + " more"
            : "")
        + (segments > 1 ? ", counted in each segment" : "");
  }
}
