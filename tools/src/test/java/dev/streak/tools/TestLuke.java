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
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.luke.models.commits.Commits;
import org.apache.lucene.luke.models.commits.CommitsFactory;
import org.apache.lucene.luke.models.documents.DocumentField;
import org.apache.lucene.luke.models.documents.Documents;
import org.apache.lucene.luke.models.documents.DocumentsFactory;
import org.apache.lucene.luke.models.overview.Overview;
import org.apache.lucene.luke.models.overview.OverviewFactory;
import org.apache.lucene.luke.models.overview.TermCountsOrder;
import org.apache.lucene.luke.models.overview.TermStats;
import org.apache.lucene.luke.models.search.QueryParserConfig;
import org.apache.lucene.luke.models.search.Search;
import org.apache.lucene.luke.models.search.SearchFactory;
import org.apache.lucene.luke.models.search.SearchResults;
import org.apache.lucene.luke.models.search.SimilarityConfig;
import org.apache.lucene.luke.models.tools.IndexToolsFactory;
import org.apache.lucene.luke.models.util.IndexUtils;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What the windows of Luke show comes from its models: they read an index of ours as any other. */
// Luke walks the folders below an index and logs a stack trace for each one that is no index. This
// file system sometimes adds such a folder.
@LuceneTestCase.SuppressFileSystems("ExtrasFS")
public class TestLuke extends LuceneTestCase {
  private static final String FSDIRECTORY = "org.apache.lucene.store.FSDirectory";

  private Path index;
  private DirectoryReader reader;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    index = createTempDir("index");
    SampleDocuments.writeSegments(index, SampleDocuments.config(new StreakCodec()), 300, 100);
    reader = (DirectoryReader) IndexUtils.openIndex(index.toString(), FSDIRECTORY);
  }

  @Override
  public void tearDown() throws Exception {
    if (reader != null) {
      Directory directory = reader.directory();
      reader.close();
      directory.close();
    }
    super.tearDown();
  }

  public void testOverview() {
    Overview overview = new OverviewFactory().newInstance(reader, index.toString());
    assertEquals(300, overview.getNumDocuments());
    Map<String, Long> terms = overview.getSortedTermCounts(TermCountsOrder.COUNT_DESC);
    // Luke adds segments up.
    assertEquals(300L, (long) terms.get("id"));
    assertEquals(15L, (long) terms.get("shop"));
    List<TermStats> top = overview.getTopTerms("shop", 3);
    assertEquals(3, top.size());
    assertEquals(20, top.get(0).getDocFreq());
    assertTrue(overview.getNumTerms() > 315);
  }

  public void testDocumentsAndTerms() {
    Documents documents = new DocumentsFactory().newInstance(reader);
    assertEquals(300, documents.getMaxDoc());
    assertEquals(new Term("shop", "shop0"), documents.firstTerm("shop").orElseThrow());
    assertEquals("shop1", documents.nextTerm().orElseThrow().text());
    assertEquals("shop5", documents.seekTerm("shop4x").orElseThrow().text());
    assertEquals(20, (int) documents.getDocFreq().orElseThrow());
    assertEquals(100, (int) documents.firstTermDoc().orElseThrow());
    assertEquals(101, (int) documents.nextTermDoc().orElseThrow());
    List<DocumentField> fields = documents.getDocumentFields(217);
    DocumentField id =
        fields.stream()
            .filter(field -> field.getName().equals("id") && field.isStored())
            .findFirst()
            .orElseThrow();
    assertEquals("217", id.getStringValue());
    assertFalse(documents.getTermVectors(217, "text").isEmpty());
    assertEquals(
        List.of(10L), documents.getDocValues(217, "rank").orElseThrow().getNumericValues());
  }

  public void testSearch() {
    Search search = new SearchFactory().newInstance(reader);
    QueryParserConfig classic = new QueryParserConfig.Builder().build();
    Query query =
        search.parseQuery("shop:shop3 AND id:6*", "id", new StandardAnalyzer(), classic, false);
    SearchResults results =
        search.search(query, new SimilarityConfig.Builder().build(), Set.of("id"), 20, true);
    assertEquals(10, results.getTotalHits().value());
    assertEquals("60", results.getHits().get(0).getFieldValues().get("id")[0]);
  }

  public void testCommitsAndCheck() {
    Commits commits = new CommitsFactory().newInstance(reader, index.toString());
    long generation = commits.listCommits().get(0).getGeneration();
    assertEquals(3, commits.getSegments(generation).size());
    assertEquals("Streak1", commits.getSegments(generation).get(0).getCodecName());
    assertTrue(
        commits.getFiles(generation).stream()
            .anyMatch(file -> file.getFileName().matches(".*\\.(skd|cfs)")));
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    assertTrue(
        new IndexToolsFactory()
            .newInstance(reader.directory())
            .checkIndex(new PrintStream(log, true, StandardCharsets.UTF_8))
            .clean);
  }
}
