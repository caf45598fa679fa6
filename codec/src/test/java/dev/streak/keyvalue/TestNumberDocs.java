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
package dev.streak.keyvalue;

import dev.streak.codec.StreakCodec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.Term;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** Tables of keys that are numbers close together. */
public class TestNumberDocs extends LuceneTestCase {

  private static final long PLENTY = 1L << 30;

  private static IndexWriterConfig segmentsAsFlushed() {
    return newIndexWriterConfig()
        .setMergePolicy(NoMergePolicy.INSTANCE)
        .setMaxBufferedDocs(100_000)
        .setRAMBufferSizeMB(100)
        .setCodec(new StreakCodec());
  }

  private static Document document(String key) {
    Document document = new Document();
    document.add(new StringField("key", key, Field.Store.NO));
    return document;
  }

  private static void update(IndexWriter writer, String key) throws Exception {
    writer.updateDocument(new Term("key", key), document(key));
  }

  private static void assertSameDocs(KeyTables tables, long... ids) throws Exception {
    BytesRef[] terms =
        LongStream.of(ids).mapToObj(i -> new BytesRef(Long.toString(i))).toArray(BytesRef[]::new);
    Batch expected = new BatchReader(tables.reader(), "key").get(terms);
    Batch byTerm = new BatchReader(tables).get(terms);
    Batch byNumber = new BatchReader(tables).get(ids);
    for (int i = 0; i < ids.length; i++) {
      assertEquals("id " + ids[i], expected.doc(i), byTerm.doc(i));
      assertEquals("id " + ids[i], expected.doc(i), byNumber.doc(i));
    }
  }

  private static List<Boolean> areNumbers(KeyTables tables) {
    return tables.parts().stream().map(part -> part.numbers() != null).toList();
  }

