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
package dev.streak.tools;

import dev.streak.codec.StreakCodec;
import dev.streak.tools.cli.ExitCode;
import dev.streak.tools.convert.Conversion;
import dev.streak.tools.convert.Rewritten;
import dev.streak.tools.index.IndexFolder;
import dev.streak.tools.index.TrackedDirectory;
import dev.streak.tools.inspect.IndexReport;
import dev.streak.tools.verify.Verification;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;

/** Others may write to an index while it is read, and merge its segments away. */
@SuppressFileSystems("WindowsFS") // Where files that are open cannot go, nothing happens to them.
public class TestLiveIndex extends LuceneTestCase {

  private static Path index(Codec codec) throws IOException {
    Path path = createTempDir("index");
    SampleDocuments.writeSegments(
        path, SampleDocuments.config(codec).setUseCompoundFile(false), 300, 100);
    return path;
  }

  /** After this nothing is left of the segments that the index had. */
  private static void merge(Path path) {
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer =
            new IndexWriter(directory, SampleDocuments.config(new Lucene104Codec()))) {
      writer.forceMerge(1);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  public void testConversionGoesOnWithTheCommitThatItReads() throws Exception {
    Path path = index(new Lucene104Codec());
    Path out = createTempDir("parent").resolve("out");
    String before = Run.of("digest", path, "--json").json().toString();
    List<Rewritten> rewritten = new ArrayList<>();
    new Conversion(
            IndexFolder.existing(path.toString()),
            new StreakCodec(),
            true,
            Optional.of(out.toString()),
            Optional.empty())
        .run(
            1,
            SampleDocuments.SILENT,
            segment -> {
              if (rewritten.isEmpty()) {
                merge(path);
              }
              rewritten.add(segment);
            });
    assertEquals(3, rewritten.size());
    assertEquals(
        before, Run.of("digest", out, "--json").json().toString().replace(out + "", path + ""));
  }

  public void testVerificationIsOfTheCommitThatItOpened() throws Exception {
    Path path = index(new StreakCodec());
    try (Directory directory = FSDirectory.open(path);
        Verification verification = new Verification(directory, false)) {
      merge(path);
      assertEquals(List.of(), verification.run(2, SampleDocuments.SILENT, "verifying"));
    }
  }

  /** A commit that goes while its segments are opened says nothing of them. */
  public void testACommitThatGoesWhileItIsOpenedIsNotDamaged() throws Exception {
    Path path = index(new StreakCodec());
    AtomicBoolean armed = new AtomicBoolean(true);
    try (Directory files = FSDirectory.open(path);
        Directory directory =
            new FilterDirectory(files) {
              @Override
              public IndexInput openInput(String name, IOContext context) throws IOException {
                if (name.equals("_1.fnm") && armed.getAndSet(false)) {
                  merge(path);
                }
                return in.openInput(name, context);
              }
            };
        Verification verification = new Verification(directory, false)) {
      assertEquals(List.of(), verification.run(2, SampleDocuments.SILENT, "verifying"));
      assertFalse(armed.get());
    }
  }

  public void testInspectionIsOfTheCommitThatItOpened() throws Exception {
    // Files within a file are slices, and the merge below begins where a whole file is read.
    Path path = index(StreakCodec.builder().bundleSmallFiles(false).build());
    AtomicBoolean armed = new AtomicBoolean();
    try (Directory files = FSDirectory.open(path);
        TrackedDirectory tracked = new TrackedDirectory(mergedOnRead(files, path, armed));
        DirectoryReader reader = DirectoryReader.open(tracked)) {
      armed.set(true);
      IndexReport report = IndexReport.of(reader, tracked, null, true, SampleDocuments.SILENT);
      assertFalse(armed.get());
      assertEquals(3, report.segments().size());
    }
  }

  /** What is asked of files by name is not kept by an open reader. */
  public void testFilesThatGoBeforeTheyAreLookedAt() throws Exception {
    Path path = index(new StreakCodec());
    AtomicBoolean armed = new AtomicBoolean(true);
    try (Directory files = FSDirectory.open(path);
        Directory directory =
            new FilterDirectory(files) {
              @Override
              public long fileLength(String name) throws IOException {
                if (armed.getAndSet(false)) {
                  merge(path);
                }
                return in.fileLength(name);
              }
            };
        TrackedDirectory tracked = new TrackedDirectory(directory)) {
      IndexFolder folder = IndexFolder.existing(path.toString());
      IndexReport report =
          folder.read(
              tracked,
              reader -> IndexReport.of(reader, tracked, null, false, SampleDocuments.SILENT));
      assertFalse(armed.get());
      assertEquals(1, report.segments().size());
    }
  }

  /** It is gone for good: no later commit is without it. */
  public void testAFileThatIsMissing() throws Exception {
    Path path = index(new StreakCodec());
    AtomicInteger readings = new AtomicInteger();
    try (Directory directory = FSDirectory.open(path)) {
      expectThrows(
          NoSuchFileException.class,
          () ->
              IndexFolder.existing(path.toString())
                  .read(
                      directory,
                      reader -> {
                        readings.incrementAndGet();
                        return directory.fileLength("_7.fnm");
                      }));
    }
    assertEquals(1, readings.get());
  }

  /** Small segments are merged away all the time. */
  public void testLooksAtAnIndexThatIsWrittenTo() throws Exception {
    Path path = index(new StreakCodec());
    whileOthersCommit(
        path,
        new TieredMergePolicy(),
        1,
        () -> {
          for (int i = 0; i < 40; i++) {
            for (String command : List.of("inspect --fast", "warm")) {
              List<Object> words = new ArrayList<>(List.of(command.split(" ")));
              words.add(path);
              assertOk(words.toArray());
            }
          }
        });
  }

  /** Sizes are asked for when a reader is opened, and once. */
  public void testSizesOfFilesThatAreGone() throws Exception {
    Path path = index(new Lucene104Codec());
    AtomicInteger merges = new AtomicInteger();
    AtomicInteger opened = new AtomicInteger();
    Path parent = createTempDir("parent");
    try (Directory files = FSDirectory.open(path);
        Directory directory =
            new FilterDirectory(files) {
              @Override
              public IndexInput openInput(String name, IOContext context) throws IOException {
                opened.addAndGet(name.endsWith(".si") ? 1 : 0);
                return in.openInput(name, context);
              }

              @Override
              public long fileLength(String name) throws IOException {
                if (merges.getAndIncrement() == 0) {
                  merge(path);
                }
                return in.fileLength(name);
              }
            }) {
      IndexFolder folder = IndexFolder.existing(path.toString());
      try (DirectoryReader reader = folder.openWithSizes(directory)) {
        assertEquals("first the three, then the one", 4, opened.get());
        emptied(path);
        for (String name : List.of("one", "other")) {
          Path copy = parent.resolve(name);
          List<Rewritten> rewritten = new ArrayList<>();
          new Conversion(
                  folder, new StreakCodec(), true, Optional.of(copy.toString()), Optional.empty())
              .copy(reader, "out", 1, SampleDocuments.SILENT, rewritten::add);
          assertEquals(1, rewritten.size());
          assertTrue(rewritten.get(0).bytesBefore() > 1000);
        }
      }
    }
  }

  /** After this nothing is left of any segment. */
  private static void emptied(Path path) throws IOException {
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer =
            new IndexWriter(directory, SampleDocuments.config(new Lucene104Codec()))) {
      writer.deleteAll();
    }
  }

