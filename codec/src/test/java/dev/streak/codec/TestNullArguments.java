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

import dev.streak.compression.ZstdStoredFieldsFormat;
import dev.streak.inspection.KeptTerms;
import dev.streak.keyvalue.Batch;
import dev.streak.keyvalue.BatchReader;
import dev.streak.keyvalue.Column;
import dev.streak.keyvalue.KeyTables;
import dev.streak.leaf.LeafReaders;
import dev.streak.search.RoaringIds;
import dev.streak.search.RunPrefixQuery;
import dev.streak.search.RunTermRangeQuery;
import dev.streak.search.RunTermsQuery;
import dev.streak.search.StreakQueries;
import dev.streak.search.TermLookup;
import dev.streak.sidecar.SidecarFolder;
import dev.streak.sidecar.StreakReaders;
import dev.streak.versions.ShardedReaders;
import dev.streak.versions.VersionedReaders;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.concurrent.Executor;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;
import org.roaringbitmap.RoaringBitmap;

/** An argument that is null is named where it is given, not somewhere below or later. */
public class TestNullArguments extends LuceneTestCase {

  private static final BytesRef[] NO_TERMS = null;
  private static final long[] NO_IDS = null;
  private static final Column[] NO_COLUMNS = null;

  private static void assertNamed(String argument, ThrowingRunnable call) {
    assertEquals(argument, expectThrows(NullPointerException.class, call).getMessage());
  }

  public void testQueries() {
    assertNamed("terms", () -> new RunTermsQuery("id", NO_TERMS));
    assertNamed("terms", () -> new RunTermsQuery("id", (Collection<BytesRef>) null));
    assertNamed("terms[0]", () -> new RunTermsQuery("id", Collections.singletonList(null)));
    assertNamed("terms[1]", () -> new RunTermsQuery("id", new BytesRef("a"), null));
    assertNamed("terms", () -> RunTermsQuery.ofStrings("id", (String[]) null));
    assertNamed("terms[1]", () -> RunTermsQuery.ofStrings("id", "a", null));
    assertNamed("ids", () -> RunTermsQuery.ofIds("id", NO_IDS));
    assertNamed("prefix", () -> new RunPrefixQuery("id", (String) null));
    assertNamed("prefix", () -> new RunPrefixQuery("id", (BytesRef) null));
    assertNamed("range", () -> new RunTermRangeQuery(null));
    assertNamed("others", () -> StreakQueries.accelerate(new MatchAllDocsQuery(), null));
    assertNamed("query", () -> StreakQueries.accelerate(null));
    assertNamed(
        "what others returned",
        () -> StreakQueries.accelerate(new MatchAllDocsQuery(), query -> null));
  }

  public void testRoaringIds() {
    assertNamed("ids", () -> RoaringIds.query("id", (RoaringBitmap) null));
    assertNamed("serialized", () -> RoaringIds.querySerialized32("id", null));
    assertNamed("serialized", () -> RoaringIds.querySerialized64("id", null));
  }

  public void testLookups() throws Exception {
    assertNamed("reader", () -> new TermLookup(null, "id"));
    try (IndexReader reader = new MultiReader()) {
      TermLookup lookup = new TermLookup(reader, "id");
      assertNamed("terms", () -> lookup.find(NO_TERMS));
      assertNamed("ids", () -> lookup.find(NO_IDS));
      assertNamed("terms[1]", () -> lookup.find(new BytesRef[] {new BytesRef("a"), null}));
      assertNamed("docs", () -> lookup.find(new long[] {1}).forEachDoc(0, null));
    }
  }

  public void testBatches() throws Exception {
    assertNamed("tables", () -> new BatchReader(null));
    try (IndexReader reader = new MultiReader()) {
      BatchReader batches = new BatchReader(reader, "id");
      long[] ids = {1};
      Executor executor = Runnable::run;
      Batch batch = batches.get(ids, Column.longs("v"), Column.bytes("w"));
      assertNamed("field", () -> batch.longs(null));
      assertNamed("field", () -> batch.bytes(null));
      assertNamed("keys", () -> batches.get(NO_IDS));
      assertNamed("keys", () -> batches.get(NO_TERMS));
      assertNamed("keys", () -> batches.get(NO_TERMS, Duration.ofSeconds(1)));
      assertNamed("timeout", () -> batches.get(ids, (Duration) null));
      assertNamed("columns", () -> batches.get(ids, NO_COLUMNS));
      assertNamed("column", () -> batches.get(ids, Column.longs("v"), null));
      assertNamed("keys", () -> batches.forEach(NO_IDS, 1, (from, slice) -> {}));
      assertNamed("consumer", () -> batches.forEach(ids, 1, null));
      assertNamed("keys", () -> batches.forEach(NO_TERMS, 1, executor, 1, (from, slice) -> {}));
      assertNamed("consumer", () -> batches.forEach(ids, 1, executor, 1, null));
      BytesRef[] keys = {new BytesRef("a"), new BytesRef("b"), null};
      assertNamed("keys[2]", () -> batches.get(keys));
      assertNamed("keys[2]", () -> batches.forEach(keys, 1, (from, slice) -> {}));
      assertNamed("keys[2]", () -> batches.forEach(keys, 1, executor, 1, (from, slice) -> {}));
    }
  }

  public void testKeyTables() throws Exception {
    assertNamed("reader", () -> KeyTables.build(null, "id", 1));
    assertNamed("reader", () -> KeyTables.ofSmallSegments(null, "id", 1));
    try (IndexReader reader = new MultiReader()) {
      KeyTables tables = KeyTables.build(reader, "id", 1);
      assertNamed("newer", () -> tables.refresh(null));
    }
  }

  public void testVersions() {
    assertNamed("writer", () -> VersionedReaders.setVersion(null, 1));
    assertNamed("shards", () -> new ShardedReaders(null));
    assertNamed("shard a", () -> new ShardedReaders(Collections.singletonMap("a", null)));
  }

  public void testSidecars() {
    SidecarFolder folder = new SidecarFolder(Path.of("missing"));
    assertNamed("reader", () -> folder.build((IndexReader) null));
    assertNamed("leaf", () -> folder.build((LeafReader) null));
    assertNamed("leaf", () -> folder.needs(null));
    assertNamed("current", () -> folder.prune((IndexReader[]) null));
    assertNamed("reader", () -> StreakReaders.withSidecar(null, Path.of("missing")));
    assertNamed("reader", () -> StreakReaders.segmentsWithSidecar(null));
  }

  public void testFolderOfSidecars() throws Exception {
    try (var directory = newDirectory()) {
      new IndexWriter(directory, newIndexWriterConfig()).close();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertNamed("folder", () -> StreakReaders.withSidecar(reader, null));
      }
    }
  }

  public void testUnwrappers() {
    assertNamed("unwrapper", () -> LeafReaders.register(null));
    assertNamed("unwrapper", () -> LeafReaders.unregister(null));
  }

  public void testInspection() throws Exception {
    assertNamed("segment", () -> KeptTerms.of(null, "id"));
    try (var directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, newIndexWriterConfig())) {
      writer.addDocument(new Document());
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        LeafReader segment = reader.leaves().get(0).reader();
        assertNamed("field", () -> KeptTerms.of(segment, null));
      }
    }
  }

  public void testCodec() {
    assertNamed("reader", () -> StreakWarmer.warm(null));
    assertNamed("settings", () -> new ZstdStoredFieldsFormat(null));
  }
}
