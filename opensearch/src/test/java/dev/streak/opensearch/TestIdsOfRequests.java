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
package dev.streak.opensearch;

import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.search.IndexSearcher;
import org.junit.Test;
import org.opensearch.Version;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.query.QueryShardContext;
import org.roaringbitmap.RoaringBitmap;

/** The limit of ids holds for what a request brings. */
public class TestIdsOfRequests {

  private static StreakIdsQueryBuilder ids(int... ids) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    RoaringBitmap.bitmapOf(ids).serialize(new DataOutputStream(bytes));
    return new StreakIdsQueryBuilder("shop", bytes.toByteArray(), Integer.SIZE);
  }

  /** Of an index with a limit of three ids, and without fields. */
  private static class Context extends QueryShardContext {
    private static final IndexSettings SETTINGS = settings();

    Context(IndexSearcher searcher) {
      super(
          0, SETTINGS, null, null, null, null, null, null, null, null, null, searcher, null, null,
          null, null, null);
    }

    private static IndexSettings settings() {
      Settings settings =
          Settings.builder()
              .put(IndexMetadata.SETTING_VERSION_CREATED, Version.CURRENT)
              .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, 1)
              .put(IndexMetadata.SETTING_NUMBER_OF_REPLICAS, 0)
              .put(KeywordFields.MAX_IDS.getKey(), 3)
              .build();
      return new IndexSettings(
          IndexMetadata.builder("items").settings(settings).build(), Settings.EMPTY);
    }

    @Override
    public MappedFieldType fieldMapper(String name) {
      return null;
    }
  }

  private static void refused(StreakIdsQueryBuilder query, QueryShardContext context, int ids) {
    Exception e = assertThrows(IllegalArgumentException.class, () -> query.toQuery(context));
    assertTrue(
        e.getMessage(),
        e.getMessage().startsWith("streak_ids has " + ids + " ids, more than the limit of [3]"));
  }

  @Test
  public void testIdsOfARequestAreAddedUp() throws IOException {
    Context context = new Context(new IndexSearcher(new MultiReader()));
    StreakIdsQueryBuilder first = ids(7, 8);
    first.toQuery(context);
    first.toQuery(context);
    refused(ids(7, 8), context, 4);
    ids(7, 8).toQuery(new Context(new IndexSearcher(new MultiReader())));
  }

  /** The percolator makes all stored queries for one context, which has no reader. */
  @Test
  public void testIdsOfStoredQueriesAreNot() throws IOException {
    Context percolator =
        new Context(new IndexSearcher(new MultiReader())) {
          @Override
          public IndexReader getIndexReader() {
            return null;
          }
        };
    ids(7, 8).toQuery(percolator);
    ids(7, 8).toQuery(percolator);
    refused(ids(7, 8, 9, 10), percolator, 4);
  }
}
