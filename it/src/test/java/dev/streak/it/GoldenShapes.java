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
package dev.streak.it;

import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.util.BytesRef;

/**
 * Documents for a golden index that has each alphabet and layout of term blocks, each kind of list
 * block and several dictionaries of stored fields; all functions of the document's number.
 */
final class GoldenShapes {

  /** More than the 65,536 for which a list decides at a time. */
  static final int DOCUMENTS = 70_000;

  /** As many documents have keys. */
  private static final int KEYS = 1_500;

  /** Each writes what fills a sample for a dictionary. */
  private static final int PROGRAMS = 3;

  private static final String HEX = "0123456789abcdef";
  private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final String LOWER = UPPER.toLowerCase(Locale.ROOT);
  private static final String DIGITS = "0123456789";

  private GoldenShapes() {}

  static Document document(int number) {
    SplittableRandom random = new SplittableRandom(number);
    Document document = new Document();
    if (number < KEYS) {
      addKeys(document, number, random);
    }
    addLists(document, number, random);
    document.add(new StoredField("line", line(number, random)));
    return document;
  }

  /** One field for each alphabet, and what is divided into sections or follows leaders. */
  private static void addKeys(Document document, int number, SplittableRandom random) {
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    document.add(new StringField("bytes", new BytesRef(bytes), Field.Store.NO));
    add(document, "hex", text(random, HEX, 40));
    add(document, "upper_hex", text(random, HEX.toUpperCase(Locale.ROOT), 32));
    add(document, "decimal", Integer.toString(1_000_000_000 + random.nextInt(1 << 30)));
    add(document, "sparse_decimal", Integer.toString(random.nextInt(100_000)));
    add(document, "date", String.format(Locale.ROOT, "2026/11/%02d-%d", number % 28, number * 7));
    String time = String.format(Locale.ROOT, "01JD%04d", number);
    add(document, "crockford", time + text(random, DIGITS + "ABCDEFGHJKMNPQRSTVWXYZ", 18));
    add(document, "base32", text(random, DIGITS + LOWER.substring(0, 22), 26));
    add(document, "words", text(random, LOWER + "'-._ ", 3 + random.nextInt(20)));
    add(document, "hex_words", "lab-" + text(random, HEX + "lmno:_/.", 4 + random.nextInt(9)));
    add(document, "lower_text", "https://shop/?q=" + text(random, LOWER + DIGITS + "+&", 14));
    add(document, "upper_text", "AB;" + text(random, UPPER + DIGITS + "/#", 5 + number % 9));
    add(document, "base64_url", text(random, UPPER + LOWER + DIGITS + "-_", 22));
    add(document, "base64", text(random, UPPER + LOWER + DIGITS + "+/", 24));
    add(document, "alphanumeric", text(random, UPPER + LOWER + DIGITS, 3 + number % 9));
    add(document, "ascii", "No. " + text(random, UPPER + LOWER + DIGITS + "!&{}", 9 + number % 5));
    add(document, "offsets", "straße ".repeat(number % 17) + "東京" + number);
    if (number < 100) {
      add(document, "long_offsets", number + "ß".repeat(700));
    }
    int machine = number % 2;
    String counted = "6a1b" + (machine == 0 ? "c0ffee" : "0ddba1") + "%06x";
    add(document, "machines", String.format(Locale.ROOT, counted, number / 2));
    add(document, "together", "user-" + (number / 8 * 7919) % 9973 + "-" + number % 8);
  }

  private static void add(Document document, String field, String value) {
    document.add(new StringField(field, value, Field.Store.NO));
  }

  private static String text(SplittableRandom random, String letters, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }

  /** Lists of one run, of runs, packed, as bitmaps, and of several of these one after another. */
  private static void addLists(Document document, int number, SplittableRandom random) {
    String field = "list";
    add(document, field, "all");
    if (number % 300 < 100 + number % 7) {
      add(document, field, "runs");
    }
    if (random.nextInt(3) == 0) {
      add(document, field, "bitmap");
    }
    if (random.nextInt(200) == 0) {
      add(document, field, "packed");
    }
    if (random.nextInt(20_000) == 0) {
      add(document, field, "few");
    }
    if (number < 30_000 ? random.nextInt(2) == 0 : number % 1000 < 3 || number > 69_000) {
      add(document, field, "mixed");
    }
    if (number / 1000 % 2 == 0) {
      add(document, field, "thousands");
    }
    add(document, "shop", "shop-" + number / 1000);
    add(document, "scattered", Integer.toString(random.nextInt(200)));
  }

  /** What one of some programs logs, in its own words. */
  private static String line(int number, SplittableRandom random) {
    int program = number / (DOCUMENTS / PROGRAMS + 1);
    SplittableRandom own = new SplittableRandom(program * 64 + random.nextInt(48));
    StringBuilder line = new StringBuilder();
    for (int word = 0; word < 12; word++) {
      line.append(text(own, LOWER, 7)).append(' ');
    }
    return line.append(number).toString();
  }
}
