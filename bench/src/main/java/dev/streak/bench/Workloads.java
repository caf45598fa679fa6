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
package dev.streak.bench;

import dev.streak.bench.harness.UsageException;
import dev.streak.bench.harness.Workload;
import dev.streak.bench.opensearch.OpenSearchWorkload;
import dev.streak.bench.workload.general.GeneralWorkload;
import dev.streak.bench.workload.indexing.IndexingWorkload;
import dev.streak.bench.workload.kv.KeyValueWorkload;
import dev.streak.bench.workload.live.LiveWorkload;
import dev.streak.bench.workload.lookup.LookupWorkload;
import dev.streak.bench.workload.postings.PostingsWorkload;
import dev.streak.bench.workload.prefix.PrefixWorkload;
import dev.streak.bench.workload.stored.StoredWorkload;
import dev.streak.bench.workload.terms.TermsWorkload;
import dev.streak.bench.workload.termsindex.TermsIndexWorkload;
import dev.streak.bench.workload.tools.ToolsWorkload;
import java.util.List;

/** All workloads, most important first: {@code ./streak bench all} and reports keep this order. */
public final class Workloads {
  private static final List<Workload> ALL =
      List.of(
          // One line each; the slashes keep it so.
          new TermsWorkload(), //
          new LiveWorkload(), //
          new PrefixWorkload(), //
          new LookupWorkload(), //
          new KeyValueWorkload(), //
          new TermsIndexWorkload(), //
          new StoredWorkload(), //
          new PostingsWorkload(), //
          new GeneralWorkload(), //
          new IndexingWorkload(), //
          new ToolsWorkload(), //
          new OpenSearchWorkload());

  private Workloads() {}

  /** All of them. */
  public static List<Workload> all() {
    return ALL;
  }

  /** Their names. */
  public static List<String> names() {
    return ALL.stream().map(Workload::name).toList();
  }

  /** The workload of that name. */
  public static Workload byName(String name) {
    return ALL.stream()
        .filter(workload -> workload.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    (name.startsWith("-")
                            ? "missing argument: expected WORKLOAD before "
                            : "unknown workload: ")
                        + name
                        + " (known: "
                        + String.join(", ", names())
                        + ", all)"));
  }
}
