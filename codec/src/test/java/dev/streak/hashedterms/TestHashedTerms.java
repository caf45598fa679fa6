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

import dev.streak.cache.CachePolicy;
import dev.streak.codec.StreakCodec;
import dev.streak.codec.StreakPostingsFormat;
import dev.streak.digits.DecimalTerm;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermBatch;
import dev.streak.field.TermEntry;
import dev.streak.monitor.StreakCounters;
import dev.streak.termhash.TermHashSettings;
import dev.streak.termhash.TermHashSwitch;
import dev.streak.terms.KeyShapes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOBooleanSupplier;
import org.apache.lucene.util.IOConsumer;

/** Terms with a hash table in front of their dictionary, beside the dictionary alone. */
public class TestHashedTerms extends LuceneTestCase {

  private static final String FIELD = "id";

  public void testDecimal() throws IOException {
    duel(() -> Long.toString(random().nextLong() >> random().nextInt(64)), "EXACT DECIMAL");
  }

  public void testDecimalInFewBits() throws IOException {
    duel(() -> Integer.toString(random().nextInt(1 << 24) - 1000), "EXACT DECIMAL");
  }

  public void testDecimalWithManyDocuments() throws IOException {
    duel(() -> Integer.toString(random().nextInt(20)), "BUCKETS DECIMAL");
  }

  public void testShort() throws IOException {
    duel(() -> TestUtil.randomSimpleString(random(), 1, 7), "NUMBERED BYTES");
  }

  public void testEightBytes() throws IOException {
    duel(() -> TestUtil.randomSimpleString(random(), 8, 8), "NUMBERED BYTES");
  }

  /** Keys that differ in few bits fit into slots beside the entries as they are. */
  public void testShortInFewBits() throws IOException {
    duel(() -> TestUtil.randomSimpleString(random(), 3, 3), "EXACT SHORT");
    duel(() -> "past" + TestUtil.randomSimpleString(random(), 3, 3), "EXACT SHORT");
    // The highest bit of all keys is set.
    duel(() -> "\u00e9" + TestUtil.randomSimpleString(random(), 3, 3), "EXACT SHORT");
  }

  public void testShortWithManyDocuments() throws IOException {
    duel(() -> TestUtil.randomSimpleString(random(), 1, 1), "BUCKETS SHORT");
    // Keys that differ in the length alone, and in the highest bit.
    duel(() -> "\0".repeat(1 + random().nextInt(7)), "BUCKETS SHORT");
    duel(
        () ->
            (random().nextBoolean() ? "\u00e9t\u00e9" : "winter")
                + (char) ('a' + random().nextInt(9)),
        "BUCKETS SHORT");
  }

  public void testEightBytesInFewBits() throws IOException {
    // Numbers from 0 on, if each byte had seven bits.
    duel(
        () -> "\0".repeat(6) + (char) random().nextInt(128) + (char) random().nextInt(128),
        "EXACT EIGHT_BYTES");
    duel(() -> "count" + TestUtil.randomSimpleString(random(), 3, 3), "EXACT EIGHT_BYTES");
    duel(() -> "\u00e9t\u00e9" + TestUtil.randomSimpleString(random(), 3, 3), "EXACT EIGHT_BYTES");
  }

  public void testEightBytesWithManyDocuments() throws IOException {
    duel(() -> "\0".repeat(7) + (char) random().nextInt(20), "BUCKETS EIGHT_BYTES");
    duel(
        () ->
            (random().nextBoolean() ? "\u00e9vent-" : "action-")
                + (char) ('a' + random().nextInt(9)),
        "BUCKETS EIGHT_BYTES");
  }

  public void testHashed() throws IOException {
    duel(() -> TestUtil.randomUnicodeString(random(), 30), "TAGS HASHED");
  }

  public void testHexDigits() throws IOException {
    // The first term must have a letter: digits alone could be decimal ones.
    duel(() -> "a" + HexFormat.of().toHexDigits(random().nextLong(), 9), "NUMBERED HEX");
    duel(() -> HexFormat.of().toHexDigits(random().nextInt(1 << 20), 16) + "0e13a", "NUMBERED HEX");
  }

