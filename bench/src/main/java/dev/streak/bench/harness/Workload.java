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
package dev.streak.bench.harness;

import java.util.List;

/** One question about speed or size, with the systems that are to be compared. */
public interface Workload {

  /** What users type after {@code ./streak bench}. */
  String name();

  /** One line for the list of workloads. */
  String description();

  /** Sizes that users may set, each an option of its own: {@code --docs 1000000}. */
  List<Size> sizes();

  /** Memory needed at the default sizes, in words: "2 GB of heap, 1 GB of disk". */
  String needs();

  /**
   * When a quick run begins to measure only as much as it must, in order to end in time on a
   * machine that is busy with other things.
   */
  default int hurryAfterSeconds() {
    return 20;
  }

  /** Measures, and reports to {@code context}. */
  void run(BenchContext context) throws Exception;
}
