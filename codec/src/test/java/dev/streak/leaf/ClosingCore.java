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
package dev.streak.leaf;

import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;

/**
 * A core whose reader another thread closes when a listener comes.
 *
 * @param reader what is closed
 * @param core of one of its segments
 * @param refuses whether it is closed before, or between a look at whether it is and that
 */
public record ClosingCore(DirectoryReader reader, IndexReader.CacheHelper core, boolean refuses)
    implements IndexReader.CacheHelper {
  @Override
  public IndexReader.CacheKey getKey() {
    return core.getKey();
  }

  @Override
  public void addClosedListener(IndexReader.ClosedListener listener) {
    try {
      reader.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    if (refuses) {
      core.addClosedListener(listener);
    }
  }
}