  public void testOthersCommitAllTheTime() throws Exception {
    Path path = index(new Lucene104Codec());
    AtomicInteger readings = new AtomicInteger();
    try (Directory directory = FSDirectory.open(path)) {
      IOException failure =
          expectThrows(
              IOException.class,
              () ->
                  IndexFolder.existing(path.toString())
                      .read(
                          directory,
                          reader -> {
                            readings.incrementAndGet();
                            emptied(path);
                            return directory.fileLength("_0.fnm");
                          }));
      assertTrue(
          "" + failure,
          failure.getMessage().startsWith("others commit to " + path + " faster than it can be"));
    }
    assertEquals(10, readings.get());
  }

  /** Of a segment with deletions a commit may delete a file, and leave the others. */
  public void testCopiesOfAnIndexThatIsWrittenTo() throws Exception {
    Path path = createTempDir("index");
    SampleDocuments.writeSegments(path, SampleDocuments.config(new Lucene104Codec()), 200, 10);
    Path out = createTempDir("parent");
    Path queries = createTempFile();
    Files.writeString(queries, "shop:shop*\n", StandardCharsets.UTF_8);
    whileOthersCommit(
        path,
        new TieredMergePolicy(),
        0,
        () -> {
          for (int i = 0; i < 300; i++) {
            assertOk("convert", path, "--to", "streak", "--plan");
          }
          for (int i = 0; i < 10; i++) {
            assertOk("convert", path, "--to", "streak", "--out", out.resolve("copy" + i));
          }
          assertOk("compare", path, queries, "--seconds", 1);
        });
  }

