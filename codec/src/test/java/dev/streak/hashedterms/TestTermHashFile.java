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
package dev.streak.hashedterms;

import dev.streak.codec.StreakCodec;
import dev.streak.field.OrdinalTerms;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermEntry;
import dev.streak.file.FileBytes;
import dev.streak.slots.UuidSlots;
import dev.streak.tables.BucketDescriptor;
import dev.streak.tables.KeyTable;
import dev.streak.termhash.TermHashSettings;
import dev.streak.termhash.TermHashSwitch;
import dev.streak.termkeys.TermKeyKind;
import dev.streak.termkeys.TermSpelling;
import dev.streak.terms.DictionaryTerms;
import dev.streak.terms.KeyShapes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValuesSkipIndexType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.VectorEncoding;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.InfoStream;
import org.apache.lucene.util.StringHelper;
import org.apache.lucene.util.Version;

/** The file of tables, written and read without an index around it. */
// Files that the framework adds to temporary directories would count as left behind.
@LuceneTestCase.SuppressFileSystems("ExtrasFS")
public class TestTermHashFile extends LuceneTestCase {

  private static final String LONGEST_HEAD = "h".repeat(TermSpelling.MAX_HEAD);
  private static final String TOO_LONG_FOR_A_HEAD = LONGEST_HEAD + "h";

  public void testPartsAndTemporaryFiles() throws IOException {
    for (String head : new String[] {"", LONGEST_HEAD, TOO_LONG_FOR_A_HEAD}) {
      Map<String, Long> terms = new TreeMap<>();
      for (int i = 0; i < 3000; i++) {
        String term = head + random().nextInt(1_000_000);
        terms.put(term, anyEntry());
      }
      assertEquals(
          head.equals(TOO_LONG_FOR_A_HEAD)
              ? "TAGS HASHED FEW_DOCUMENTS"
              : "EXACT DECIMAL FEW_DOCUMENTS",
          written(terms));
    }
  }

  /** UUIDs are in the table with their entries; other terms among them make all keys hashes. */
  public void testUuids() throws IOException {
    for (String other : new String[] {null, "no uuid", "0"}) {
      Map<String, Long> terms = new TreeMap<>();
      for (int i = 0; i < 3000; i++) {
        terms.put(KeyShapes.uuid(random(), 4), TermEntry.ofRun(random().nextInt(50_000), 1));
      }
      if (other != null) {
        terms.put(other, TermEntry.ofRun(1, 1));
      }
      assertEquals(
          other == null ? "UUIDS UUID FEW_DOCUMENTS" : "TAGS HASHED FEW_DOCUMENTS", written(terms));
    }
  }

  /** A small segment has a small table, unless it was asked for by the field's name. */
  public void testFewUuidsAreHashed() throws IOException {
    int least = TermHashWriter.MIN_UUIDS_WITH_ENTRIES;
    for (int size : new int[] {300, least - 1, least}) {
      Map<String, Long> terms = new TreeMap<>();
      while (terms.size() < size) {
        terms.put(KeyShapes.uuid(random(), 4), TermEntry.ofRun(terms.size(), 1));
      }
      assertEquals(
          size < least ? "TAGS HASHED FEW_DOCUMENTS" : "UUIDS UUID FEW_DOCUMENTS",
          writtenByDefault(terms, 1));
    }
  }

  /** From some number of terms on, slots are better than buckets, where they have room. */
  public void testTermsOfManyDocuments() throws IOException {
    int least = TermHashWriter.MIN_TERMS_FOR_SLOTS;
    int few = TermHashWriter.MIN_DOCS_FOR_BUCKETS - 1;
    for (int size : new int[] {least - 1, least}) {
      Map<String, Long> numbers = new TreeMap<>();
      Map<String, Long> letters = new TreeMap<>();
      Map<String, Long> words = new TreeMap<>();
      Map<String, Long> tooWide = new TreeMap<>();
      for (int i = 0; i < size; i++) {
        long entry = TermEntry.ofRun(100 * i, 1 + random().nextInt(100));
        numbers.put(Integer.toString(i * 7919), entry);
        letters.put(newWord(7, letters), entry);
        words.put(newWord(8, words), entry);
        tooWide.put(newWord(8, tooWide), anyEntry());
      }
      String layout = size < least ? "BUCKETS" : "EXACT";
      assertEquals(layout + " DECIMAL MANY_DOCUMENTS", writtenByDefault(numbers, few + 1));
      assertEquals(layout + " SHORT MANY_DOCUMENTS", writtenByDefault(letters, few + 1));
      assertEquals(layout + " EIGHT_BYTES MANY_DOCUMENTS", writtenByDefault(words, few + 1));
      assertEquals("BUCKETS EIGHT_BYTES MANY_DOCUMENTS", writtenByDefault(tooWide, few + 1));
      assertEquals("EXACT DECIMAL FEW_DOCUMENTS", writtenByDefault(numbers, few));
    }
  }