  public void testDigitsThatTurnIntoSomethingElse() throws IOException {
    duel(
        () -> random().nextInt(10) == 0 ? "12345g" : HexFormat.of().toHexDigits(random().nextInt()),
        "NUMBERED BYTES");
    duel(
        () ->
            random().nextInt(10) == 0
                ? "12345678901234567890g"
                : HexFormat.of().toHexDigits(random().nextInt()),
        "TAGS HASHED");
  }

  public void testNamesWithNumbers() throws IOException {
    duel(() -> "user-" + random().nextInt(10_000) + "-" + random().nextInt(8), "NUMBERED BYTES");
    duel(() -> "order " + (1000 + random().nextInt(1000)) + "x", "NUMBERED BYTES");
    duel(() -> random().nextInt(1000) + " orders", "NUMBERED BYTES");
  }

  /** What all terms begin with is looked at first, and the keys are those of what follows. */
  public void testHeads() throws IOException {
    duel(() -> "order " + (random().nextLong() >>> 1), "EXACT DECIMAL");
    duel(() -> "some long name of an order: " + random().nextInt(1000), "EXACT DECIMAL");
    duel(() -> "urn:uuid:" + KeyShapes.uuid(random(), 4), "UUIDS UUID");
    duel(
        () -> "session_" + HexFormat.of().toHexDigits(random().nextLong(), 10) + "0e",
        "NUMBERED HEX");
    duel(() -> "a long name of users-" + random().nextInt(100_000) + "x", "NUMBERED BYTES");
  }

  public void testHeadsThatNotAllTermsHave() throws IOException {
    duel(
        () ->
            (random().nextInt(10) == 0 ? "some orders " : "some order ")
                + (100_000_000 + random().nextInt(1000)),
        "TAGS HASHED");
    duel(
        () -> (random().nextInt(10) == 0 ? "other" : "order ") + random().nextInt(1000),
        "NUMBERED BYTES");
    duel(
        () -> (random().nextInt(10) == 0 ? "x" : "urn:uuid:") + KeyShapes.uuid(random(), 4),
        "TAGS HASHED");
    duel(
        () ->
            (random().nextInt(10) == 0 ? "something else than an order " : "order ")
                + random().nextInt(1000),
        "TAGS HASHED");
    duel(
        () -> random().nextInt(10) == 0 ? "order" : "order number " + random().nextInt(),
        "TAGS HASHED");
  }

  /** Bytes of any value in all places take too many numbers. */
  public void testLongRandomTermsAreHashed() throws IOException {
    duel(() -> TestUtil.randomUnicodeString(random(), 3) + random().nextLong(), "TAGS HASHED");
  }

  public void testUuids() throws IOException {
    duel(() -> KeyShapes.uuid(random(), 4), "UUIDS UUID");
    duel(() -> KeyShapes.uuid(random(), random().nextInt(16)), "UUIDS UUID");
  }

  public void testUuidsWithoutHyphens() throws IOException {
    duel(() -> KeyShapes.uuid(random(), 4).replace("-", ""), "UUIDS HEX_32");
    duel(() -> "md5:" + hex(16), "UUIDS HEX_32");
    duel(() -> random().nextInt(10) == 0 ? "x" : hex(16), "TAGS HASHED");
    // No head and 32 digits, but more digits.
    duel(() -> hex(20), "TAGS HASHED");
  }

