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
package dev.streak.versions;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestLastFields extends LuceneTestCase {

  public void testThoseUsedLastAreKept() {
    LastFields fields = new LastFields(3);
    assertEquals(List.of(), fields.names());
    for (String field : List.of("a", "b", "b", "c", "a", "d")) {
      fields.used(field);
    }
    assertEquals(List.of("c", "a", "d"), fields.names());
    fields.used("c");
    assertEquals(List.of("a", "d", "c"), fields.names());
  }

  public void testManyThreads() throws Exception {
    LastFields fields = new LastFields(3);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Random random = new Random(random().nextLong());
      Thread thread =
          new Thread(
              () -> {
                for (int use = 0; use < 10_000; use++) {
                  fields.used("field" + random.nextInt(6));
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    List<String> names = fields.names();
    assertEquals(3, new HashSet<>(names).size());
    for (String field : List.of("x", "y", "z")) {
      fields.used(field);
    }
    assertEquals(List.of("x", "y", "z"), fields.names());
  }
}
