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
package dev.streak.tools.index;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestRateLimitedDirectory extends LuceneTestCase {

  /** A machine that is slow only takes longer. */
  public void testAMegabyteIsAMillionBytes() throws IOException {
    byte[] megabyte = new byte[1_000_000];
    try (Directory files = new ByteBuffersDirectory()) {
      try (IndexOutput out = files.createOutput("_0.fdt", IOContext.DEFAULT)) {
        out.writeBytes(megabyte, megabyte.length);
      }
      long start = System.nanoTime();
      try (Directory limited = new RateLimitedDirectory(files, 4);
          IndexInput input = limited.openInput("_0.fdt", IOContext.DEFAULT)) {
        input.readBytes(megabyte, 0, megabyte.length);
      }
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      assertTrue(millis + " ms", millis >= 250);
    }
  }
}
