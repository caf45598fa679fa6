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

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What the user chose.
 *
 * @param data folder with real lists and logs, if any
 * @param directory where work files go
 * @param json where the result is written, if anywhere
 * @param seed of all generated data
 * @param quick small sizes and short measurements
 * @param sizes sizes given explicitly
 */
public record BenchOptions(
    Optional<Path> data,
    Path directory,
    Optional<Path> json,
    long seed,
    boolean quick,
    Map<String, Long> sizes) {

  /** Seed when none is given. */
  public static final long DEFAULT_SEED = 42;

  /** The options of a run without any. */
  public static BenchOptions defaults() {
    return new BenchOptions(
        Optional.empty(),
        Path.of(System.getProperty("java.io.tmpdir")),
        Optional.empty(),
        DEFAULT_SEED,
        false,
        Map.of());
  }

  /** The same with another place for the result. */
  public BenchOptions withJson(Path file) {
    return new BenchOptions(data, directory, Optional.of(file), seed, quick, sizes);
  }
}
