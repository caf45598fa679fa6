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

/**
 * A size that users may choose.
 *
 * @param name what is typed after two dashes
 * @param usual value without options
 * @param quick value under {@code --quick}
 * @param min smallest allowed value
 * @param max largest allowed value
 * @param description what is counted
 */
public record Size(String name, long usual, long quick, long min, long max, String description) {

  /** The number of documents of an index. */
  public static Size docs(long usual, long quick) {
    return new Size("docs", usual, quick, 1_000, 1_000_000_000, "documents");
  }
}