  /** Returns a word that is not among the terms: of 16,384 words, two are equal now and then. */
  private static String newWord(int length, Map<String, Long> terms) {
    String word;
    do {
      word = TestUtil.randomSimpleString(random(), length, length);
    } while (terms.containsKey(word));
    return word;
  }

  /** Returns what was chosen for terms of so many documents each. */
  private static String writtenByDefault(Map<String, Long> terms, int docFreq) throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      return writtenByDefault(directory, terms, docFreq);
    }
  }

  private static String writtenByDefault(Directory directory, Map<String, Long> terms, int docFreq)
      throws IOException {
    FieldInfo field = field("f", 0);
    SegmentInfo segment = segment(directory, StringHelper.randomId());
    SegmentWriteState state = writeState(segment, field);
    try (TermHashWriter writer = new TermHashWriter(state, TermHashSettings.DEFAULT)) {
      writeField(writer, field, terms, docFreq);
      writer.finish();
    }
    check(segment, field, terms);
    return field.getAttribute(TermHashFile.ATTRIBUTE);
  }

  /** A 33rd bit would cost a byte of each slot: 6.6 bytes a key in place of 5.4. */
  public void testKeysThatCountUpTakeSlotsOfFourBytes() throws IOException {
    for (int size : new int[] {5_000, 65_535, 65_536, 66_000}) {
      for (String shape : new String[] {"%010d", "ABC-%06d-x"}) {
        Map<String, Long> terms = new TreeMap<>();
        for (int i = 0; i < size; i++) {
          terms.put(String.format(Locale.ROOT, shape, i), TermEntry.ofRun(i, 1));
        }
        try (Directory directory = new ByteBuffersDirectory()) {
          assertEquals("NUMBERED BYTES FEW_DOCUMENTS", writtenByDefault(directory, terms, 1));
          double bytes = (double) directory.fileLength("_0.skh") / size;
          assertTrue(bytes + " bytes a key of " + size, bytes < 5.6);
        }
      }
    }
  }

  public void testUuidsOfSeveralVersions() throws IOException {
    Map<String, Long> terms = new TreeMap<>();
    for (int i = 0; i < 3000; i++) {
      terms.put(KeyShapes.uuid(random(), i == 1000 ? 7 : 4), TermEntry.ofRun(i, 1));
    }
    terms.put(new UUID(0, 0).toString(), TermEntry.ofPointer(random().nextInt(1 << 20)));
    assertEquals("UUIDS UUID FEW_DOCUMENTS", written(terms));
  }

  /** Entries of any kind may take more bits than are left in a slot. */
  public void testUuidsWithLargeEntriesAreHashed() throws IOException {
    Map<String, Long> terms = new TreeMap<>();
    for (int i = 0; i < 3000; i++) {
      terms.put(KeyShapes.uuid(random(), 4), anyEntry());
    }
    assertEquals("TAGS HASHED FEW_DOCUMENTS", written(terms));
  }

  /** Who knows how keys are made can make equal ones; then terms are hashed. */
  public void testUuidsMadeToCollideAreHashed() throws IOException {
    Map<String, Long> terms = new TreeMap<>();
    BytesRef term = new BytesRef(TermKeyKind.MAX_SPELT);
    for (int i = 0; i < 300; i++) {
      long rest = (17L << UuidSlots.REST_BITS) | (random().nextLong() & UuidSlots.REST_MASK);
      TermKeyKind.UUID.toTerm(i < 200 ? 42 : random().nextLong(), rest, term);
      terms.put(term.utf8ToString(), TermEntry.ofRun(random().nextInt(50_000), 1));
    }
    assertEquals("TAGS HASHED FEW_DOCUMENTS", written(terms));
  }

  /** Ids of a few machines, with a time and a counter, in bytes and in digits. */
  public void testIdsOfMachines() throws IOException {
    long[] machines = {0x1234_5678_9ABCL, 0xFEDC_BA98_7654L, 0x0102_0304_0506L};
    for (boolean digits : new boolean[] {false, true}) {
      Map<String, Long> terms = new TreeMap<>();
      for (int i = 0; i < 40_000; i++) {
        String id =
            digits
                ? String.format(
                    Locale.ROOT, "%08x%012x%04x", 0x6915_0000 + i / 20, machines[i % 3], i)
                : String.format(Locale.ROOT, "%04d-%s-%06d", i / 100, "abc".charAt(i % 3), i);
        terms.put(id, TermEntry.ofRun(i, 1));
      }
      assertEquals("NUMBERED " + (digits ? "HEX" : "BYTES") + " FEW_DOCUMENTS", written(terms));
    }
  }

  /** Machines of eight bytes, of some of which the highest bit is set. */
  public void testIdsOfMachinesOfEightBytes() throws IOException {
    String[] names = {"machine1", "\u00fcberlin", "Aachen-2", "\u00e9toile7"};
    long[] machines = {
      0x1234_5678_9ABC_DEF0L, 0xFEDC_BA98_7654_3210L, 0x0102_0304_0506_0708L, 0x8001_0203_0405_0607L
    };
    for (boolean digits : new boolean[] {false, true}) {
      Map<String, Long> terms = new TreeMap<>();
      for (int i = 0; i < 40_000; i++) {
        String id =
            digits
                ? String.format(
                    Locale.ROOT, "%08x%016x%04x", 0x6915_0000 + i / 20, machines[i % 4], i)
                : String.format(Locale.ROOT, "%s-%06d", names[i % 4], i);
        terms.put(id, TermEntry.ofRun(i, 1));
      }
      assertEquals("NUMBERED " + (digits ? "HEX" : "BYTES") + " FEW_DOCUMENTS", written(terms));
    }
  }

  /** Long lists take more bits than are left beside a number. */
  public void testNumberedKeysWithLargeEntriesAreHashed() throws IOException {
    Map<String, Long> terms = new TreeMap<>();
    for (int i = 0; i < 3000; i++) {
      long entry = anyEntry();
      terms.put("user-" + random().nextInt(1 << 30) + "-x", entry);
    }
    assertEquals("TAGS HASHED FEW_DOCUMENTS", written(terms));
  }

  /** Writes terms and finds them. Returns what was chosen. */
  private static String written(Map<String, Long> terms) throws IOException {
    try (Directory directory = newDirectory()) {
      FieldInfo field = field("f", 0);
      SegmentInfo segment = segment(directory, StringHelper.randomId());
      int inMemory = TestUtil.nextInt(random(), 1, 4000);
      write(segment, field, terms, TermHashSettings.DEFAULT.withField("f", true), inMemory);
      assertEquals(List.of("_0.skh"), List.of(directory.listAll()));
      check(segment, field, terms);
      return field.getAttribute(TermHashFile.ATTRIBUTE);
    }
  }

  public void testFieldsWithoutTableLeaveNoFile() throws IOException {
    try (Directory directory = newDirectory()) {
      FieldInfo field = field("f", 0);
      SegmentInfo segment = segment(directory, StringHelper.randomId());
      write(segment, field, Map.of("1", 1L), TermHashSettings.DEFAULT, 10);
      assertEquals(0, directory.listAll().length);
      try (TermHashReader reader = new TermHashReader(readState(segment, field), List.of(field))) {
        assertNull(reader.table(field));
        reader.checkIntegrity();
      }
    }
  }

  /** Whatever stops a merge, nothing that it wrote stays open, and no temporary file is left. */
  public void testUnfinishedWriterLeavesNoTemporaryFile() throws IOException {
    for (boolean hasOther : new boolean[] {false, true}) {
      try (Directory directory = newDirectory()) {
        FieldInfo field = field("f", 0);
        FieldInfo other = field("other", 1);
        SegmentInfo segment = segment(directory, StringHelper.randomId());
        try (TermHashWriter writer =
            new TermHashWriter(
                writeState(segment, field, other),
                TermHashSettings.DEFAULT.withMinTerms(1),
                new TermHashWriter.Limits(20, 512, 700, 900))) {
          if (hasOther) {
            writeField(writer, other, Map.of("1", 1L), 1);
          }
          writer.startField(field);
          for (int i = 100; i < 200; i++) {
            writer.term(new BytesRef(i == 150 ? "150 and wider keys" : "" + i), 1L, 1);
          }
          assertTrue(List.of(directory.listAll()).toString(), directory.listAll().length > 0);
        }
        assertEquals(hasOther ? List.of("_0.skh") : List.of(), List.of(directory.listAll()));
      }
    }
  }

  public void testExampleOfTheSpecification() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      byte[] id = "exampleexample01".getBytes(StandardCharsets.US_ASCII);
      SegmentInfo segment = segment(directory, id);
      FieldInfo[] fields = {
        field("shop", 0),
        field("id", 1),
        field("name", 2),
        field("uuid", 3),
        field("customer", 4),
        field("item", 5)
      };
      List<Map<String, Long>> terms =
          List.of(
              new TreeMap<>(Map.of("7", 1L, "42", 0x200001L)),
              new TreeMap<>(Map.of("7", 1L, "42", 0x200001L)),
              new TreeMap<>(Map.of("anna", 1L, "somebody quite else", 0x200001L)),
              new TreeMap<>(
                  Map.of(
                      "0b9f1c2e-5a77-4c3d-9d1e-8f6a2b3c4d5e", 1L,
                      "c0ffee00-1234-4abc-8def-0123456789ab", 0x200001L)),
              new TreeMap<>(
                  Map.of("9-customer", 1L, "170-customer", 0x200001L, "421-customer", 0x400001L)),
              new TreeMap<>(Map.of("item 7", 1L, "item 42", 0x200001L)));
      SegmentWriteState state = writeState(segment, fields);
      TermHashSettings settings = TermHashSettings.DEFAULT.withMinTerms(1).withField("uuid", true);
      try (TermHashWriter writer = new TermHashWriter(state, settings)) {
        for (int i = 0; i < fields.length; i++) {
          // Only the documents of shops are many.
          writeField(writer, fields[i], terms.get(i), i == 0 ? 20 : 1);
        }
        writer.finish();
      }
      assertEquals(
          List.of(
              "BUCKETS DECIMAL MANY_DOCUMENTS",
              "EXACT DECIMAL FEW_DOCUMENTS",
              "TAGS HASHED FEW_DOCUMENTS",
              "UUIDS UUID FEW_DOCUMENTS",
              "NUMBERED BYTES FEW_DOCUMENTS",
              "EXACT DECIMAL FEW_DOCUMENTS"),
          Arrays.stream(fields).map(f -> f.getAttribute(TermHashFile.ATTRIBUTE)).toList());
      byte[] bytes = FileBytes.read(directory, "_0.skh");
      assertEquals(specifiedExample(), HexFormat.of().formatHex(bytes));
      for (int i = 0; i < fields.length; i++) {
        check(segment, fields[i], terms.get(i));
      }
    }
  }

  /** The bytes in the section of {@code docs/format.md} that is about this file. */
  private static String specifiedExample() throws IOException {
    Path document = Path.of("..", "docs", "format.md");
    if (Files.exists(document) == false) {
      document = Path.of("docs", "format.md");
    }
    StringBuilder hex = new StringBuilder();
    boolean inSection = false;
    boolean inBlock = false;
    for (String line : Files.readAllLines(document)) {
      if (line.startsWith("#")) {
        inSection = line.contains(".skh");
      } else if (inSection && line.startsWith("```")) {
        inBlock = line.equals("```hex");
      } else if (inBlock) {
        hex.append(line.replaceAll(";.*", "").replace(" ", ""));
      }
    }
    return hex.toString();
  }

  /** A run or a position; any bits are one. */
  private static long anyEntry() {
    long entry = random().nextLong() & BucketDescriptor.MAX_PAYLOAD;
    return TermEntry.endsWithin(entry, Integer.MAX_VALUE) ? entry : 0;
  }

  /** A table that leads out of the segment is not to be believed, whatever its checksum says. */
  public void testRunsBeyondTheSegment() throws IOException {
    int maxDoc = TestUtil.nextInt(random(), 1, 1 << 20);
    for (String shape : new String[] {"%d", "user-%d", "%036x-too-long-to-be-a-number"}) {
      for (int docFreq : new int[] {1, 100}) {
        Map<String, Long> terms = new TreeMap<>();
        for (int i = 0; i < 300; i++) {
          terms.put(String.format(Locale.ROOT, shape, i * 7), TermEntry.ofRun(i % maxDoc, 1));
        }
        boolean beyond = random().nextBoolean();
        String last = String.format(Locale.ROOT, shape, 2_093);
        terms.put(last, TermEntry.ofRun(maxDoc - 1, beyond ? 2 : 1));
        checkBounds(maxDoc, terms, docFreq, beyond);
      }
    }
  }

  /** It is another dictionary's, and would say of some terms that they are absent. */
  public void testTableOfAnotherSizeThanTheDictionaryIsNotAsked() throws IOException {
    int inDictionary = 300;
    for (int inTable : new int[] {inDictionary - 1, inDictionary, inDictionary + 1}) {
      Map<String, Long> terms = new TreeMap<>();
      for (int i = 0; i < inTable; i++) {
        terms.put(Integer.toString(i), TermEntry.ofRun(i, 1));
      }
      boolean before = TermHashSwitch.isEnabled();
      TermHashSwitch.setEnabled(true);
      try (Directory directory = newDirectory();
          Directory index = indexWithoutTable(inDictionary);
          DirectoryReader indexReader = DirectoryReader.open(index)) {
        FieldInfo field = field("f", 0);
        SegmentInfo segment = segment(directory, StringHelper.randomId());
        write(segment, field, terms, TermHashSettings.DEFAULT.withField("f", true), 4000);
        DictionaryTerms dictionary = (DictionaryTerms) getOnlyLeafReader(indexReader).terms("f");
        try (TermHashReader reader =
            new TermHashReader(readState(segment, field), List.of(field))) {
          StreakTerms found = reader.terms(field, dictionary);
          assertEquals(inTable == inDictionary, reader.table(field).isUsable());
          for (int i : new int[] {0, inDictionary - 1}) {
            assertTrue(found.iterator().seekExact(new BytesRef(Integer.toString(i))));
          }
          assertFalse(found.iterator().seekExact(new BytesRef(Integer.toString(inDictionary))));
        }
      } finally {
        TermHashSwitch.setEnabled(before);
      }
    }
  }

  private static Directory indexWithoutTable(int terms) throws IOException {
    TermHashSettings settings = TermHashSettings.DEFAULT.withField("f", false);
    Directory directory = new ByteBuffersDirectory();
    IndexWriterConfig config =
        new IndexWriterConfig().setCodec(StreakCodec.builder().termHash(settings).build());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < terms; i++) {
        Document document = new Document();
        document.add(new StringField("f", Integer.toString(i), Field.Store.NO));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    return directory;
  }

  private static void checkBounds(int maxDoc, Map<String, Long> terms, int docFreq, boolean beyond)
      throws IOException {
    BytesRef[] all = terms.keySet().stream().map(BytesRef::new).toArray(BytesRef[]::new);
    long[] entries = new long[all.length];
    boolean before = TermHashSwitch.isEnabled();
    TermHashSwitch.setEnabled(true);
    try (Directory directory = newDirectory()) {
      FieldInfo field = field("f", 0);
      SegmentInfo segment = segment(directory, StringHelper.randomId(), maxDoc);
      try (TermHashWriter writer =
          new TermHashWriter(
              writeState(segment, field),
              TermHashSettings.DEFAULT.withField("f", true),
              new TermHashWriter.Limits(4000, 512, 700, 900))) {
        writeField(writer, field, terms, docFreq);
        writer.finish();
      }
      try (TermHashReader reader = new TermHashReader(readState(segment, field), List.of(field))) {
        TermHashTable table = reader.table(field);
        table.setOrdinals(() -> new SortedTerms(terms));
        // What is in the dictionary is checked there.
        boolean found = beyond && table.hasOrdinals() == false;
        TermHashLookup lookup = table.acquire(Integer.MAX_VALUE);
        if (random().nextBoolean()) {
          assertEquals(found, lookup.find(all, 0, all.length, entries));
          assertEquals(found, entries[0] == TermHashLookup.UNKNOWN);
        } else {
          long last = -1;
          for (BytesRef term : all) {
            last = Math.min(last, lookup.find(term));
          }
          assertEquals(found, last == TermHashLookup.UNKNOWN);
        }
        assertEquals(found == false, table.isUsable());
      }
    } finally {
      TermHashSwitch.setEnabled(before);
    }
  }

  private static void write(
      SegmentInfo segment,
      FieldInfo field,
      Map<String, Long> terms,
      TermHashSettings settings,
      int maxKeysInMemory)
      throws IOException {
    try (TermHashWriter writer =
        new TermHashWriter(
            writeState(segment, field),
            settings,
            new TermHashWriter.Limits(maxKeysInMemory, 512, 700, 900))) {
      writeField(writer, field, terms, 1);
      writer.finish();
    }
  }

  private static SegmentWriteState writeState(SegmentInfo segment, FieldInfo... fields) {
    return new SegmentWriteState(
        InfoStream.NO_OUTPUT,
        segment.dir,
        segment,
        new FieldInfos(fields),
        null,
        IOContext.DEFAULT);
  }

  private static void writeField(
      TermHashWriter writer, FieldInfo field, Map<String, Long> terms, int docFreq)
      throws IOException {
    writer.startField(field);
    for (Map.Entry<String, Long> term : terms.entrySet()) {
      writer.term(new BytesRef(term.getKey()), term.getValue(), docFreq);
    }
    // As random UUIDs take.
    writer.finishField(17L * terms.size());
  }

  private static void check(SegmentInfo segment, FieldInfo field, Map<String, Long> terms)
      throws IOException {
    Map<String, Long> expected = new HashMap<>(terms);
    for (String term : terms.keySet()) {
      expected.putIfAbsent(term + "0", KeyTable.ABSENT);
      String last = term.endsWith("0") ? "1" : "0";
      expected.putIfAbsent(term.substring(0, term.length() - 1) + last, KeyTable.ABSENT);
    }
    BytesRef[] queries = expected.keySet().stream().map(BytesRef::new).toArray(BytesRef[]::new);
    long[] entries = new long[queries.length];
    boolean before = TermHashSwitch.isEnabled();
    TermHashSwitch.setEnabled(true);
    try (TermHashReader reader = new TermHashReader(readState(segment, field), List.of(field))) {
      reader.checkIntegrity();
      TermHashTable table = reader.table(field);
      assertEquals(terms.size(), table.size());
      table.setOrdinals(() -> new SortedTerms(terms));
      TermHashLookup lookup = table.acquire(Integer.MAX_VALUE);
      assertFalse(lookup.find(queries, 0, queries.length, entries));
      checkIds(lookup, expected);
      for (int i = 0; i < queries.length; i++) {
        long wanted = expected.get(queries[i].utf8ToString());
        assertEquals(queries[i].utf8ToString(), wanted, entries[i]);
        assertEquals(queries[i].utf8ToString(), wanted, lookup.find(queries[i]));
      }
    } finally {
      TermHashSwitch.setEnabled(before);
    }
  }

  private static void checkIds(TermHashLookup lookup, Map<String, Long> expected)
      throws IOException {
    long[] ids = new long[3000];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = random().nextInt(1_000_000);
    }
    int from = random().nextInt(10);
    long[] entries = new long[ids.length];
    assertFalse(lookup.find(ids, from, ids.length, entries));
    for (int i = from; i < ids.length; i++) {
      long wanted = expected.getOrDefault(Long.toString(ids[i]), KeyTable.ABSENT);
      assertEquals(wanted, entries[i]);
    }
  }

  /** The dictionary's part in a look-up. */
  private static final class SortedTerms implements OrdinalTerms {
    private final List<String> terms;
    private final List<Long> entries;

    SortedTerms(Map<String, Long> sorted) {
      terms = List.copyOf(sorted.keySet());
      entries = List.copyOf(sorted.values());
    }

    @Override
    public long entryIfEqual(long ordinal, BytesRef term) {
      return terms.get((int) ordinal).equals(term.utf8ToString())
          ? entries.get((int) ordinal)
          : DIFFERENT;
    }

    @Override
    public void entriesIfEqual(BytesRef[] wanted, int from, int to, long[] ordinals) {
      for (int i = from; i < to; i++) {
        ordinals[i] = ordinals[i] < 0 ? ordinals[i] : entryIfEqual(ordinals[i], wanted[i]);
      }
    }
  }

  private static SegmentReadState readState(SegmentInfo segment, FieldInfo field) {
    return new SegmentReadState(
        segment.dir, segment, new FieldInfos(new FieldInfo[] {field}), IOContext.DEFAULT);
  }

  private static SegmentInfo segment(Directory directory, byte[] id) {
    return segment(directory, id, Integer.MAX_VALUE);
  }

  private static SegmentInfo segment(Directory directory, byte[] id, int maxDoc) {
    return new SegmentInfo(
        directory,
        Version.LATEST,
        Version.LATEST,
        "_0",
        maxDoc,
        false,
        false,
        null,
        Map.of(),
        id,
        Map.of(),
        null);
  }

  private static FieldInfo field(String name, int number) {
    return new FieldInfo(
        name,
        number,
        false,
        true,
        false,
        IndexOptions.DOCS,
        DocValuesType.NONE,
        DocValuesSkipIndexType.NONE,
        -1,
        new HashMap<>(),
        0,
        0,
        0,
        0,
        VectorEncoding.FLOAT32,
        VectorSimilarityFunction.EUCLIDEAN,
        false,
        false);
  }
}
