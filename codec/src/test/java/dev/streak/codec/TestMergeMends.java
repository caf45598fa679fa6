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

import dev.streak.field.StreakTerms;
import dev.streak.file.FileBytes;
import dev.streak.monitor.StreakCounters;
import dev.streak.prefix.PrefixSetsReader;
import dev.streak.termhash.TermHashSettings;
import java.io.IOException;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/**
 * What makes queries fast and holds nothing of its own may be damaged: reported by whoever checks,
 * mended by a merge. Damage to terms and postings stops a merge.
 */
public class TestMergeMends extends LuceneTestCase {

  private static final String NAME = "name";
  private static final int DOCS = 400;

  public void testDamagedHashTables() throws IOException {
    damageAndMerge("skh", true);
  }

  public void testDamagedPrefixSets() throws IOException {
    damageAndMerge("skx", true);
  }

  public void testDamagedPostings() throws IOException {
    damageAndMerge("skp", false);
  }

  private static void damageAndMerge(String extension, boolean mends) throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      try (IndexWriter writer = new IndexWriter(directory, config())) {
        for (int i = 0; i < DOCS; i++) {
          Document document = new Document();
          String letter = Character.toString('a' + (i & 3));
          document.add(new StringField(NAME, letter + "name" + i % 300, Field.Store.NO));
          writer.addDocument(document);
          if (i == DOCS / 2) {
            writer.commit();
          }
        }
      }
      damage(directory, extension);
      assertFalse(isClean(directory));
      IndexWriterConfig config = config();
      config.setMergePolicy(new TieredMergePolicy());
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        if (mends == false) {
          expectThrows(CorruptIndexException.class, () -> writer.forceMerge(1));
          return;
        }
        writer.forceMerge(1);
      }
      assertTrue(isClean(directory));
      assertUsesAll(directory);
    }
  }

  private static IndexWriterConfig config() {
    return new IndexWriterConfig()
        .setCodec(
            StreakCodec.builder()
                .bundleSmallFiles(false)
                .prefixes(NAME, 1, 1, 50)
                .termHash(TermHashSettings.DEFAULT.withField(NAME, true))
                .build())
        .setMergeScheduler(new SerialMergeScheduler())
        .setMergePolicy(NoMergePolicy.INSTANCE)
        .setUseCompoundFile(false);
  }

  /** One bit of each file, behind the header. */
  private static void damage(Directory directory, String extension) throws IOException {
    for (String name : directory.listAll()) {
      if (name.endsWith("." + extension)) {
        byte[] bytes = FileBytes.read(directory, name);
        bytes[bytes.length / 2] ^= (byte) (1 << random().nextInt(8));
        FileBytes.replace(directory, name, bytes, bytes.length);
      }
    }
  }

  private static boolean isClean(Directory directory) throws IOException {
    try (CheckIndex check = new CheckIndex(directory)) {
      return check.checkIndex().clean;
    }
  }

  private static void assertUsesAll(Directory directory) throws IOException {
    long damagedTables = StreakCounters.now().tablesDamaged();
    long failures = PrefixSetsReader.failures();
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      LeafReader leaf = getOnlyLeafReader(reader);
      StreakTerms terms = (StreakTerms) leaf.terms(NAME);
      assertTrue(terms.iterator().seekExact(new BytesRef("aname0")));
      assertEquals(4, terms.prefixSets().size());
    }
    assertEquals(damagedTables, StreakCounters.now().tablesDamaged());
    assertEquals(failures, PrefixSetsReader.failures());
  }
}
