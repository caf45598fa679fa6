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
package dev.streak.versions;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The names of a few fields, those used last. Safe for use by several threads. */
final class LastFields {
  private final int most;

  /** The one used last is at the end. Guarded by this. */
  private final Set<String> fields = new LinkedHashSet<>();

  /** At the end of the set. Most requests name one field only, and wait for nobody to see that. */
  private volatile String last;

  /**
   * @param most so many names are kept
   */
  LastFields(int most) {
    this.most = most;
  }

  void used(String field) {
    if (field.equals(last)) {
      return;
    }
    synchronized (this) {
      fields.remove(field);
      if (fields.size() == most) {
        fields.remove(fields.iterator().next());
      }
      fields.add(field);
      last = field;
    }
  }

  synchronized List<String> names() {
    return new ArrayList<>(fields);
  }
}
