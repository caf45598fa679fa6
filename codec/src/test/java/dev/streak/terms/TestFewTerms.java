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
package dev.streak.terms;

import dev.streak.codec.StreakCodec;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOBooleanSupplier;

/** Batches that are looked up in fields of few terms, beside each of their terms by itself. */
public class TestFewTerms extends LuceneTestCase {
  private static final String FIELD = "key";

  /** Texts that numbers are written as, and such that look alike. */
  private static String number() {
    long number =
        switch (random().nextInt(4)) {
          case 0 -> random().nextLong();
          case 1 -> Long.MIN_VALUE + random().nextInt(3);
          default -> random().nextInt(200) - 100;
        };
    return switch (random().nextInt(8)) {
      case 0 -> "0" + number;
      case 1 -> "+" + number;
      case 2 -> number + "0";
      case 3 -> "-";
      default -> Long.toString(number);
    };
  }

  private static String text() {
    return switch (random().nextInt(4)) {
      case 0 -> "";
      case 1 -> TestUtil.randomRealisticUnicodeString(random(), 30);
      case 2 -> "a-prefix-" + random().nextInt(100);
      default -> random().nextInt(100) + "-a suffix of many bytes";
    };
  }

  private static Set<BytesRef> terms(int count, Supplier<String> texts) {
    Set<BytesRef> terms = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      terms.add(new BytesRef(texts.get()));
    }
    return terms;
  }

  private static long one(StreakTerms terms, BytesRef term) throws IOException {
    TermsEnum termsEnum = terms.iterator();
    return termsEnum.seekExact(term) ? terms.entry(termsEnum) : TermEntry.ABSENT;
  }

  private static void compare(StreakTerms terms, List<BytesRef> asked) throws IOException {
    BytesRef[] batch = asked.toArray(BytesRef[]::new);
    int from = random().nextInt(batch.length);
    int to = from + random().nextInt(batch.length - from + 1);
    long[] entries = new long[batch.length];
    terms.lookup(batch, from, to, entries);
    for (int i = from; i < to; i++) {
      assertEquals(batch[i].toString(), one(terms, batch[i]), entries[i]);
    }
  }

  /** One after the other, as Lucene's queries do. */
  private static void comparePrepared(
      StreakTerms terms, Set<BytesRef> present, List<BytesRef> asked) throws IOException {
    for (BytesRef term : asked) {
      TermsEnum termsEnum = terms.iterator();
      IOBooleanSupplier found = termsEnum.prepareSeekExact(term);
      boolean isPresent = found != null && found.get();
      assertEquals(term.toString(), present.contains(term), isPresent);
      if (isPresent) {
        assertEquals(term, termsEnum.term());
      }
    }
  }

  private static void compareIds(StreakTerms terms, List<Long> asked) throws IOException {
    long[] batch = asked.stream().mapToLong(Long::longValue).toArray();
    int from = random().nextInt(batch.length);
    int to = from + random().nextInt(batch.length - from + 1);
    long[] entries = new long[batch.length];
    terms.lookup(batch, from, to, entries);
    for (int i = from; i < to; i++) {
      BytesRef term = new BytesRef(Long.toString(batch[i]));
      assertEquals(term.utf8ToString(), one(terms, term), entries[i]);
    }
  }

  private static List<Long> ids() {
    List<Long> ids = new ArrayList<>();
    for (long id = -100; id < 100; id++) {
      ids.add(id);
    }
    for (int i = 0; i < 3; i++) {
      ids.add(Long.MIN_VALUE + i);
      ids.add(Long.MAX_VALUE - i);
      ids.add(random().nextLong());
    }
    Collections.shuffle(ids, random());
    return ids;
  }

  /** What is to be done with the terms of a segment. */
  private interface Use {
    void of(StreakTerms terms) throws IOException;
  }

  private static void with(Set<BytesRef> present, Use use) throws IOException {
    try (Directory directory = newDirectory();
        IndexWriter writer =
            new IndexWriter(directory, new IndexWriterConfig().setCodec(new StreakCodec()))) {
      for (BytesRef term : present) {
        Document document = new Document();
        document.add(new StringField(FIELD, term, Field.Store.NO));
        writer.addDocument(document);
      }
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        use.of((StreakTerms) getOnlyLeafReader(reader).terms(FIELD));
      }
    }
  }

  private static void check(Supplier<String> texts) throws IOException {
    Set<BytesRef> present = terms(1 + random().nextInt(2 * FewTerms.MOST), texts);
    List<BytesRef> asked = new ArrayList<>(present);
    asked.addAll(terms(500, texts));
    Collections.shuffle(asked, random());
    with(
        present,
        terms -> {
          for (StreakTerms each : new StreakTerms[] {terms, terms.dictionary()}) {
            comparePrepared(each, present, asked);
            compare(each, asked);
            compareIds(each, ids());
          }
        });
  }

  public void testNumbers() throws Exception {
    for (int i = 0; i < 20; i++) {
      check(TestFewTerms::number);
    }
  }

  public void testTexts() throws Exception {
    for (int i = 0; i < 20; i++) {
      check(TestFewTerms::text);
    }
  }

  /** Otherwise nothing would be gained, and no other test would tell. */
  public void testMostOthersAreTold() throws Exception {
    Set<BytesRef> present = new TreeSet<>();
    for (int i = 0; i < FewTerms.MOST; i++) {
      present.add(new BytesRef("100" + i));
    }
    with(
        present,
        terms -> {
          FewTerms texts = FewTerms.of(terms.iterator());
          FewTerms numbers = FewTerms.ofNumbers(terms.iterator());
          int told = 0;
          for (int i = 2000; i < 3000; i++) {
            told += texts.mayHave(new BytesRef("" + i)) ? 0 : 1;
            told += numbers.mayHave(i) ? 0 : 1;
          }
          assertTrue("told=" + told, told > 1800);
        });
  }

  private static int toldAtOnce(StreakTerms terms, int from) throws IOException {
    int told = 0;
    for (int i = from; i < from + 100; i++) {
      IOBooleanSupplier found = terms.iterator().prepareSeekExact(new BytesRef("no such " + i));
      told += found == null ? 1 : 0;
    }
    return told;
  }

  /** Whoever asks for a single term, too: of a field of states most segments lack some. */
  public void testMostOthersAreToldBeforeTheyAreSought() throws Exception {
    Set<BytesRef> present = terms(5, () -> "state " + random().nextInt(5));
    with(
        present,
        terms -> {
          assertEquals("nothing is read before a term is absent", 0, toldAtOnce(terms, 0));
          assertFalse(terms.iterator().prepareSeekExact(new BytesRef("no such")).get());
          int told = toldAtOnce(terms, 100);
          assertTrue("told=" + told, told > 70);
        });
  }

  /** Going through all of them would take longer. */
  public void testOfManyTermsNoneAreTold() throws Exception {
    Set<BytesRef> present = terms(1000, () -> "state " + random().nextInt(100_000));
    with(
        present,
        terms -> {
          StreakTerms dictionary = terms.dictionary();
          assertFalse(dictionary.iterator().prepareSeekExact(new BytesRef("no such")).get());
          assertEquals(0, toldAtOnce(dictionary, 0));
        });
  }
}
