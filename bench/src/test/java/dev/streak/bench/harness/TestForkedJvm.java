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

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;

@SuppressFileSystems("*") // Other processes are started.
public class TestForkedJvm extends LuceneTestCase {

  /** Waits for a process that sleeps. */
  public static final class Parent {
    private Parent() {}

    public static void main(String[] args) throws Exception {
      ForkedJvm.run(Child.class, List.of(args));
    }
  }

  /** Says that it is there, and sleeps. */
  public static final class Child {
    private Child() {}

    public static void main(String[] args) throws Exception {
      Files.createFile(Path.of(args[0]));
      TimeUnit.MINUTES.sleep(5);
    }
  }

  public void testEndsWithItsParent() throws Exception {
    Path there = createTempDir().resolve("there");
    Process parent =
        ChildJava.of(Parent.class, there.toString())
            .redirectErrorStream(true)
            .redirectOutput(createTempFile().toFile())
            .start();
    try {
      assumeTrue("can be asked to end", parent.supportsNormalTermination());
      while (parent.isAlive() && Files.notExists(there)) {
        Thread.sleep(10);
      }
      ProcessHandle child = parent.children().findFirst().orElseThrow();
      parent.destroy();
      try {
        child.onExit().get(60, TimeUnit.SECONDS);
      } finally {
        child.destroyForcibly();
      }
    } finally {
      parent.destroyForcibly();
    }
  }
}
