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
package dev.streak.bench.workload;

import dev.streak.bench.harness.BenchContext;
import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.UsageException;
import java.util.List;

/** How many documents an index has, and how many of them each id. */
public final class DocsPerId {
  private static final String DOCS = "docs";
  private static final String DOCS_PER_ID = "docs-per-id";
  private static final int LEAST_IDS = 1_000;

  private DocsPerId() {}

  /** The sizes that a user may set; {@code owner} is what an id stands for. */
  public static List<Size> sizes(int docs, String owner) {
    return List.of(
        Size.docs(docs, 200_000),
        new Size(DOCS_PER_ID, 100, 10, 1, 100_000, "documents of each " + owner));
  }

  /** Documents of each id, for as many ids as the filters need. */
  public static int of(BenchContext context) {
    int docsPerId = context.size(DOCS_PER_ID);
    if (context.size(DOCS) / docsPerId < LEAST_IDS) {
      throw new UsageException(
          "--docs must be at least " + Numbers.count(LEAST_IDS) + " times --docs-per-id");
    }
    return docsPerId;
  }
}
