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
package dev.streak.it;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * The JVM refuses the memory that the cache asks for, at once or after some of it: {@code
 * OutOfMemoryError} from its allocation is slower answers, and no others.
 */
@LuceneTestCase.SuppressSysoutChecks(bugUrl = "prints its totals")
public class TestLittleMemory extends LuceneTestCase {

  private static final int DOCUMENTS = 250;

  private static final String CACHE = "-Ddev.streak.cache.bytes=256m";

  private record Life(String answer, long refused) {}

  public void testDirectMemoryRunsOut() throws Exception {
    String seed = Long.toString(random().nextLong());
    String settings = Long.toString(random().nextLong());
    Life plenty = live(seed, settings, List.of(CACHE));
    Life none = live(seed, settings, List.of(CACHE, "-XX:MaxDirectMemorySize=256k"));
    assertEquals(plenty.answer, none.answer);
    assertTrue("refused=" + none.refused, none.refused > plenty.refused);
    Life some =
        live(
            seed,
            settings,
            List.of(
                CACHE,
                "-Ddev.streak.cache.slabBytes=64k",
                "-XX:MaxDirectMemorySize=" + (128 + random().nextInt(512)) + "k"));
    assertEquals(plenty.answer, some.answer);
    Totals.print(
        "out of memory: blocks the JVM refused %d, %d with a little, %d with plenty; same answers",
        none.refused, some.refused, plenty.refused);
  }

  private static Life live(String seed, String settings, List<String> options) throws Exception {
    Path folder = createTempDir("life");
    List<String> all = new ArrayList<>(options);
    all.add("-Xmx256m");
    // Lucene reads into buffers of the heap, which the JVM copies through memory of this kind.
    all.add("-Djdk.nio.maxCachedBufferSize=16384");
    try (ChildJvm child =
        ChildJvm.ofTests(
            all, WholeLife.class, folder.toString(), seed, Integer.toString(DOCUMENTS), settings)) {
      Integer status = child.waitFor(10, TimeUnit.MINUTES);
      List<String> lines = child.drain();
      String output = String.join("\n", lines);
      assertEquals(output, Integer.valueOf(0), status);
      return new Life(
          valueOf(WholeLife.ANSWER, lines), Long.parseLong(valueOf(WholeLife.REFUSED, lines)));
    }
  }

  private static String valueOf(String name, List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()))
        .findFirst()
        .orElseThrow();
  }
}
