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

import dev.streak.cache.CachePolicy;
import dev.streak.compression.ZstdSettings;
import dev.streak.segment.TermsIndexCaching;
import dev.streak.termhash.TermHashSettings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene104.Lucene104PostingsFormat;
import org.apache.lucene.codecs.lucene90.Lucene90StoredFieldsFormat;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What a builder is told is done, refused or seen. */
public class TestSettings extends LuceneTestCase {

  private static final TermHashSettings TABLE_FOR_F = TermHashSettings.DEFAULT.withField("f", true);

  private static void assertContradicts(String setting, UnaryOperator<StreakCodec.Builder> more) {
    StreakCodec.Builder builder =
        more.apply(
            StreakCodec.builder()
                .postingsFormat("f", new Lucene104PostingsFormat())
                .postingsFormat("g", new StreakPostingsFormat()));
    IllegalArgumentException e = expectThrows(IllegalArgumentException.class, builder::build);
    assertTrue(e.getMessage(), e.getMessage().startsWith(setting + " must not be set for a field"));
    assertTrue(e.getMessage(), e.getMessage().endsWith("field=f"));
  }

  public void testWrongLengthsOfPrefixesNameTheField() {
    IllegalArgumentException e =
        expectThrows(
            IllegalArgumentException.class, () -> StreakCodec.builder().prefixes("f", 3, 1));
    assertEquals("min and max must be 1 <= min <= max <= 16: field=f min=3 max=1", e.getMessage());
    e =
        expectThrows(
            IllegalArgumentException.class, () -> StreakCodec.builder().prefixes("f", 1, 3, 0));
    assertEquals("budgetPercent must be > 0 and <= 100: field=f budgetPercent=0.0", e.getMessage());
  }

  public void testContradictionsAreRefused() {
    assertContradicts("prefixes", b -> b.prefixes("f", 1, 2));
    assertContradicts("termHash", b -> b.termHash(TABLE_FOR_F));
    assertContradicts("termsIndex and termBlocks", b -> b.termsIndex("f", CachePolicy.PINNED));
    assertContradicts("termsIndex and termBlocks", b -> b.termBlocks("f", CachePolicy.PINNED));
    StreakCodec.builder()
        .postingsFormat("g", new StreakPostingsFormat())
        .termsIndex("g", CachePolicy.PINNED)
        .termBlocks("g", CachePolicy.PINNED)
        .prefixes("h", 1, 2)
        .build();
  }

  /** The format of the field has settings of its own, and would make the table. */
  public void testTablesThatAreLeftOut() {
    TermHashSettings none = TermHashSettings.DEFAULT.withField("f", false);
    StreakCodec.Builder ours =
        StreakCodec.builder().postingsFormat("f", new StreakPostingsFormat()).termHash(none);
    IllegalArgumentException e = expectThrows(IllegalArgumentException.class, ours::build);
    assertTrue(e.getMessage(), e.getMessage().startsWith("termHash must not be set for a field"));
    StreakCodec.builder().postingsFormat("f", new Lucene104PostingsFormat()).termHash(none).build();
  }

  public void testWhatAFieldCannotHaveIsRefusedWithItsFirstDocument() throws Exception {
    Codec prefixes = StreakCodec.builder().prefixes("f", 1, 2).build();
    Codec table = StreakCodec.builder().termHash(TABLE_FOR_F).build();
    assertRefused(prefixes, "prefixes", new TextField("f", "a b", Field.Store.NO));
    assertRefused(prefixes, "prefixes", new IntPoint("f", 7));
    assertRefused(table, "termHash", new TextField("f", "a b", Field.Store.NO));
    for (Codec codec : new Codec[] {prefixes, table}) {
      try (Directory directory = newDirectory()) {
        add(directory, codec, new StringField("f", "a", Field.Store.NO));
      }
    }
  }

