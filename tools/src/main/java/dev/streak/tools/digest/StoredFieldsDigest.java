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
package dev.streak.tools.digest;

import java.io.IOException;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.util.Bits;

/** Stored fields of one document after the other. */
final class StoredFieldsDigest extends StoredFieldVisitor {
  private static final int REPORT_EVERY = 1024;

  private enum Kind {
    BYTES(1),
    STRING(2),
    INT(3),
    LONG(4),
    FLOAT(5),
    DOUBLE(6);

    final int number;

    Kind(int number) {
      this.number = number;
    }
  }

  private long hash;

  private StoredFieldsDigest() {}

  static void run(DocumentHashes hashes, CodecReader segment) throws IOException {
    StoredFieldsReader reader = segment.getFieldsReader();
    if (reader == null) {
      return;
    }
    // What reads in order keeps what it decompressed; closing it would close the segment's.
    @SuppressWarnings("resource")
    StoredFieldsReader inOrder = reader.getMergeInstance();
    Bits live = segment.getLiveDocs();
    StoredFieldsDigest digest = new StoredFieldsDigest();
    for (int doc = 0; doc < segment.maxDoc(); doc++) {
      if (live == null || live.get(doc)) {
        digest.hash = 0;
        inOrder.document(doc, digest);
        hashes.add(doc, digest.hash);
      }
      if (doc % REPORT_EVERY == REPORT_EVERY - 1) {
        hashes.worked(20L * REPORT_EVERY);
      }
    }
  }

  private void field(FieldInfo field, Kind kind) {
    hash = Mixing.then(Mixing.then(hash, field.name), kind.number);
  }

  @Override
  public Status needsField(FieldInfo field) {
    return Status.YES;
  }

  @Override
  public void binaryField(FieldInfo field, byte[] value) {
    field(field, Kind.BYTES);
    hash = Mixing.then(hash, value, 0, value.length);
  }

  @Override
  public void stringField(FieldInfo field, String value) {
    field(field, Kind.STRING);
    hash = Mixing.then(hash, value);
  }

  @Override
  public void intField(FieldInfo field, int value) {
    field(field, Kind.INT);
    hash = Mixing.then(hash, value);
  }

  @Override
  public void longField(FieldInfo field, long value) {
    field(field, Kind.LONG);
    hash = Mixing.then(hash, value);
  }

  @Override
  public void floatField(FieldInfo field, float value) {
    field(field, Kind.FLOAT);
    hash = Mixing.then(hash, Float.floatToRawIntBits(value));
  }

  @Override
  public void doubleField(FieldInfo field, double value) {
    field(field, Kind.DOUBLE);
    hash = Mixing.then(hash, Double.doubleToRawLongBits(value));
  }
}