  /** Numbers around {@code base}, many of them in several segments, updated and deleted. */
  private static void checkNumbersAround(long base) throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, segmentsAsFlushed())) {
      for (int segment = 0; segment < 5; segment++) {
        // A key has one document in a segment.
        List<Integer> numbers = new ArrayList<>(IntStream.range(0, 3_000).boxed().toList());
        Collections.shuffle(numbers, random());
        for (int number : numbers.subList(0, segment == 0 ? 2_000 : 100)) {
          String key = Long.toString(base + number);
          if (random().nextInt(4) == 0) {
            writer.deleteDocuments(new Term("key", key));
          } else {
            update(writer, key);
          }
        }
        writer.flush();
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        KeyTables tables = KeyTables.build(reader, "key", PLENTY);
        assertEquals(List.of(true), areNumbers(tables));
        assertEquals(0, tables.uncoveredSegments());
        assertEquals(5, tables.coveredSegments());
        long[] ids = LongStream.range(-20, 3_020).map(i -> base + i).toArray();
        assertSameDocs(tables, ids);
        assertSameDocs(tables, Long.MIN_VALUE, Long.MAX_VALUE, 0, -1, 1, base ^ Long.MIN_VALUE);
      }
    }
  }

  public void testNumbersInSeveralSegments() throws Exception {
    checkNumbersAround(random().nextInt(1 << 20));
  }

  public void testNumbersOnBothSidesOfZero() throws Exception {
    checkNumbersAround(-1_700);
  }

  public void testTheGreatestNumbers() throws Exception {
    checkNumbersAround(Long.MAX_VALUE - 2_999);
  }

  public void testTheLeastNumbers() throws Exception {
    // The least of all is taken for no number.
    checkNumbersAround(Long.MIN_VALUE + 1);
  }

  /** A number that is not there needs a bit behind those that are, which may be in another word. */
  public void testWordsThatAreFull() throws Exception {
    for (int count : new int[] {1, 63, 64, 65, 127, 128, 129, 640}) {
      try (Directory directory = newDirectory();
          IndexWriter writer = new IndexWriter(directory, segmentsAsFlushed())) {
        for (int i = 0; i < count; i++) {
          writer.addDocument(document(Integer.toString(1_000 + i)));
        }
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
          KeyTables tables = KeyTables.build(reader, "key", PLENTY);
          assertEquals(List.of(true), areNumbers(tables));
          long[] ids = LongStream.range(998, 1_002 + count).toArray();
          assertSameDocs(tables, ids);
          assertEquals(count, found(tables, ids));
        }
      }
    }
  }

  /** So far that their distance is no number of 64 bits. */
  public void testNumbersFarApart() throws Exception {
    long[] ends = {Long.MIN_VALUE + 1, Long.MIN_VALUE + 2, Long.MAX_VALUE - 1, Long.MAX_VALUE};
    for (boolean together : new boolean[] {true, false}) {
      try (Directory directory = newDirectory();
          IndexWriter writer = new IndexWriter(directory, segmentsAsFlushed())) {
        for (int i = 0; i < ends.length; i++) {
          writer.addDocument(document(Long.toString(ends[i])));
          if (together == false && i == 1) {
            writer.flush();
          }
        }
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
          KeyTables tables = KeyTables.build(reader, "key", PLENTY);
          assertEquals(together ? List.of(false) : List.of(true, false), areNumbers(tables));
          assertSameDocs(tables, ends);
          assertSameDocs(tables, Long.MIN_VALUE, Long.MIN_VALUE + 3, 0, Long.MAX_VALUE - 2);
        }
      }
    }
  }

  public void testAKeyTakesFiveBytesAtMost() throws Exception {
    for (int distance : new int[] {1, 3, 5, 6}) {
      try (Directory directory = newDirectory();
          IndexWriter writer = new IndexWriter(directory, segmentsAsFlushed())) {
        for (int i = 0; i < 20_000; i++) {
          writer.addDocument(document(Integer.toString(1_000_000 + i * distance)));
          if (i == 12_345) {
            writer.flush();
          }
        }
        try (DirectoryReader reader = DirectoryReader.open(writer)) {
          KeyTables tables = KeyTables.build(reader, "key", PLENTY);
          assertEquals(List.of(distance <= 5), areNumbers(tables));
          assertTrue(tables.toString(), tables.bytes() <= 5 * 20_000 + 300);
          assertSameDocs(tables, 999_999, 1_000_000, 1_000_000 + 19_999L * distance, 1_000_001);
          KeyTables less = KeyTables.build(reader, "key", tables.bytes() - 1);
          assertTrue(less.toString(), less.bytes() < tables.bytes());
          assertSameDocs(less, 999_999, 1_000_000, 1_000_000 + 19_999L * distance, 1_000_001);
        }
      }
    }
  }

  /** Two documents of a key in one segment, and terms that are no numbers, are for hashes. */
  public void testOtherSegmentsHaveATableOfHashes() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, segmentsAsFlushed())) {
      List<List<String>> segments =
          List.of(
              List.of("1", "2", "3", "4"),
              List.of("5", "6", "6"),
              List.of("6", "7"),
              List.of("8", "0009", "9"),
              List.of("10", "1000000"),
              List.of("11", "-9223372036854775808"));
      for (List<String> keys : segments) {
        for (String key : keys) {
          writer.addDocument(document(key));
        }
        writer.flush();
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        KeyTables tables = KeyTables.build(reader, "key", PLENTY);
        assertEquals(List.of(true, false), areNumbers(tables));
        assertEquals(2, tables.parts().get(0).leaves().count());
        assertEquals(4, tables.parts().get(1).leaves().count());
        assertSameDocs(tables, LongStream.range(-2, 14).toArray());
        assertSameDocs(tables, 1_000_000, Long.MIN_VALUE, Long.MAX_VALUE, 6, 6, 12);
      }
    }
  }

  public void testARefreshKeepsWhatIsThere() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, segmentsAsFlushed())) {
      for (int i = 0; i < 3_000; i++) {
        update(writer, Integer.toString(i));
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        KeyTables tables = KeyTables.build(reader, "key", PLENTY);
        for (int i = 2_990; i < 3_010; i++) {
          update(writer, Integer.toString(i));
        }
        writer.deleteDocuments(new Term("key", "17"));
        try (DirectoryReader newer = DirectoryReader.openIfChanged(reader, writer)) {
          KeyTables refreshed = tables.refresh(newer);
          assertEquals(List.of(true, false), areNumbers(refreshed));
          assertSame(tables.parts().get(0).numbers(), refreshed.parts().get(0).numbers());
          long[] ids = LongStream.range(-5, 3_020).toArray();
          assertSameDocs(refreshed, ids);
          assertSameDocs(tables, ids);
          assertEquals(3_000, found(tables, ids));
          assertEquals(3_009, found(refreshed, ids));
        }
      }
    }
  }

  private static int found(KeyTables tables, long[] ids) throws Exception {
    Batch batch = new BatchReader(tables).get(ids);
    int found = 0;
    for (int i = 0; i < ids.length; i++) {
      found += batch.isFound(i) ? 1 : 0;
    }
    return found;
  }

  /** Its documents stay in the table, and are nobody's. */
  public void testASegmentThatIsGone() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, segmentsAsFlushed())) {
      for (int i = 0; i < 1_000; i++) {
        update(writer, Integer.toString(i));
        if (i == 99) {
          writer.flush();
        }
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        assertEquals(2, reader.leaves().size());
        KeyTables tables = KeyTables.build(reader, "key", PLENTY);
        for (int i = 0; i < 100; i++) {
          writer.deleteDocuments(new Term("key", Integer.toString(i)));
        }
        try (DirectoryReader newer = DirectoryReader.openIfChanged(reader, writer)) {
          assertEquals(1, newer.leaves().size());
          KeyTables refreshed = tables.refresh(newer);
          assertSame(tables.parts().get(0).numbers(), refreshed.parts().get(0).numbers());
          long[] ids = LongStream.range(0, 1_010).toArray();
          assertEquals(900, found(refreshed, ids));
          assertSameDocs(refreshed, ids);
        }
      }
    }
  }

  /** Half of the documents are of segments that are gone: the table is made anew. */
  public void testATableIsMadeAnew() throws Exception {
    try (Directory directory = newDirectory();
        IndexWriter writer = new IndexWriter(directory, segmentsAsFlushed())) {
      for (int i = 0; i < 100; i++) {
        update(writer, Integer.toString(i));
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        KeyTables tables = KeyTables.build(reader, "key", PLENTY);
        writer.deleteAll();
        for (int i = 50; i < 200; i++) {
          update(writer, Integer.toString(i));
        }
        try (DirectoryReader newer = DirectoryReader.openIfChanged(reader, writer)) {
          KeyTables refreshed = tables.refresh(newer);
          assertEquals(List.of(true), areNumbers(refreshed));
          assertNotSame(tables.parts().get(0).numbers(), refreshed.parts().get(0).numbers());
          long[] ids = LongStream.range(0, 210).toArray();
          assertEquals(150, found(refreshed, ids));
          assertSameDocs(refreshed, ids);
          assertSameDocs(tables, ids);
        }
      }
    }
  }
}
