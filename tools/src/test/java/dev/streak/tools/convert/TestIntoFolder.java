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
package dev.streak.tools.convert;

import dev.streak.codec.StreakCodec;
import dev.streak.tools.SampleDocuments;
import dev.streak.tools.cli.Refusal;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.Lock;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestIntoFolder extends LuceneTestCase {
  private static final int LATEST_MAJOR = 10;

  private static void copy(DirectoryReader source, Directory target, Consumer<Rewritten> report)
      throws IOException {
    copy(source, target, new StreakCodec(), report);
  }

  private static void copy(
      DirectoryReader source, Directory target, Codec codec, Consumer<Rewritten> report)
      throws IOException {
    IntoFolder.run(
        source,
        target,
        IndexSettings.of(LATEST_MAJOR, List.of()),
        codec,
        null,
        new Proof(1, SampleDocuments.SILENT, true),
        report);
  }

  private static Directory index() throws IOException {
    Directory directory = newDirectory();
    for (int number = 0; number < 90; number += 30) {
      IndexWriterConfig config = SampleDocuments.config(new Lucene104Codec());
      config.setMergePolicy(NoMergePolicy.INSTANCE);
      SampleDocuments.write(directory, config, number, number + 30);
    }
    return directory;
  }

  /** In memory: a folder of the test framework may have another file in it, and is refused then. */
  private static Directory newFolder() {
    return new ByteBuffersDirectory();
  }

  private static void ended(Rewritten segment) {
    throw new IllegalStateException("ended");
  }

  /** Two processes go on with what a third began, and one has the lock a moment later. */
  public void testAnotherCopyIsFinishedBeforeTheLockIsFree() throws IOException {
    try (Directory directory = index();
        Directory target = newFolder()) {
      try (DirectoryReader source = DirectoryReader.open(directory)) {
        expectThrows(
            IllegalStateException.class, () -> copy(source, target, TestIntoFolder::ended));
        AtomicBoolean finished = new AtomicBoolean();
        Directory busy =
            new FilterDirectory(target) {
              @Override
              public Lock obtainLock(String name) throws IOException {
                if (!finished.getAndSet(true)) {
                  copy(source, in, segment -> {});
                }
                return super.obtainLock(name);
              }
            };
        expectThrows(Refusal.class, () -> copy(source, busy, segment -> {}));
      }
      try (DirectoryReader copy = DirectoryReader.open(target)) {
        assertEquals(90, copy.numDocs());
      }
    }
  }

  /** What the run before has copied stays copied, whatever becomes of this one. */
  public void testGoesOnAgainWhereNothingWasAdded() throws IOException {
    try (Directory directory = index();
        Directory target = newFolder();
        DirectoryReader source = DirectoryReader.open(directory)) {
      expectThrows(IllegalStateException.class, () -> copy(source, target, TestIntoFolder::ended));
      Directory full =
          new FilterDirectory(target) {
            @Override
            public IndexOutput createOutput(String name, IOContext context) throws IOException {
              if (name.startsWith("_1")) {
                throw new IOException("full");
              }
              return super.createOutput(name, context);
            }
          };
      expectThrows(IOException.class, () -> copy(source, full, segment -> {}));
      copy(source, target, segment -> {});
      try (DirectoryReader copy = DirectoryReader.open(target)) {
        assertEquals(90, copy.numDocs());
      }
    }
  }

  /** No half of a copy with prefix sets, and half without. */
  public void testNobodyGoesOnWithOtherSettings() throws IOException {
    StreakCodec other = StreakCodec.builder().prefixes(SampleDocuments.ID, 1, 2).build();
    try (Directory directory = index();
        Directory target = newFolder();
        DirectoryReader source = DirectoryReader.open(directory)) {
      expectThrows(IllegalStateException.class, () -> copy(source, target, TestIntoFolder::ended));
      expectThrows(Refusal.class, () -> copy(source, target, other, segment -> {}));
      copy(source, target, segment -> {});
      try (DirectoryReader copy = DirectoryReader.open(target)) {
        assertEquals(90, copy.numDocs());
      }
    }
  }
}
