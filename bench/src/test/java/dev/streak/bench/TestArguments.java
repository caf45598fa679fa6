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

import dev.streak.bench.harness.BenchOptions;
import dev.streak.bench.harness.Size;
import dev.streak.bench.harness.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestArguments extends LuceneTestCase {
  private static final List<Size> SIZES =
      List.of(Size.docs(500_000, 10_000), new Size("ids", 100, 10, 1, 1_000, "ids"));

  private static BenchOptions parse(String... args) {
    return BenchCommand.parse(List.of(args), SIZES);
  }

  private static void assertRefused(String message, String... args) {
    UsageException refused = expectThrows(UsageException.class, () -> parse(args));
    assertEquals(message, refused.getMessage());
  }

  public void testDefaults() {
    BenchOptions options = parse();
    assertEquals(BenchOptions.DEFAULT_SEED, options.seed());
    assertFalse(options.quick());
    assertEquals(Map.of(), options.sizes());
    assertTrue(options.json().isEmpty());
  }

  public void testValuesAreTaken() {
    Path dir = createTempDir();
    BenchOptions options =
        parse(
            "--docs",
            "20k",
            "--quick",
            "--ids=7",
            "--seed",
            "-3",
            "--data",
            dir.toString(),
            "--json",
            dir.resolve("out.json").toString(),
            "--dir",
            "a b");
    assertEquals(Map.of("docs", 20_000L, "ids", 7L), options.sizes());
    assertTrue(options.quick());
    assertEquals(-3, options.seed());
    assertEquals(dir.toString(), options.data().orElseThrow().toString());
    assertEquals(Path.of("a b"), options.directory());
    assertEquals("out.json", options.json().orElseThrow().getFileName().toString());
  }

  public void testMillionsAndSeparators() {
    assertEquals(Map.of("docs", 2_000_000L), parse("--docs", "2m").sizes());
    assertEquals(Map.of("docs", 1_500_000L), parse("--docs", "1,500,000").sizes());
    assertEquals(Map.of("docs", 1_500_000L), parse("--docs", "1_500_000").sizes());
  }

  public void testNonsenseIsRefused() {
    assertRefused("--ids must be 1 to 1,000: 0", "--ids", "0");
    assertRefused("--ids must be 1 to 1,000: -5", "--ids", "-5");
    assertRefused("--ids must be 1 to 1,000: 1001", "--ids", "1001");
    assertRefused("--ids must be a whole number: many", "--ids", "many");
    assertRefused("--ids must be a whole number: k", "--ids", "k");
    assertRefused(
        "--ids must be a whole number: 9223372036854775807k", "--ids", "9223372036854775807k");
    assertRefused("--ids needs a value", "--ids");
    assertRefused("--ids needs a value", "--ids", "--quick");
    assertRefused("--quick takes no value", "--quick=yes");
    assertRefused("--ids is given twice", "--ids", "1", "--ids", "2");
  }

  public void testWhatIsNotKnownIsRefused() {
    String known = " (known: --data, --dir, --seed, --quick, --json, --docs, --ids)";
    assertRefused("unknown option: --fast" + known, "--fast");
    assertRefused("unexpected argument: terms" + known, "terms");
  }

  public void testUnusablePathsAreRefused() throws Exception {
    Path file = createTempFile();
    assertRefused("--data must be a directory: " + file, "--data", file.toString());
    UsageException refused =
        expectThrows(UsageException.class, () -> parse("--json", file + "/below/out.json"));
    assertTrue(refused.getMessage(), refused.getMessage().startsWith("cannot write file "));
    String root = file.getRoot().toString();
    refused = expectThrows(UsageException.class, () -> parse("--json", root));
    assertTrue(refused.getMessage(), refused.getMessage().startsWith("cannot write file " + root));
  }
}
