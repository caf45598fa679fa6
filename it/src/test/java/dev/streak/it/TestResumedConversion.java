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

import dev.streak.codec.RewriteOtherCodecsMergePolicy;
import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** A process that moves an index to another codec is killed; the next one goes on. */
@LuceneTestCase.SuppressSysoutChecks(bugUrl = "prints its totals")
public class TestResumedConversion extends LuceneTestCase {

  private static final int SEGMENTS = 12;
  private static final int DOCUMENTS = 30 * SEGMENTS;

  public void testKilledOnTheWayThereAndBack() throws Exception {
    Path folder = createTempDir("converted");
    long digest;
    try (Directory directory = FSDirectory.open(folder)) {
      write(directory);
      digest = digest(directory);
    }
    for (Codec codec : new Codec[] {new StreakCodec(), new Lucene104Codec()}) {
      int left = convert(folder, codec, SEGMENTS / 2);
      assertTrue("left=" + left, left > 0 && left < SEGMENTS);
      assertEquals(0, convert(folder, codec, 0));
      try (Directory directory = FSDirectory.open(folder)) {
        assertEquals(digest, digest(directory));
      }
      Totals.print("conversion to %s: killed with %d segments left", codec.getName(), left);
    }
  }

  /**
   * Kills the process when it has committed with few enough left, while it rewrites more that it
   * does not commit; returns how many are left.
   */
  private static int convert(Path folder, Codec codec, int enough) throws Exception {
    String name = codec.getName();
    try (ChildJvm child =
        ChildJvm.ofTests(
            List.of(), Converts.class, folder.toString(), name, Integer.toString(enough))) {
      String line = child.nextLine(60, TimeUnit.SECONDS);
      while (line != null && (line.startsWith("left ") == false || left(line) > enough)) {
        line = child.nextLine(60, TimeUnit.SECONDS);
      }
      assertNotNull("still running", line);
      if (enough == 0) {
        assertEquals(Integer.valueOf(0), child.waitFor(60, TimeUnit.SECONDS));
      } else {
        child.kill();
      }
    }
    try (Directory directory = FSDirectory.open(folder)) {
      return policy(codec).countOthers(SegmentInfos.readLatestCommit(directory));
    }
  }

  private static int left(String line) {
    return Integer.parseInt(line.substring("left ".length()));
  }

  private static void write(Directory directory) throws Exception {
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(new Lucene104Codec())
            .setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number = 0; number < DOCUMENTS; number++) {
        writer.addDocument(Catalogue.document(number, 1));
        if (number % (DOCUMENTS / SEGMENTS) == 0) {
          writer.flush();
        }
      }
    }
  }

  private static long digest(Directory directory) throws Exception {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      assertEquals(DOCUMENTS, reader.numDocs());
      return IndexDigest.afterIntegrityCheck(reader);
    }
  }

  private static RewriteOtherCodecsMergePolicy policy(Codec codec) {
    return new RewriteOtherCodecsMergePolicy(NoMergePolicy.INSTANCE, codec);
  }

  /** Does what an application does, which is to commit from time to time. */
  static final class Converts {
    public static void main(String[] arguments) throws Exception {
      Codec codec =
          arguments[1].equals(StreakCodec.NAME) ? new StreakCodec() : new Lucene104Codec();
      int enough = Integer.parseInt(arguments[2]);
      RewriteOtherCodecsMergePolicy policy = policy(codec);
      OneForEachCommit scheduler = new OneForEachCommit();
      IndexWriterConfig config =
          new IndexWriterConfig()
              .setCodec(codec)
              .setMergePolicy(policy)
              .setMergeScheduler(scheduler);
      try (Directory directory = FSDirectory.open(Path.of(arguments[0]));
          IndexWriter writer = new IndexWriter(directory, config)) {
        writer.maybeMerge();
        int left;
        do {
          writer.commit();
          scheduler.commits.release();
          left = policy.countOthers(SegmentInfos.readLatestCommit(directory));
          System.out.println("left " + left);
          Thread.sleep(10);
        } while (left > enough);
        if (left > 0) {
          Thread.sleep(TimeUnit.MINUTES.toMillis(5)); // until killed
        }
      }
    }
  }

  /** Lets no merge begin before the one before it could be committed. */
  private static final class OneForEachCommit extends ConcurrentMergeScheduler {
    private final Semaphore commits = new Semaphore(0);

    @Override
    protected void doMerge(MergeSource source, MergePolicy.OneMerge merge) throws IOException {
      commits.acquireUninterruptibly();
      super.doMerge(source, merge);
    }
  }
}