  private static void assertOk(Object... arguments) {
    Run run = Run.of(arguments);
    assertEquals(run.out() + run.err(), ExitCode.OK, run.code());
  }

  /** Whoever writes may be just about to delete the commit before the last one. */
  public void testIsNotRewrittenWhileOthersWrite() throws Exception {
    Path path = index(new Lucene104Codec());
    whileOthersCommit(
        path,
        new TieredMergePolicy(),
        0,
        () -> {
          for (int i = 0; i < 300; i++) {
            Run run = Run.of("convert", path, "--to", "streak");
            assertEquals(run.out() + run.err(), ExitCode.REFUSED, run.code());
            String said = run.err();
            assertTrue(said, said.startsWith("streak: somebody else is writing to this index: "));
          }
        });
  }

  private static Directory mergedOnRead(Directory files, Path path, AtomicBoolean armed) {
    return new FilterDirectory(files) {
      @Override
      public IndexInput openInput(String name, IOContext context) throws IOException {
        return new FilterIndexInput(name, in.openInput(name, context)) {
          @Override
          public IndexInput clone() {
            if (armed.getAndSet(false)) {
              merge(path);
            }
            return in.clone();
          }
        };
      }
    };
  }

  /** Both sides are copies, made one after the other. */
  public void testComparesTwoCopiesOfOneCommit() throws Exception {
    Path path = index(new Lucene104Codec());
    Path queries = createTempFile();
    Files.writeString(queries, "shop:shop*\n", StandardCharsets.UTF_8);
    whileOthersCommit(
        path,
        NoMergePolicy.INSTANCE,
        50,
        () -> {
          Run run = Run.of("compare", path, queries, "--seconds", 1);
          assertEquals(run.out() + run.err(), ExitCode.OK, run.code());
        });
  }

  private static void whileOthersCommit(
      Path path, MergePolicy policy, int pauseMillis, Runnable work) throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer =
            new IndexWriter(
                directory, SampleDocuments.config(new Lucene104Codec()).setMergePolicy(policy))) {
      writer.deleteDocuments(new Term(SampleDocuments.ID, "7"));
      writer.commit();
      Thread other =
          new Thread(
              () -> {
                try {
                  for (int number = 1000; stop.get() == false; number++) {
                    writer.addDocument(SampleDocuments.document(number));
                    writer.deleteDocuments(new Term(SampleDocuments.ID, "" + (number - 50)));
                    writer.commit();
                    Thread.sleep(pauseMillis);
                  }
                } catch (IOException | InterruptedException e) {
                  throw new AssertionError(e);
                }
              });
      other.start();
      try {
        work.run();
      } finally {
        stop.set(true);
        other.join();
      }
    }
  }
}