  private static String hex(int bytes) {
    byte[] random = new byte[bytes];
    random().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  public void testUuidsThatTurnIntoSomethingElse() throws IOException {
    duel(() -> random().nextInt(10) == 0 ? "x" : KeyShapes.uuid(random(), 4), "TAGS HASHED");
  }

  public void testNumbersThatTurnIntoSomethingElse() throws IOException {
    duel(
        () -> random().nextInt(10) == 0 ? "x" : Integer.toString(random().nextInt(1000)),
        "NUMBERED BYTES");
    duel(
        () ->
            random().nextInt(10) == 0
                ? "zzzzzzzz"
                : Integer.toString(10_000_000 + random().nextInt(1000)),
        "NUMBERED BYTES");
    duel(
        () -> random().nextInt(10) == 0 ? "number nine" : Integer.toString(random().nextInt(1000)),
        "NUMBERED BYTES");
    duel(
        () ->
            random().nextInt(10) == 0
                ? "number thirty-five"
                : Integer.toString(random().nextInt(9)),
        "TAGS HASHED");
  }

  /** Indexes the same terms with and without a table, and asks both the same. */
  private void duel(Supplier<String> newTerm, String choice) throws IOException {
    List<List<String>> documents = new ArrayList<>();
    int count = atLeast(400);
    TreeSet<String> distinct = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      List<String> terms = new ArrayList<>();
      for (int j = random().nextInt(3); j >= 0; j--) {
        terms.add(newTerm.get());
      }
      distinct.addAll(terms);
      documents.add(terms);
    }
    try (Directory hashedDirectory = newDirectory();
        Directory plainDirectory = newDirectory()) {
      index(hashedDirectory, documents, true);
      index(plainDirectory, documents, false);
      try (DirectoryReader hashedReader = DirectoryReader.open(hashedDirectory);
          DirectoryReader plainReader = DirectoryReader.open(plainDirectory)) {
        LeafReader hashed = getOnlyLeafReader(hashedReader);
        LeafReader plain = getOnlyLeafReader(plainReader);
        assertChoice(choice, hashedReader);
        assertEquals(
            "NONE SETTINGS",
            plain.getFieldInfos().fieldInfo(FIELD).getAttribute(TermHashFile.ATTRIBUTE));
        compare(hashed.terms(FIELD), plain.terms(FIELD), distinct, newTerm);
      }
    }
  }

  private static void assertChoice(String choice, DirectoryReader reader) {
    String chosen =
        getOnlyLeafReader(reader)
            .getFieldInfos()
            .fieldInfo(FIELD)
            .getAttribute(TermHashFile.ATTRIBUTE);
    assertTrue(chosen, chosen.startsWith(choice + " "));
  }

  private static void index(Directory directory, List<List<String>> documents, boolean table)
      throws IOException {
    index(directory, documents, codec(table).build(), random().nextBoolean());
  }

  private static StreakCodec.Builder codec(boolean table) {
    TermHashSettings settings = TermHashSettings.DEFAULT.withField(FIELD, table);
    return StreakCodec.builder()
        .postingsFormat(FIELD, new StreakPostingsFormat(settings, random().nextBoolean()));
  }

