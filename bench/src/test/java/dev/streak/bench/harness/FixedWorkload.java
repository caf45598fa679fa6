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

/** A workload for tests, which runs what it is given. */
final class FixedWorkload implements Workload {
  @Override
  public String name() {
    return "fixed";
  }

  @Override
  public String description() {
    return "a workload of a test";
  }

  @Override
  public List<Size> sizes() {
    return List.of(Size.docs(2_000, 1_000));
  }

  @Override
  public String needs() {
    return "nothing";
  }

  @Override
  public void run(BenchContext context) {}
}
