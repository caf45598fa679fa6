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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.document.SortedSetDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** What a key-value index should answer, as maps. */
public final class KeyValueModel {

  /** The values of a key. */
  public record Row(
      Long number,
      List<Long> numbers,
      String binary,
      String sorted,
      List<String> set,
      String text,
      List<String> blobs) {

    public Document document(String key) {
      Document document = new Document();
      document.add(new StringField("key", key, Field.Store.NO));
      if (number != null) {
        document.add(new NumericDocValuesField("number", number));
      }
      numbers.forEach(n -> document.add(new SortedNumericDocValuesField("numbers", n)));
      if (binary != null) {
        document.add(new BinaryDocValuesField("binary", new BytesRef(binary)));
      }
      if (sorted != null) {
        document.add(new SortedDocValuesField("sorted", new BytesRef(sorted)));
      }
      set.forEach(s -> document.add(new SortedSetDocValuesField("set", new BytesRef(s))));
      if (text != null) {
        document.add(new StoredField("text", text));
      }
      blobs.forEach(b -> document.add(new StoredField("blobs", new BytesRef(b))));
      return document;
    }
  }

  private KeyValueModel() {}

  public static Row randomRow(Random random) {
    return new Row(
        random.nextInt(5) == 0 ? null : random.nextLong(),
        Stream.generate(random::nextLong).limit(random.nextInt(4)).sorted().toList(),
        random.nextInt(5) == 0 ? null : TestUtil.randomSimpleString(random, 20),
        random.nextInt(5) == 0 ? null : "s" + random.nextInt(10),
        Stream.generate(() -> "t" + random.nextInt(20))
            .limit(random.nextInt(4))
            .distinct()
            .sorted()
            .toList(),
        random.nextInt(5) == 0 ? null : TestUtil.randomUnicodeString(random, 50),
        Stream.generate(() -> TestUtil.randomSimpleString(random, 8))
            .limit(random.nextInt(3))
            .toList());
  }

  public static Column[] allColumns() {
    return new Column[] {
      Column.longs("number"),
      Column.longs("numbers"),
      Column.bytes("binary"),
      Column.bytes("sorted"),
      Column.bytes("set"),
      Column.stored("text"),
      Column.stored("blobs")
    };
  }

  /** Compares the answer to keys with what the map says. */
  public static void check(Map<String, Row> expected, List<String> keys, Batch batch) {
    LuceneTestCase.assertEquals(keys.size(), batch.size());
    LuceneTestCase.assertTrue(batch.isComplete());
    for (int i = 0; i < keys.size(); i++) {
      Row row = expected.get(keys.get(i));
      LuceneTestCase.assertEquals(keys.get(i), row != null, batch.isFound(i));
      Row read =
          new Row(
              first(longs(batch.longs("number"), i)),
              longs(batch.longs("numbers"), i),
              first(strings(batch.bytes("binary"), i)),
              first(strings(batch.bytes("sorted"), i)),
              strings(batch.bytes("set"), i),
              first(strings(batch.bytes("text"), i)),
              strings(batch.bytes("blobs"), i));
      LuceneTestCase.assertEquals(
          keys.get(i),
          row == null ? new Row(null, List.of(), null, null, List.of(), null, List.of()) : row,
          read);
    }
  }

  private static <T> T first(List<T> values) {
    LuceneTestCase.assertTrue(values.toString(), values.size() <= 1);
    return values.isEmpty() ? null : values.get(0);
  }

  private static List<Long> longs(LongColumn column, int index) {
    List<Long> values = new ArrayList<>();
    for (int at = 0; at < column.count(index); at++) {
      values.add(column.value(index, at));
    }
    return values;
  }

  private static List<String> strings(BytesColumn column, int index) {
    List<String> values = new ArrayList<>();
    for (int at = 0; at < column.count(index); at++) {
      values.add(column.get(index, at, new BytesRef()).utf8ToString());
    }
    return values;
  }

  /** Keys that are there, that were, and that never were; some of them twice. */
  public static List<String> questions(Random random, TreeMap<String, Row> rows, List<String> all) {
    List<String> keys = new ArrayList<>(rows.keySet());
    keys.addAll(all);
    keys.addAll(Arrays.asList("", "absent", "-1", "99999999999"));
    Collections.shuffle(keys, random);
    return keys.subList(0, random.nextInt(keys.size() + 1));
  }
}