  private static void index(
      Directory directory, List<List<String>> documents, Codec codec, boolean compound)
      throws IOException {
    IndexWriterConfig config = new IndexWriterConfig();
    config.setCodec(codec);
    config.setUseCompoundFile(compound);
    config.setMaxBufferedDocs(100);
    // Documents keep their numbers, whichever way the index is written.
    config.setMergePolicy(newLogMergePolicy(compound));
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (List<String> terms : documents) {
        Document document = new Document();
        for (String term : terms) {
          document.add(new StringField(FIELD, term, Field.Store.NO));
        }
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
  }

  private static void compare(
      Terms hashed, Terms plain, TreeSet<String> distinct, Supplier<String> newTerm)
      throws IOException {
    assertTrue(hashed.getClass().getName(), hashed instanceof HashedTerms);
    assertFalse(plain.getClass().getName(), plain instanceof HashedTerms);
    List<BytesRef> queries = new ArrayList<>();
    for (String term : distinct) {
      queries.add(new BytesRef(term));
    }
    for (int i = 0; i < 300; i++) {
      queries.add(new BytesRef(newTerm.get()));
      queries.add(KeyShapes.near(random(), queries.get(random().nextInt(queries.size()))));
      queries.add(new BytesRef(TestUtil.randomUnicodeString(random(), 12)));
      queries.add(new BytesRef(Integer.toString(random().nextInt(2000))));
    }
    Collections.shuffle(queries, random());
    checkBatch((StreakTerms) hashed, (StreakTerms) plain, queries);
    checkIds((StreakTerms) hashed, (StreakTerms) plain, queries);
    checkEnum(hashed, plain, queries);
  }

  private static void checkBatch(StreakTerms hashed, StreakTerms plain, List<BytesRef> queries)
      throws IOException {
    BytesRef[] terms = queries.toArray(BytesRef[]::new);
    long[] actual = new long[terms.length];
    long[] expected = new long[terms.length];
    int from = random().nextInt(3);
    long unknown = StreakCounters.now().unknownLookups();
    hashed.lookup(terms, from, terms.length, actual);
    if (TermHashSwitch.isEnabled()) {
      assertEquals("unknown look-ups", unknown, StreakCounters.now().unknownLookups());
    }
    plain.lookup(terms, from, terms.length, expected);
    for (int i = from; i < terms.length; i++) {
      assertEquals(Term.toString(terms[i]), expected[i], actual[i]);
    }
  }

  public void testNoTermOfABatchCanBeInTheTable() throws IOException {
    noneCanBeInTheTable(() -> TestUtil.randomSimpleString(random(), 8, 8), "NUMBERED BYTES");
    noneCanBeInTheTable(() -> Integer.toString(random().nextInt(1 << 24)), "EXACT DECIMAL");
    noneCanBeInTheTable(() -> Integer.toString(random().nextInt(10)), "BUCKETS DECIMAL");
    noneCanBeInTheTable(() -> KeyShapes.uuid(random(), 4), "UUIDS UUID");
  }

  /** Looks up terms that are too long for a key: a batch of them is one without keys. */
  private static void noneCanBeInTheTable(Supplier<String> newTerm, String choice)
      throws IOException {
    List<List<String>> documents = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      documents.add(List.of(newTerm.get()));
    }
    try (Directory directory = newDirectory()) {
      index(directory, documents, true);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertChoice(choice, reader);
        HashedTerms terms = (HashedTerms) getOnlyLeafReader(reader).terms(FIELD);
        BytesRef[] longer = {
          new BytesRef("of more than fifteen bytes"), new BytesRef("which is too long as well")
        };
        long[] absent = {TermEntry.ABSENT, TermEntry.ABSENT};
        for (int segments : new int[] {1, 3}) {
          TermBatch batch = TermBatch.of(longer, segments);
          if (TermHashSwitch.isEnabled()) {
            assertEquals(0, terms.table().keys(batch).size());
          }
          long[] entries = {7, 7};
          terms.lookup(batch, entries);
          assertArrayEquals(choice, absent, entries);
          Arrays.fill(entries, 7);
          terms.lookupInAnyOrder(batch, entries);
          assertArrayEquals(choice, absent, entries);
        }
      }
    }
  }

  private static void checkIds(StreakTerms hashed, StreakTerms plain, List<BytesRef> queries)
      throws IOException {
    long[] ids = new long[queries.size() + 1];
    for (int i = 0; i < queries.size(); i++) {
      long id = DecimalTerm.number(queries.get(i));
      ids[i] = random().nextInt(4) == 0 ? random().nextInt(3000) - 1000 : id;
    }
    ids[queries.size()] = Long.MIN_VALUE;
    long[] actual = new long[ids.length];
    long[] expected = new long[ids.length];
    hashed.lookup(ids, 0, ids.length, actual);
    plain.lookup(ids, 0, ids.length, expected);
    assertArrayEquals(expected, actual);
  }

  private static void checkEnum(Terms hashed, Terms plain, List<BytesRef> queries)
      throws IOException {
    TermsEnum actual = hashed.iterator();
    TermsEnum expected = plain.iterator();
    for (int i = 0; i < 2000; i++) {
      BytesRef term = BytesRef.deepCopyOf(queries.get(random().nextInt(queries.size())));
      boolean found;
      boolean byState = false;
      switch (random().nextInt(5)) {
        case 4 -> {
          long ord = random().nextLong(plain.size());
          expected.seekExact(ord);
          actual.seekExact(ord);
          found = true;
        }
        case 0 -> {
          TermsEnum.SeekStatus status = expected.seekCeil(term);
          assertEquals(status, actual.seekCeil(term));
          found = status != TermsEnum.SeekStatus.END;
        }
        case 1 -> {
          found = expected.seekExact(term);
          assertEquals(found, actual.seekExact(term));
        }
        case 2 -> {
          found = expected.seekExact(term);
          IOBooleanSupplier supplier = actual.prepareSeekExact(term);
          assertEquals(found, supplier != null && supplier.get());
        }
        default -> {
          found = expected.seekExact(term);
          byState = true;
          if (found) {
            TermsEnum other = hashed.iterator();
            assertTrue(other.seekExact(term));
            TermState state = other.termState();
            actual = hashed.iterator();
            actual.seekExact(term, state);
          } else {
            assertFalse(actual.seekExact(term));
          }
        }
      }
      if (found) {
        // The caller may do with its bytes as it likes.
        Arrays.fill(term.bytes, (byte) 0);
        sameTerm(expected, actual);
        if (random().nextInt(4) == 0) {
          assertTrue(actual.seekExact(actual.term()));
          sameTerm(expected, actual);
        }
        // Lucene's enumeration, if fresh, forgets on next() which term it was set to by a state.
        boolean mayGoOn = byState == false || TermHashSwitch.isEnabled();
        for (int j = mayGoOn ? random().nextInt(4) : 0; j > 0; j--) {
          BytesRef next = expected.next();
          assertEquals(next, actual.next());
          if (next == null) {
            break;
          }
          sameTerm(expected, actual);
        }
      }
    }
  }

  private static void sameTerm(TermsEnum expected, TermsEnum actual) throws IOException {
    if (random().nextBoolean()) {
      assertEquals(expected.term(), actual.term());
    }
    if (random().nextInt(3) == 0) {
      assertEquals(expected.ord(), actual.ord());
    }
    assertEquals(expected.docFreq(), actual.docFreq());
    assertEquals(expected.totalTermFreq(), actual.totalTermFreq());
    PostingsEnum wanted = expected.postings(null, PostingsEnum.NONE);
    PostingsEnum got =
        random().nextBoolean()
            ? actual.postings(null, PostingsEnum.NONE)
            : actual.impacts(PostingsEnum.NONE);
    while (wanted.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      assertEquals(wanted.docID(), got.nextDoc());
    }
    assertEquals(DocIdSetIterator.NO_MORE_DOCS, got.nextDoc());
    assertNotNull(actual.termState());
    assertEquals(expected.term(), actual.term());
  }

  public void testDefaultTakesAllButSmallFields() throws IOException {
    try (Directory directory = newDirectory()) {
      IndexWriterConfig config = new IndexWriterConfig().setCodec(new StreakCodec());
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < TermHashSettings.DEFAULT_MIN_TERMS; i++) {
          Document document = new Document();
          document.add(new StringField("number", Integer.toString(i), Field.Store.NO));
          document.add(new StringField("few", Integer.toString(i / 2), Field.Store.NO));
          document.add(new StringField("name", "somebody " + i, Field.Store.NO));
          writer.addDocument(document);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        LeafReader leaf = getOnlyLeafReader(reader);
        assertTrue(leaf.terms("number") instanceof HashedTerms);
        assertTrue(leaf.terms("name") instanceof HashedTerms);
        assertFalse(leaf.terms("few") instanceof HashedTerms);
        assertTrue(leaf.terms("few") instanceof StreakTerms);
        assertEquals(
            "NONE FEW_TERMS",
            leaf.getFieldInfos().fieldInfo("few").getAttribute(TermHashFile.ATTRIBUTE));
      }
    }
  }

  /**
   * UUIDs that are alike take a byte or two in the dictionary: a table of 16 bytes for each would
   * make the field several times as large. One that was asked for by name has them nevertheless.
   */
  public void testUuidsOfASmallDictionaryAreHashed() throws IOException {
    int terms = TermHashWriter.MIN_UUIDS_WITH_ENTRIES;
    String[] fields = {"counted", "digits", "asked", "random"};
    TermHashSettings settings = TermHashSettings.DEFAULT.withField("asked", true);
    try (Directory directory = new ByteBuffersDirectory()) {
      IndexWriterConfig config =
          new IndexWriterConfig()
              .setCodec(StreakCodec.builder().termHash(settings).build())
              .setRAMBufferSizeMB(500);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < terms; i++) {
          String uuid = new UUID(0, i).toString();
          String random = KeyShapes.uuid(random(), random().nextBoolean() ? 4 : 7);
          String[] values = {uuid, uuid.replace("-", ""), uuid, random};
          Document document = new Document();
          for (int field = 0; field < fields.length; field++) {
            document.add(new StringField(fields[field], values[field], Field.Store.NO));
          }
          writer.addDocument(document);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        LeafReader leaf = getOnlyLeafReader(reader);
        assertEquals("TAGS HASHED SMALL_DICTIONARY", choiceOf("counted", leaf));
        assertEquals("TAGS HASHED SMALL_DICTIONARY", choiceOf("digits", leaf));
        assertEquals("UUIDS UUID FEW_DOCUMENTS", choiceOf("asked", leaf));
        assertEquals("UUIDS UUID FEW_DOCUMENTS", choiceOf("random", leaf));
        for (String field : List.of("counted", "asked")) {
          TermsEnum found = leaf.terms(field).iterator();
          for (int i = 0; i < terms; i += 1 + random().nextInt(2000)) {
            assertTrue(found.seekExact(new BytesRef(new UUID(0, i).toString())));
            assertEquals(i, found.postings(null, PostingsEnum.NONE).nextDoc());
            assertFalse(found.seekExact(new BytesRef(new UUID(1, i).toString())));
          }
        }
      }
    }
  }

  private static String choiceOf(String field, LeafReader leaf) {
    return leaf.getFieldInfos().fieldInfo(field).getAttribute(TermHashFile.ATTRIBUTE);
  }

  public void testSwitchedOffMeansUnknown() throws IOException {
    List<List<String>> documents = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      documents.add(List.of(Integer.toString(i)));
    }
    boolean before = TermHashSwitch.isEnabled();
    try (Directory directory = newDirectory()) {
      index(directory, documents, true);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        StreakTerms terms = (StreakTerms) getOnlyLeafReader(reader).terms(FIELD);
        long[] ids = {5, 1000};
        long[] entries = new long[2];
        for (boolean enabled : new boolean[] {false, true, false}) {
          TermHashSwitch.setEnabled(enabled);
          long unknown = StreakCounters.now().unknownLookups();
          terms.lookup(ids, 0, 2, entries);
          assertTrue(entries[0] >= 0);
          assertEquals(TermEntry.ABSENT, entries[1]);
          assertTrue(terms.iterator().seekExact(new BytesRef("7")));
          assertFalse(terms.iterator().seekExact(new BytesRef("x")));
          assertEquals(enabled ? 0 : 4, StreakCounters.now().unknownLookups() - unknown);
        }
      }
    } finally {
      TermHashSwitch.setEnabled(before);
    }
  }

  public void testEnumerationLeavesATableThatIsCondemned() throws IOException {
    List<List<String>> documents = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      documents.add(List.of("name " + i));
    }
    try (Directory directory = newDirectory()) {
      index(directory, documents, true);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        HashedTerms terms = (HashedTerms) getOnlyLeafReader(reader).terms(FIELD);
        TermsEnum termsEnum = terms.iterator();
        for (int i = 0; i < 20; i++) {
          assertTrue(termsEnum.seekExact(new BytesRef("name " + i)));
        }
        long unknown = StreakCounters.now().unknownLookups();
        terms.table().condemn();
        assertTrue(termsEnum.seekExact(new BytesRef("name 7")));
        assertFalse(termsEnum.seekExact(new BytesRef("name x")));
        assertEquals(2, StreakCounters.now().unknownLookups() - unknown);
      }
    }
  }

  /** A state that came of reading in order, given to who last found a term in the table. */
  public void testStatesOfTheDictionary() throws IOException {
    withNames(
        terms -> {
          TermsEnum inOrder = terms.iterator();
          TermsEnum termsEnum = terms.iterator();
          for (BytesRef term = inOrder.next(); term != null; term = inOrder.next()) {
            assertTrue(termsEnum.seekExact(new BytesRef("name 250")));
            termsEnum.seekExact(term, inOrder.termState());
            assertEquals(term, termsEnum.term());
            assertEquals(inOrder.postings(null).nextDoc(), termsEnum.postings(null).nextDoc());
          }
        });
  }

  /** An ordinal, given to who last found a term in the table. */
  public void testOrdinalsAfterFoundTerms() throws IOException {
    withNames(
        terms -> {
          TermsEnum termsEnum = terms.iterator();
          assertTrue(termsEnum.seekExact(new BytesRef("name 250")));
          assertEquals(150, termsEnum.ord());
          assertTrue(termsEnum.seekExact(new BytesRef("name 251")));
          termsEnum.seekExact(7);
          assertEquals("name 107", termsEnum.term().utf8ToString());
        });
  }

  /** Names from 100 to 399, in a segment whose table is asked. */
  private void withNames(IOConsumer<Terms> test) throws IOException {
    List<List<String>> documents = new ArrayList<>();
    for (int i = 100; i < 400; i++) {
      documents.add(List.of("name " + i));
    }
    boolean before = TermHashSwitch.isEnabled();
    TermHashSwitch.setEnabled(true);
    try (Directory directory = newDirectory()) {
      index(directory, documents, true);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        test.accept(getOnlyLeafReader(reader).terms(FIELD));
      }
    } finally {
      TermHashSwitch.setEnabled(before);
    }
  }

  /** Behind a term that is absent comes the next one that is there. */
  public void testNextOfAbsentTerms() throws IOException {
    List<List<String>> documents = new ArrayList<>();
    TreeSet<String> distinct = new TreeSet<>();
    for (int i = 0; i < 300; i++) {
      distinct.add("name " + 7 * i);
      documents.add(List.of("name " + 7 * i));
    }
    boolean before = TermHashSwitch.isEnabled();
    TermHashSwitch.setEnabled(true);
    try (Directory directory = newDirectory()) {
      index(directory, documents, true);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        TermsEnum termsEnum = getOnlyLeafReader(reader).terms(FIELD).iterator();
        for (int i = 0; i < 100; i++) {
          String absent = "name " + random().nextInt(2100) + (i % 9 == 0 ? "~" : "x");
          assertFalse(termsEnum.seekExact(new BytesRef(absent)));
          for (String next = distinct.higher(absent); next != null; next = distinct.higher(next)) {
            assertEquals(next, termsEnum.next().utf8ToString());
            if (random().nextBoolean()) {
              break;
            }
          }
        }
        assertFalse(termsEnum.seekExact(new BytesRef("zero")));
        assertNull(termsEnum.next());
      }
    } finally {
      TermHashSwitch.setEnabled(before);
    }
  }

  public void testOnlyOrderIsAskedWhereMostTermsAreAbsent() throws IOException {
    List<List<String>> documents = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      documents.add(List.of("name " + i));
    }
    try (Directory directory = newDirectory()) {
      index(directory, documents, true);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        HashedTerms terms = (HashedTerms) getOnlyLeafReader(reader).terms(FIELD);
        TermsEnum termsEnum = terms.iterator();
        // An enumeration begins by asking the order; of one that found terms it is the absent ones
        // that make it do so.
        for (int i = 0; i < 12; i++) {
          seekCeil(termsEnum, "name " + i, TermsEnum.SeekStatus.FOUND);
        }
        for (int i = 0; i < 30; i++) {
          seekCeil(termsEnum, "name 1" + i + "x", TermsEnum.SeekStatus.NOT_FOUND);
        }
        // From now on the table would count each time that it is asked.
        terms.table().condemn();
        long unknown = StreakCounters.now().unknownLookups();
        seekCeil(termsEnum, "name 1x", TermsEnum.SeekStatus.NOT_FOUND);
        seekCeil(termsEnum, "name 1", TermsEnum.SeekStatus.FOUND);
        assertEquals(unknown, StreakCounters.now().unknownLookups());
        for (int i = 0; i < 20; i++) {
          seekCeil(termsEnum, "name " + i, TermsEnum.SeekStatus.FOUND);
        }
        assertTrue(StreakCounters.now().unknownLookups() > unknown);
      }
    }
  }

  public void testOnlyOrderIsAskedWhereTargetsAreNear() throws IOException {
    onlyOrderIsAskedWhereTargetsAreNear("%d", false);
    onlyOrderIsAskedWhereTargetsAreNear("a long name of a thing with number %d", true);
  }

  private static void onlyOrderIsAskedWhereTargetsAreNear(String format, boolean hasOrdinals)
      throws IOException {
    List<List<String>> documents = new ArrayList<>();
    for (int i = 1000; i < 5000; i += 2) {
      documents.add(List.of(String.format(Locale.ROOT, format, i)));
    }
    try (Directory directory = newDirectory()) {
      index(directory, documents, true);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        HashedTerms terms = (HashedTerms) getOnlyLeafReader(reader).terms(FIELD);
        assertEquals(hasOrdinals, terms.table().hasOrdinals());
        TermsEnum termsEnum = terms.iterator();
        for (int i = 0; i < 20; i++) {
          int far = 1000 + 200 * (i % 2) + 2 * i;
          seekCeil(termsEnum, String.format(Locale.ROOT, format, far), TermsEnum.SeekStatus.FOUND);
        }
        for (int i = 2000; i < 3600; i++) {
          if (i == 3000) {
            // From now on the table would count each time that it is asked.
            terms.table().condemn();
          }
          long unknown = StreakCounters.now().unknownLookups();
          boolean isThere = i % 2 == 0;
          seekCeil(
              termsEnum,
              String.format(Locale.ROOT, format, i),
              isThere ? TermsEnum.SeekStatus.FOUND : TermsEnum.SeekStatus.NOT_FOUND);
          String ceil = String.format(Locale.ROOT, format, i + i % 2);
          assertEquals(ceil, termsEnum.term().utf8ToString());
          assertEquals(1, termsEnum.docFreq());
          assertEquals(unknown, StreakCounters.now().unknownLookups());
        }
      }
    }
  }

  /** The table is brought near after some of the seeks. */
  public void testManySeeks() throws IOException {
    List<List<String>> documents = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      documents.add(List.of(Integer.toString(3 * i)));
    }
    boolean before = TermHashSwitch.isEnabled();
    TermHashSwitch.setEnabled(true);
    try (Directory directory = newDirectory()) {
      // Reads of a file of its own can be counted, of a cached one not.
      Codec codec =
          codec(true)
              .postingsFormat(FIELD, new StreakPostingsFormat(TermHashSettings.DEFAULT, false))
              .termsIndex(FIELD, CachePolicy.UNCACHED)
              .build();
      index(directory, documents, codec, false);
      LinesRead lines = new LinesRead(directory);
      try (DirectoryReader reader = DirectoryReader.open(lines)) {
        Terms terms = getOnlyLeafReader(reader).terms(FIELD);
        TermsEnum termsEnum = terms.iterator();
        seekSome(termsEnum, 6);
        assertFalse(lines.wereAllRead());
        seekSome(termsEnum, 2000);
        assertTrue(lines.wereAllRead());
      }
    } finally {
      TermHashSwitch.setEnabled(before);
    }
  }

  private static void seekSome(TermsEnum termsEnum, int seeks) throws IOException {
    for (int i = 0; i < seeks; i++) {
      int number = random().nextInt(6000);
      BytesRef term = new BytesRef(Integer.toString(number));
      assertEquals(number % 3 == 0, termsEnum.seekExact(term));
      if (number % 3 == 0) {
        assertEquals(number / 3, termsEnum.postings(null).nextDoc());
      }
    }
  }

  /**
   * Notes of which lines of the table a first byte is read alone, as only who brings them near does
   * of all: a look-up reads such a byte where pilots are, and more at a time where slots are.
   */
  private static final class LinesRead extends FilterDirectory {
    private static final int LINE_BYTES = 64;

    private final BitSet lines = new BitSet();
    private long tableBytes;

    LinesRead(Directory in) {
      super(in);
    }

    boolean wereAllRead() {
      assertTrue("no table was opened", tableBytes > 0);
      return lines.cardinality() == (tableBytes + LINE_BYTES - 1) / LINE_BYTES;
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
      IndexInput input = in.openInput(name, context);
      if (name.endsWith("." + TermHashFile.FILE.extension()) == false) {
        return input;
      }
      return new FilterIndexInput("lines of " + name, input) {
        @Override
        public IndexInput clone() {
          return in.clone();
        }

        @Override
        public RandomAccessInput randomAccessSlice(long offset, long length) throws IOException {
          tableBytes = length;
          return noting(in.randomAccessSlice(offset, length));
        }
      };
    }

    private RandomAccessInput noting(RandomAccessInput table) {
      return new RandomAccessInput() {
        @Override
        public long length() {
          return table.length();
        }

        @Override
        public byte readByte(long position) throws IOException {
          if (position % LINE_BYTES == 0) {
            lines.set((int) (position / LINE_BYTES));
          }
          return table.readByte(position);
        }

        @Override
        public short readShort(long position) throws IOException {
          return table.readShort(position);
        }

        @Override
        public int readInt(long position) throws IOException {
          return table.readInt(position);
        }

        @Override
        public long readLong(long position) throws IOException {
          return table.readLong(position);
        }
      };
    }
  }

  private static void seekCeil(TermsEnum termsEnum, String term, TermsEnum.SeekStatus expected)
      throws IOException {
    assertEquals(term, expected, termsEnum.seekCeil(new BytesRef(term)));
    assertEquals(
        expected == TermsEnum.SeekStatus.FOUND, termsEnum.term().utf8ToString().equals(term));
  }
}
