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
package dev.streak.compression;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;

/** Documents that look like log records: repetitive enough for a dictionary to pay. */
final class Documents {
  private static final String[] VERBS = {"received", "forwarded", "rejected", "stored", "expired"};

  private Documents() {}

  static String record(Random random, int id) {
    return "{\"timestamp\":\"2026-03-"
        + RandomNumbers.randomIntBetween(random, 10, 28)
        + "T12:00:00Z\",\"host\":\"node-"
        + random.nextInt(40)
        + ".internal.example\",\"service\":\"gateway\",\"message\":\"request "
        + Long.toHexString(random.nextLong())
        + " "
        + VERBS[random.nextInt(VERBS.length)]
        + " after "
        + random.nextInt(5000)
        + " ms\",\"sequence\":"
        + id
        + "}";
  }

  static Document document(Random random, int id) {
    Document document = new Document();
    document.add(new StringField("id", Integer.toString(id), Field.Store.YES));
    document.add(new NumericDocValuesField("order", random.nextInt(1000)));
    document.add(new StoredField("record", record(random, id)));
    switch (random.nextInt(6)) {
      case 0 -> document.add(new StoredField("int", random.nextInt()));
      case 1 -> document.add(new StoredField("long", random.nextLong()));
      case 2 -> document.add(new StoredField("float", random.nextFloat()));
      case 3 -> document.add(new StoredField("double", random.nextDouble()));
      case 4 -> document.add(new StoredField("bytes", new byte[random.nextInt(40)]));
      default -> {}
    }
    return document;
  }
}