  /** A flush that fails is the end of Lucene's writer, whoever has caused it. */
  public void testARefusalLosesWhatWasNotCommitted() throws Exception {
    Codec prefixes = StreakCodec.builder().prefixes("f", 1, 2).build();
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(prefixes).setMergePolicy(NoMergePolicy.INSTANCE);
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, config)) {
      writer.addDocument(List.of(new StringField("id", "1", Field.Store.NO)));
      writer.commit();
      writer.addDocument(List.of(new StringField("id", "2", Field.Store.NO)));
      writer.flush();
      writer.addDocument(List.of(new TextField("f", "c", Field.Store.NO)));
      expectThrows(IllegalArgumentException.class, writer::flush);
      assertFalse(writer.isOpen());
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(1, reader.numDocs());
      }
    }
  }

  private static void assertRefused(Codec codec, String setting, IndexableField field)
      throws IOException {
    try (Directory directory = newDirectory()) {
      IllegalArgumentException e =
          expectThrows(IllegalArgumentException.class, () -> add(directory, codec, field));
      assertTrue(e.getMessage(), e.getMessage().startsWith(setting + " must be set only for"));
      assertTrue(e.getMessage(), e.getMessage().contains("field=f options="));
    }
  }

  private static void add(Directory directory, Codec codec, IndexableField... fields)
      throws IOException {
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(codec).setMergePolicy(NoMergePolicy.INSTANCE);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      Document document = new Document();
      document.add(new StringField("id", "1", Field.Store.NO));
      for (IndexableField field : fields) {
        document.add(field);
      }
      writer.addDocument(document);
    }
  }

  /** Policies of the segments that a codec makes of an index with a pinned field. */
  public void testPoliciesAreTheWritersAndNotInherited() throws Exception {
    Codec pinned =
        StreakCodec.builder()
            .termsIndex("id", CachePolicy.PINNED)
            .termBlocks("id", CachePolicy.PINNED)
            .build();
    Codec blocks = StreakCodec.builder().termBlocks("id", CachePolicy.UNCACHED).build();
    try (Directory directory = newDirectory()) {
      add(directory, pinned);
      assertEquals("PINNED PINNED", policies(directory));
      add(directory, new StreakCodec());
      merge(directory, new StreakCodec());
      assertEquals("as if none had been set", "CACHED UNCACHED", policies(directory));
      add(directory, pinned);
      merge(directory, new Lucene104Codec());
      add(directory, blocks);
      merge(directory, blocks);
      assertEquals("CACHED UNCACHED", policies(directory));
      add(directory, blocks);
      merge(directory, pinned);
      assertEquals("PINNED PINNED", policies(directory));
    }
  }

  /** Where no policy is set, files of a field with frequencies are left to the page cache. */
  public void testPoliciesOfTextAreNotInherited() throws Exception {
    Codec pinned =
        StreakCodec.builder()
            .termsIndex("text", CachePolicy.PINNED)
            .termBlocks("text", CachePolicy.PINNED)
            .build();
    try (Directory directory = newDirectory()) {
      add(directory, pinned, new TextField("text", "word", Field.Store.NO));
      assertEquals("PINNED PINNED", policies(directory, "text"));
      add(directory, new StreakCodec());
      merge(directory, new StreakCodec());
      assertEquals("UNCACHED UNCACHED", policies(directory, "text"));
    }
  }

  /** Who updates doc values writes field infos anew, with the codec that Lucene found by name. */
  public void testUpdatesKeepPolicies() throws Exception {
    Codec pinned = StreakCodec.builder().termsIndex("id", CachePolicy.PINNED).build();
    try (Directory directory = newDirectory()) {
      add(directory, pinned, new NumericDocValuesField("n", 1));
      IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        writer.updateNumericDocValue(new Term("id", "1"), "n", 2);
      }
      assertEquals("PINNED null", policies(directory));
    }
  }

  private static void merge(Directory directory, Codec codec) throws IOException {
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig().setCodec(codec))) {
      writer.forceMerge(1);
    }
  }

  private static String policies(Directory directory) throws IOException {
    return policies(directory, "id");
  }

  private static String policies(Directory directory, String name) throws IOException {
    Map<String, Integer> found = new TreeMap<>();
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      for (LeafReaderContext leaf : reader.leaves()) {
        FieldInfo field = leaf.reader().getFieldInfos().fieldInfo(name);
        found.merge(
            field.getAttribute(TermsIndexCaching.POLICY_ATTRIBUTE)
                + " "
                + field.getAttribute(TermsIndexCaching.BLOCKS_POLICY_ATTRIBUTE),
            1,
            Integer::sum);
      }
    }
    return String.join(", ", found.keySet());
  }

  public void testCodecSaysItsSettings() {
    String all =
        StreakCodec.builder()
            .storedFields(ZstdSettings.SMALLEST)
            .termVectors(7)
            .termHash(TABLE_FOR_F)
            .prefixes("name", 1, 3)
            .termsIndex("id", CachePolicy.PINNED)
            .termBlocks("id", CachePolicy.CACHED)
            .postingsFormat("g", new Lucene104PostingsFormat())
            .build()
            .toString();
    for (String part :
        new String[] {
          "Streak1(storedFields=" + ZstdSettings.SMALLEST,
          "termVectors=Zstandard(level=7)",
          "termHash=" + TABLE_FOR_F,
          "prefixes={name=PrefixSettings[min=1, max=3, budgetPercent=5.0]}",
          "termsIndex={id=PINNED}",
          "termBlocks={id=CACHED}",
          "postingsFormat={g="
        }) {
      assertTrue(part + " in " + all, all.contains(part));
    }
    String lucene =
        StreakCodec.builder()
            .luceneStoredFields(Lucene90StoredFieldsFormat.Mode.BEST_SPEED)
            .luceneTermVectors()
            .build()
            .toString();
    assertTrue(lucene, lucene.contains("storedFields=Lucene90(BEST_SPEED), termVectors=Lucene90,"));
    assertTrue(new StreakCodec().toString().contains("storedFields=" + ZstdSettings.DEFAULT));
  }

  /** A field's own format may write what 0.1.0 does not read: a log must tell. */
  public void testPostingsFormatSaysItsSettings() {
    for (boolean bundles : new boolean[] {false, true}) {
      StreakPostingsFormat format = new StreakPostingsFormat(TABLE_FOR_F, bundles);
      String said = "StreakPostings1(" + TABLE_FOR_F + ", bundleSmallFiles=" + bundles + ")";
      assertEquals(said, format.toString());
      String codec = StreakCodec.builder().postingsFormat("g", format).build().toString();
      assertTrue(codec, codec.contains("postingsFormat={g=" + said));
    }
  }
}
