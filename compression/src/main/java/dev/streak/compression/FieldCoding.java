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

import static dev.streak.compression.StoredFieldsDescriptor.TYPE_BITS;
import static dev.streak.compression.StoredFieldsDescriptor.TYPE_BYTES;
import static dev.streak.compression.StoredFieldsDescriptor.TYPE_DOUBLE;
import static dev.streak.compression.StoredFieldsDescriptor.TYPE_FLOAT;
import static dev.streak.compression.StoredFieldsDescriptor.TYPE_INT;
import static dev.streak.compression.StoredFieldsDescriptor.TYPE_LONG;
import static dev.streak.compression.StoredFieldsDescriptor.TYPE_MASK;
import static dev.streak.compression.StoredFieldsDescriptor.TYPE_STRING;

import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.StoredFieldDataInput;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.DataOutput;

/**
 * Reads the documents inside a block: a count of fields, then each field's number and type and its
 * value. A document's length is not stored; whoever wants the next one skips over this one's
 * fields.
 */
final class FieldCoding {
  private FieldCoding() {}

  static void writeKey(DataOutput out, FieldInfo info, int type) throws IOException {
    out.writeVInt(Math.toIntExact(((long) info.number << TYPE_BITS) | type));
  }

  /** Hands a document's fields to a visitor. Returns whether all of them were passed. */
  static boolean visit(DocBlockInput in, FieldInfos infos, StoredFieldVisitor visitor)
      throws IOException {
    int fields = readCount(in);
    for (int i = 0; i < fields; i++) {
      int key = in.readVInt();
      FieldInfo info = infos.fieldInfo(key >>> TYPE_BITS);
      if (info == null) {
        throw new CorruptIndexException(
            "number of a field is " + (key >>> TYPE_BITS) + ", must be that of a field",
            in.source());
      }
      switch (visitor.needsField(info)) {
        case YES -> visitValue(in, key & TYPE_MASK, info, visitor);
        case NO -> {
          // Nothing that follows is wanted: a large last field need not be decompressed.
          if (i == fields - 1) {
            return false;
          }
          skipValue(in, key & TYPE_MASK);
        }
        case STOP -> {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether documents have fields, and all of them are numbers. */
  static boolean areNumbers(byte[] documents, int length) throws IOException {
    ByteArrayDataInput in = new ByteArrayDataInput(documents, 0, length);
    boolean found = false;
    while (in.eof() == false) {
      for (int fields = in.readVInt(); fields > 0; fields--) {
        switch (in.readVInt() & TYPE_MASK) {
          case TYPE_INT -> in.readVInt();
          case TYPE_LONG -> in.readZLong();
          case TYPE_FLOAT -> in.skipBytes(Float.BYTES);
          case TYPE_DOUBLE -> in.skipBytes(Double.BYTES);
          default -> {
            return false;
          }
        }
        found = true;
      }
    }
    return found;
  }

  /** Moves over a document. */
  static void skip(DocBlockInput in) throws IOException {
    int fields = readCount(in);
    for (int i = 0; i < fields; i++) {
      skipValue(in, in.readVInt() & TYPE_MASK);
    }
  }

  private static int readCount(DocBlockInput in) throws IOException {
    int fields = in.readVInt();
    // Every field takes at least two bytes.
    if (fields < 0 || fields > in.remaining()) {
      throw new CorruptIndexException(
          "number of fields is " + fields + ", must be 0 to " + in.remaining(), in.source());
    }
    return fields;
  }

  private static void visitValue(
      DocBlockInput in, int type, FieldInfo info, StoredFieldVisitor visitor) throws IOException {
    switch (type) {
      case TYPE_STRING -> visitor.stringField(info, in.readUtf8(readLength(in)));
      case TYPE_BYTES -> {
        int length = readLength(in);
        long end = (long) in.position() + length;
        visitor.binaryField(info, new StoredFieldDataInput(in, length));
        // The visitor may have read less.
        in.skipBytes(end - in.position());
      }
      case TYPE_INT -> visitor.intField(info, in.readZInt());
      case TYPE_LONG -> visitor.longField(info, in.readZLong());
      case TYPE_FLOAT -> visitor.floatField(info, Float.intBitsToFloat(in.readInt()));
      case TYPE_DOUBLE -> visitor.doubleField(info, Double.longBitsToDouble(in.readLong()));
      default -> throw unknownType(in, type);
    }
  }

  private static void skipValue(DocBlockInput in, int type) throws IOException {
    switch (type) {
      case TYPE_STRING, TYPE_BYTES -> in.skipBytes(readLength(in));
      case TYPE_INT -> in.readVInt();
      case TYPE_LONG -> in.readZLong();
      case TYPE_FLOAT -> in.skipBytes(Float.BYTES);
      case TYPE_DOUBLE -> in.skipBytes(Double.BYTES);
      default -> throw unknownType(in, type);
    }
  }

  private static int readLength(DocBlockInput in) throws IOException {
    int length = in.readVInt();
    if (length < 0 || length > in.remaining()) {
      throw new CorruptIndexException(
          "length of a value is " + length + ", must be 0 to " + in.remaining(), in.source());
    }
    return length;
  }

  private static CorruptIndexException unknownType(DocBlockInput in, int type) {
    return new CorruptIndexException(
        "type of a value is " + type + ", must be 0 to " + TYPE_DOUBLE, in.source());
  }
}
