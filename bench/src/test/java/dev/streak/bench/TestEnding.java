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

import dev.streak.bench.harness.ChildJava;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What fails because a process is ending, as by Ctrl-C, is no news. */
public class TestEnding extends LuceneTestCase {
  private static final int INTERRUPTED = 130;

  /** A process in which a command fails while shutdown hooks run. */
  static final class Late {
    private Late() {}

    public static void main(String[] args) throws Exception {
      CountDownLatch ending = new CountDownLatch(1);
      CountDownLatch failed = new CountDownLatch(1);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    ending.countDown();
                    try {
                      failed.await();
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                  }));
      new Thread(() -> Runtime.getRuntime().exit(INTERRUPTED), "exit").start();
      ending.await();
      Main.run(new String[] {"bench", "nothing"});
      failed.countDown();
    }
  }

  public void testFailuresAreSilent() throws Exception {
    Process process = ChildJava.of(Late.class).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(output, INTERRUPTED, process.waitFor());
    assertEquals("", output);
  }
}
