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
package dev.streak.codec;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterMergePolicy;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.OneMergeWrappingMergePolicy;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.codecs.asserting.AssertingCodec;
import org.apache.lucene.tests.util.LuceneTestCase;

/** From any codec to any other, one segment after the other. */
public class TestRewriteOtherCodecs extends LuceneTestCase {

  private static final Codec LUCENE = new Lucene104Codec();
  private static final Codec STREAK = new StreakCodec();

  private static void write(Directory directory, Codec codec, int segments) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(codec).setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < segments * 10; i++) {
        Document document = new Document();
        document.add(new StringField("id", Integer.toString(i), Field.Store.YES));
        writer.addDocument(document);
        if (i % 10 == 9) {
          writer.flush();
        }
      }
      writer.deleteDocuments(new Term("id", "3"));
    }
  }

  private static RewriteOtherCodecsMergePolicy policy(MergePolicy in, Codec codec) {
    return new RewriteOtherCodecsMergePolicy(in, codec);
  }

  private static int others(Directory directory, Codec codec) throws IOException {
    return policy(NoMergePolicy.INSTANCE, codec)
        .countOthers(SegmentInfos.readLatestCommit(directory));
  }

  private static int documents(Directory directory) throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      return reader.numDocs();
    }
  }

  public void testForcedBothWays() throws Exception {
    for (int segments : new int[] {1, 7}) {
      for (int max : new int[] {1, Integer.MAX_VALUE}) {
        try (Directory directory = newDirectory()) {
          write(directory, LUCENE, segments);
          for (Codec codec : new Codec[] {STREAK, LUCENE, STREAK}) {
            assertTrue(others(directory, codec) > 0);
            IndexWriterConfig config =
                new IndexWriterConfig()
                    .setCodec(codec)
                    .setMergePolicy(policy(new TieredMergePolicy(), codec));
            try (IndexWriter writer = new IndexWriter(directory, config)) {
              writer.forceMerge(max);
            }
            assertEquals(0, others(directory, codec));
            assertEquals(10 * segments - 1, documents(directory));
          }
        }
      }
    }
  }

  /** No call but those of every application: it goes on by itself. */
  public void testInTheBackground() throws Exception {
    try (Directory directory = newDirectory()) {
      write(directory, LUCENE, 5);
      IndexWriterConfig config =
          new IndexWriterConfig()
              .setCodec(STREAK)
              .setMergePolicy(policy(NoMergePolicy.INSTANCE, STREAK));
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        writer.addDocument(new Document());
        writer.commit();
        while (others(directory, STREAK) > 0) {
          Thread.sleep(1);
          writer.commit();
        }
      }
      assertEquals(50, documents(directory));
      assertEquals(6, SegmentInfos.readLatestCommit(directory).size());
    }
  }

  /** As a policy may say that there is nothing to merge, beside null. */
  private static final class NoMerges extends FilterMergePolicy {
    NoMerges() {
      super(NoMergePolicy.INSTANCE);
    }

    @Override
    public MergeSpecification findMerges(
        MergeTrigger trigger, SegmentInfos infos, MergeContext context) {
      return new MergeSpecification();
    }

    @Override
    public MergeSpecification findForcedMerges(
        SegmentInfos infos,
        int maxSegmentCount,
        Map<SegmentCommitInfo, Boolean> segmentsToMerge,
        MergeContext context) {
      return new MergeSpecification();
    }
  }

  public void testBesideAPolicyThatFindsAnEmptyListOfMerges() throws Exception {
    for (boolean forced : new boolean[] {true, false}) {
      try (Directory directory = newDirectory()) {
        write(directory, LUCENE, 3);
        IndexWriterConfig config =
            new IndexWriterConfig()
                .setCodec(STREAK)
                .setMergeScheduler(new SerialMergeScheduler())
                .setMergePolicy(policy(new NoMerges(), STREAK));
        try (IndexWriter writer = new IndexWriter(directory, config)) {
          if (forced) {
            writer.forceMerge(Integer.MAX_VALUE);
          } else {
            writer.maybeMerge();
          }
        }
        assertEquals(0, others(directory, STREAK));
        assertEquals(29, documents(directory));
      }
    }
  }

  /** A policy for our codec that notes how many documents each rewritten segment has. */
  private static MergePolicy counting(List<Integer> rewritten) {
    return new OneMergeWrappingMergePolicy(
        policy(NoMergePolicy.INSTANCE, STREAK),
        merge ->
            new MergePolicy.OneMerge(merge.segments) {
              @Override
              public CodecReader wrapForMerge(CodecReader reader) throws IOException {
                rewritten.add(reader.maxDoc());
                assertTrue("without end", rewritten.size() < 20);
                return super.wrapForMerge(reader);
              }
            });
  }

  public void testOneSegmentAtATimeTheSmallestFirst() throws Exception {
    List<Integer> rewritten = Collections.synchronizedList(new ArrayList<>());
    try (Directory directory = newDirectory()) {
      write(directory, LUCENE, 2);
      try (IndexWriter writer =
          new IndexWriter(
              directory,
              new IndexWriterConfig().setCodec(LUCENE).setMergePolicy(NoMergePolicy.INSTANCE))) {
        writer.addDocument(new Document());
      }
      try (IndexWriter writer =
          new IndexWriter(
              directory,
              new IndexWriterConfig().setCodec(STREAK).setMergePolicy(counting(rewritten)))) {
        writer.forceMerge(Integer.MAX_VALUE);
      }
      assertEquals(List.of(1, 10, 10), rewritten);
      assertEquals(0, others(directory, STREAK));
    }
  }

  /** One object is used again and again, by writers of one codec and of another. */
  public void testPoliciesAreUsedAgain() throws Exception {
    RewriteOtherCodecsMergePolicy in = policy(NoMergePolicy.INSTANCE, STREAK);
    RewriteOtherCodecsMergePolicy out = policy(NoMergePolicy.INSTANCE, LUCENE);
    try (Directory directory = newDirectory()) {
      write(directory, LUCENE, 3);
      for (int i = 0; i < 4; i++) {
        Codec codec = i % 2 == 0 ? STREAK : LUCENE;
        IndexWriterConfig config =
            new IndexWriterConfig().setCodec(codec).setMergePolicy(i % 2 == 0 ? in : out);
        try (IndexWriter writer = new IndexWriter(directory, config)) {
          writer.forceMerge(Integer.MAX_VALUE);
        }
        assertEquals(0, others(directory, codec));
      }
    }
  }

  /** An index that was compacted elsewhere has segments that look as if rewritten here. */
  public void testWhatWasMergedElsewhereAndCameLater() throws Exception {
    for (int max : new int[] {1, Integer.MAX_VALUE}) {
      try (Directory directory = newDirectory()) {
        IndexWriterConfig config =
            new IndexWriterConfig()
                .setCodec(STREAK)
                .setMergePolicy(policy(NoMergePolicy.INSTANCE, STREAK));
        try (IndexWriter writer = new IndexWriter(directory, config)) {
          writer.addDocument(new Document());
          writer.commit();
          for (int i = 1; i <= 3; i++) {
            try (Directory other = newDirectory()) {
              write(other, LUCENE, 1);
              compact(other);
              writer.addIndexes(other);
            }
            writer.forceMerge(max);
            writer.commit();
            assertEquals(0, others(directory, STREAK));
            assertEquals(1 + 9 * i, documents(directory));
          }
        }
      }
    }
  }

  /** Merges an index of one segment into one without its deleted documents. */
  private static void compact(Directory directory) throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(LUCENE).setMergePolicy(new TieredMergePolicy());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      writer.forceMerge(1);
    }
    SegmentCommitInfo merged = SegmentInfos.readLatestCommit(directory).info(0);
    assertEquals("1", merged.info.getDiagnostics().get("mergeFactor"));
  }

  /** What it writes is known from its first merge. */
  public void testWriterOfAnotherCodecStopsAfterItsFirstRewrite() throws Exception {
    assertEquals(List.of(10), rewritten(LUCENE));
  }

  /** A codec with a name of its own writes what never is of the policy's codec. */
  public void testWriterOfAThirdCodecRewritesEachOnce() throws Exception {
    assertEquals(List.of(10, 10, 10), rewritten(new AssertingCodec()));
  }

  /** Documents of each segment of Lucene's that a writer rewrites with a policy for ours. */
  private List<Integer> rewritten(Codec ofWriter) throws IOException {
    List<Integer> rewritten = Collections.synchronizedList(new ArrayList<>());
    try (Directory directory = newDirectory()) {
      write(directory, LUCENE, 3);
      try (IndexWriter writer =
          new IndexWriter(
              directory,
              new IndexWriterConfig()
                  .setCodec(ofWriter)
                  .setMergeScheduler(new SerialMergeScheduler())
                  .setMergePolicy(counting(rewritten)))) {
        writer.maybeMerge();
        writer.forceMerge(Integer.MAX_VALUE);
      }
      assertEquals(3, others(directory, STREAK));
      assertEquals(29, documents(directory));
    }
    return rewritten;
  }
}
