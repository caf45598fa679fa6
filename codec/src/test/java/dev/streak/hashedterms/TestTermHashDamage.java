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
import dev.streak.field.StreakTerms;
import dev.streak.field.TermBatch;
import dev.streak.file.FileBytes;
import dev.streak.management.LoggedWarnings;
import dev.streak.monitor.StreakCounters;
import dev.streak.tables.BucketDescriptor;
import dev.streak.tables.HomeBuckets;
import dev.streak.termhash.TermHashSettings;
import dev.streak.termhash.TermHashSwitch;
import dev.streak.termkeys.TermKeyKind;
import dev.streak.termkeys.TermSpelling;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteBuffersDataInput;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.ByteBuffersIndexInput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.store.BaseDirectoryWrapper;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/** Tables that are missing or damaged: the same answers, a counter, and an integrity error. */
public class TestTermHashDamage extends LuceneTestCase {

  private static final int TERMS = 300;

  public void testEveryRegionOfTheFile() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      index(directory);
      byte[] intact = FileBytes.read(directory, tableFile(directory));
      long[] expected = lookup(directory, intact, false);
      for (int round = 0; round < 150; round++) {
        byte[] damaged = intact.clone();
        // The ends of the file hold what is believed first.
        int position =
            switch (round % 3) {
              case 0 -> random().nextInt(Math.min(80, damaged.length));
              case 1 -> damaged.length - 1 - random().nextInt(Math.min(160, damaged.length));
              default -> random().nextInt(damaged.length);
            };
        damaged[position] ^= (byte) (1 << random().nextInt(8));
        assertArrayEquals("byte " + position, expected, lookup(directory, damaged, true));
      }
    }
  }

  public void testTruncatedFile() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      index(directory);
      byte[] intact = FileBytes.read(directory, tableFile(directory));
      long[] expected = lookup(directory, intact, false);
      for (int length = 0; length < intact.length; length += 1 + random().nextInt(200)) {
        assertArrayEquals(
            "length " + length, expected, lookup(directory, Arrays.copyOf(intact, length), true));
      }
    }
  }

  /** All checksums are right: as if we had written it so. */
  public void testTwoTablesOfAField() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      index(directory);
      byte[] bytes = FileBytes.read(directory, tableFile(directory));
      long[] expected = lookup(directory, bytes, false);
      int end = bytes.length - CodecUtil.footerLength() - Long.BYTES - Integer.BYTES;
      int start = Math.toIntExact((long) BitUtil.VH_LE_LONG.get(bytes, end + Integer.BYTES));
      ByteArrayDataInput in = new ByteArrayDataInput(bytes, start, end - start);
      assertEquals(4, in.readVInt());
      int first = in.getPosition();
      TableDescription.read(in, start);
      bytes[in.getPosition()] = bytes[first];
      CRC32C checksum = new CRC32C();
      checksum.update(bytes, start, end - start);
      BitUtil.VH_LE_INT.set(bytes, end, (int) checksum.getValue());
      CRC32 footer = new CRC32();
      footer.update(bytes, 0, bytes.length - Long.BYTES);
      BitUtil.VH_BE_LONG.set(bytes, bytes.length - Long.BYTES, footer.getValue());
      assertArrayEquals(expected, lookup(directory, bytes, true));
    }
  }

  /** A directory for tests refuses to be closed while a file is open. */
  public void testDamagedFileIsNotLeftOpen() throws IOException {
    try (BaseDirectoryWrapper directory = newDirectory()) {
      directory.setCheckIndexOnClose(false);
      index(directory);
      String file = tableFile(directory);
      byte[] bytes = FileBytes.read(directory, file);
      bytes[bytes.length - CodecUtil.footerLength() - 20] ^= 1;
      FileBytes.replace(directory, file, bytes, bytes.length);
      long damaged = StreakCounters.now().tablesDamaged();
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        assertEquals(damaged + 1, StreakCounters.now().tablesDamaged());
        lookup(getOnlyLeafReader(reader));
      }
    }
  }

  /** What is read before its checksum must not take as much memory as the tables. */
  public void testPlaceOfTheDirectoryOfALargeFile() throws IOException {
    try (Directory small = new ByteBuffersDirectory()) {
      index(small);
      byte[] bytes = FileBytes.read(small, tableFile(small));
      long[] expected = lookup(small, bytes, false);
      BitUtil.VH_LE_LONG.set(bytes, bytes.length - CodecUtil.footerLength() - Long.BYTES, 64L);
      small.deleteFile(tableFile(small));
      try (IndexOutput output = small.createOutput("damaged", IOContext.DEFAULT)) {
        output.writeBytes(bytes, bytes.length);
      }
      Directory large =
          new FilterDirectory(small) {
            @Override
            public IndexInput openInput(String name, IOContext context) throws IOException {
              return name.endsWith("." + TermHashFile.FILE.extension())
                  ? new Large(in.openInput("damaged", context), Integer.MAX_VALUE - bytes.length)
                  : in.openInput(name, context);
            }
          };
      try (DirectoryReader reader = DirectoryReader.open(large)) {
        assertArrayEquals(expected, lookup(getOnlyLeafReader(reader)));
      }
    }
  }

  /** A file as if there were many zeros in front of its first table. */
  private static final class Large extends FilterIndexInput {
    private static final int FIRST_TABLE = 64;

    private final long zeros;
    private long position;

    Large(IndexInput in, long zeros) {
      super("large " + in, in);
      this.zeros = zeros;
    }

    @Override
    public long length() {
      return in.length() + zeros;
    }

    @Override
    public long getFilePointer() {
      return position;
    }

    @Override
    public void seek(long newPosition) throws IOException {
      position = newPosition;
    }

    @Override
    public byte readByte() throws IOException {
      long at = position++;
      if (at >= FIRST_TABLE && at < FIRST_TABLE + zeros) {
        return 0;
      }
      in.seek(at < FIRST_TABLE ? at : at - zeros);
      return in.readByte();
    }

    @Override
    public void readBytes(byte[] bytes, int offset, int length) throws IOException {
      for (int i = 0; i < length; i++) {
        bytes[offset + i] = readByte();
      }
    }
  }

  public void testMissingFile() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      index(directory);
      long[] expected = lookup(directory, FileBytes.read(directory, tableFile(directory)), false);
      long missing = StreakCounters.now().tablesMissing();
      assertArrayEquals(expected, lookup(directory, null, true));
      assertEquals(missing + 1, StreakCounters.now().tablesMissing());
    }
  }

  public void testOneDamagedFieldLeavesTheOthers() throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      index(directory);
      byte[] bytes = FileBytes.read(directory, tableFile(directory));
      long[] expected = lookup(directory, bytes, false);
      // The first field's table begins at the first multiple of 64 after the header.
      bytes[64 + 8] ^= 1;
      StreakCounters before = StreakCounters.now();
      assertArrayEquals(expected, lookup(directory, bytes, true));
      StreakCounters after = StreakCounters.now();
      if (TermHashSwitch.isEnabled()) {
        assertEquals(before.tablesDamaged() + 1, after.tablesDamaged());
        assertEquals(before.tablesOpened() + 3, after.tablesOpened());
      }
      assertTrue(after.unknownLookups() > before.unknownLookups());
    }
  }

  /** Whoever finds a wrong answer does not wait for those who read the table for the first time. */
  public void testWhatIsCondemnedWhileItIsVerifiedStaysCondemned() throws IOException {
    byte[] bytes = new byte[4 * BucketDescriptor.BYTES];
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    TableDescription description =
        new TableDescription(
            0,
            new TermSpelling(TermKeyKind.DECIMAL),
            1,
            0,
            0,
            (int) checksum.getValue(),
            new TableShape.Buckets(new HomeBuckets(0, 4), 1));
    boolean before = TermHashSwitch.isEnabled();
    TermHashSwitch.setEnabled(true);
    ByteBuffersDataInput buffer = new ByteBuffersDataInput(List.of(ByteBuffer.wrap(bytes)));
    try (IndexInput input = new ByteBuffersIndexInput(buffer, "table")) {
      AtomicReference<TermHashTable> table = new AtomicReference<>();
      table.set(
          new TermHashTable(
              new FilterIndexInput("condemning", input) {
                @Override
                public IndexInput clone() {
                  table.get().condemn();
                  return input.clone();
                }
              },
              "number",
              description,
              0,
              1,
              null));
      table.get().load();
      assertFalse(table.get().isUsable());
    } finally {
      TermHashSwitch.setEnabled(before);
    }
  }

  /** Of a table that is loaded at once, and of one whose first answers show the damage. */
  public void testWarningSaysWhatIsWrong() throws IOException {
    byte[] bytes = new byte[4 * BucketDescriptor.BYTES];
    assertWarns("checksum of the table at 0 is ", bytes, 17, TermHashTable::load);
    // No key is 0, and all chains lead far away.
    for (int bucket = 0; bucket < 4; bucket++) {
      bytes[bucket * BucketDescriptor.BYTES + Long.BYTES] = 100;
    }
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    int right = (int) checksum.getValue();
    BytesRef[] terms = {new BytesRef("1"), new BytesRef("2")};
    long[] ids = {1, 2};
    TermBatch batch = TermBatch.ofIds(ids, 3);
    long[] unknown = {TermHashLookup.UNKNOWN, TermHashLookup.UNKNOWN};
    String inAnswer = "next bucket of a chain is ";
    assertWarns(
        inAnswer, bytes, right, table -> assertEquals(unknown[0], table.acquire(1).find(terms[0])));
    List<InBatch> all =
        List.of(
            (table, entries) -> table.acquire(2).find(terms, 0, 2, entries),
            (table, entries) -> table.acquire(2).find(ids, 0, 2, entries),
            (table, entries) -> table.acquire(2).find(table.keys(batch), entries));
    for (InBatch find : all) {
      assertWarns(
          inAnswer,
          bytes,
          right,
          table -> {
            long[] entries = new long[2];
            assertTrue(find.in(table, entries));
            assertArrayEquals(unknown, entries);
          });
    }
  }

  /** Whoever reads the log knows fields by their names. */
  public void testWarningNamesTheField() throws IOException {
    // A folder of its own: a table is told of once.
    try (Directory directory = FSDirectory.open(createTempDir());
        LoggedWarnings warnings = new LoggedWarnings()) {
      index(directory);
      String file = tableFile(directory);
      byte[] bytes = FileBytes.read(directory, file);
      bytes[200] ^= 1;
      FileBytes.replace(directory, file, bytes, bytes.length);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        lookup(getOnlyLeafReader(reader));
      }
      List<String> lines = warnings.lines();
      assertEquals(lines.toString(), 1, lines.size());
      assertTrue(lines.get(0), lines.get(0).startsWith("Hash table of field number in "));
      assertTrue(lines.get(0), lines.get(0).contains(file));
    }
  }

  private interface InBatch {
    boolean in(TermHashTable table, long[] entries) throws IOException;
  }

  private interface Use {
    void of(TermHashTable table) throws IOException;
  }

  private static void assertWarns(String what, byte[] bytes, int checksum, Use use)
      throws IOException {
    TableDescription description =
        new TableDescription(
            0,
            new TermSpelling(TermKeyKind.DECIMAL),
            1,
            0,
            0,
            checksum,
            new TableShape.Buckets(new HomeBuckets(0, 4), 4));
    boolean before = TermHashSwitch.isEnabled();
    TermHashSwitch.setEnabled(true);
    ByteBuffersDataInput buffer = new ByteBuffersDataInput(List.of(ByteBuffer.wrap(bytes)));
    // A name of its own: a table is told of once.
    try (LoggedWarnings warnings = new LoggedWarnings();
        IndexInput input = new ByteBuffersIndexInput(buffer, "table " + random().nextLong())) {
      TermHashTable table = new TermHashTable(input, "number", description, 0, 1, null);
      use.of(table);
      assertFalse(table.isUsable());
      List<String> lines = warnings.lines();
      assertEquals(lines.toString(), 1, lines.size());
      assertTrue(lines.get(0), lines.get(0).contains(what));
    } finally {
      TermHashSwitch.setEnabled(before);
    }
  }

  private static void index(Directory directory) throws IOException {
    TermHashSettings settings =
        TermHashSettings.DEFAULT
            .withField("number", true)
            .withField("text", true)
            .withField("uuid", true)
            .withField("user", true);
    IndexWriterConfig config =
        new IndexWriterConfig()
            .setCodec(StreakCodec.builder().bundleSmallFiles(false).termHash(settings).build())
            .setUseCompoundFile(false);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int i = 0; i < TERMS; i++) {
        Document document = new Document();
        document.add(new StringField("number", number(i), Field.Store.NO));
        document.add(new StringField("text", text(i), Field.Store.NO));
        document.add(new StringField("uuid", uuid(i), Field.Store.NO));
        document.add(new StringField("user", user(i), Field.Store.NO));
        writer.addDocument(document);
      }
    }
  }

  private static String number(int i) {
    return Integer.toString(i * 7919);
  }

  private static String text(int i) {
    return "a term whose beginning is too long for a head " + i;
  }

  private static String uuid(int i) {
    return new UUID((long) i * i << 40 | 0x4000, Long.MIN_VALUE | i).toString();
  }

  private static String user(int i) {
    return "user-" + i * 31 % 997;
  }

  private static String tableFile(Directory directory) throws IOException {
    return Arrays.stream(directory.listAll())
        .filter(name -> name.endsWith("." + TermHashFile.FILE.extension()))
        .findFirst()
        .orElseThrow();
  }

  /** Entries of present and absent terms of all fields when the file of tables is {@code file}. */
  private static long[] lookup(Directory original, byte[] file, boolean damaged)
      throws IOException {
    String name = tableFile(original);
    try (Directory directory = new ByteBuffersDirectory()) {
      for (String other : original.listAll()) {
        if (other.equals(name) == false) {
          directory.copyFrom(original, other, other, IOContext.DEFAULT);
        }
      }
      if (file != null) {
        try (IndexOutput output = directory.createOutput(name, IOContext.DEFAULT)) {
          output.writeBytes(file, file.length);
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        LeafReader leaf = getOnlyLeafReader(reader);
        if (damaged) {
          expectThrows(CorruptIndexException.class, leaf::checkIntegrity);
        } else {
          leaf.checkIntegrity();
        }
        return lookup(leaf);
      }
    }
  }

  private static long[] lookup(LeafReader leaf) throws IOException {
    BytesRef[] terms = new BytesRef[8 * TERMS];
    for (int i = 0; i < TERMS; i++) {
      terms[8 * i] = new BytesRef(number(i));
      terms[8 * i + 1] = new BytesRef(text(i));
      terms[8 * i + 2] = new BytesRef(number(i) + "1");
      terms[8 * i + 3] = new BytesRef(text(i) + "?");
      terms[8 * i + 4] = new BytesRef(uuid(i));
      terms[8 * i + 5] = new BytesRef(uuid(i + TERMS));
      terms[8 * i + 6] = new BytesRef(user(i));
      terms[8 * i + 7] = new BytesRef(user(i + TERMS));
    }
    String[] fields = {"number", "text", "uuid", "user"};
    long[] entries = new long[fields.length * terms.length];
    for (int field = 0; field < fields.length; field++) {
      StreakTerms ofField = (StreakTerms) leaf.terms(fields[field]);
      long[] found = new long[terms.length];
      ofField.lookup(terms, 0, terms.length, found);
      System.arraycopy(found, 0, entries, field * terms.length, terms.length);
      TermsEnum each = ofField.iterator();
      for (int i = 0; i < terms.length; i++) {
        assertEquals(found[i] >= 0, each.seekExact(terms[i]));
      }
    }
    return entries;
  }
}
