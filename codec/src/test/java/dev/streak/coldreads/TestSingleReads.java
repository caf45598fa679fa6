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
package dev.streak.coldreads;

import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Single reads are announced while they are missing, and seldom asked about while they are not. */
public class TestSingleReads extends LuceneTestCase {

  private static final int LENGTH = 1_000;

  private boolean isLoaded;
  private int asked;
  private int announced;

  @FunctionalInterface
  private interface Check {
    void check(IndexInput file) throws IOException;
  }

  private void check(Check check) throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexOutput out = directory.createOutput("file", IOContext.DEFAULT)) {
        out.writeBytes(new byte[LENGTH], LENGTH);
      }
      try (IndexInput file = directory.openInput("file", IOContext.DEFAULT)) {
        check.check(new Input(file));
      }
    }
  }

  public void testWhatIsMissingIsAnnouncedEachTime() throws IOException {
    check(
        file -> {
          SingleReads reads = new SingleReads(file, new SingleReads.Experience());
          for (int i = 0; i < 100; i++) {
            reads.announce(i, 10);
          }
          assertEquals(100, announced);
        });
  }

  public void testWhatIsInMemoryIsSeldomAskedAbout() throws IOException {
    check(
        file -> {
          isLoaded = true;
          SingleReads reads = new SingleReads(file, new SingleReads.Experience());
          for (int i = 0; i < 10_000; i++) {
            reads.announce(0, 10);
          }
          assertEquals(0, announced);
          assertTrue("asked=" + asked, asked > 100 && asked < 300);
          isLoaded = false;
          for (int i = 0; i < 1_000; i++) {
            reads.announce(0, 10);
          }
          assertTrue("announced=" + announced, announced > 1_000 - 65);
        });
  }

  /** Such as those of queries for one term. */
  public void testReadersThatReadOnceLearnFromEachOther() throws IOException {
    check(
        file -> {
          SingleReads.Experience experience = new SingleReads.Experience();
          isLoaded = true;
          for (int i = 0; i < 10_000; i++) {
            new SingleReads(file, experience).announce(0, 10);
          }
          assertTrue("asked=" + asked, asked > 100 && asked < 400);
          isLoaded = false;
          for (int i = 0; i < 1_000; i++) {
            new SingleReads(file, experience).announce(0, 10);
          }
          assertTrue("announced=" + announced, announced > 1_000 - 65);
        });
  }

  public void testWhatLiesElsewhereIsNotAnnounced() throws IOException {
    check(
        file -> {
          SingleReads reads = new SingleReads(file, new SingleReads.Experience());
          reads.announce(-1, 10);
          reads.announce(LENGTH, 10);
          reads.announce(Long.MAX_VALUE - 3, 10);
          assertEquals(0, announced);
          reads.announce(LENGTH - 1, 10);
          assertEquals(1, announced);
        });
  }

  private final class Input extends FilterIndexInput {
    Input(IndexInput in) {
      super("recorded " + in, in);
    }

    @Override
    public void prefetch(long offset, long length) throws IOException {
      announced++;
      in.prefetch(offset, length);
    }

    @Override
    public Optional<Boolean> isLoaded() {
      asked++;
      return Optional.of(isLoaded);
    }

    @Override
    public IndexInput slice(String description, long offset, long length) throws IOException {
      return new Input(in.slice(description, offset, length));
    }
  }
}
