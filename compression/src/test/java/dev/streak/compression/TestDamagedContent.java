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

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.StoredFieldDataInput;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Content that is wrong in frames that are right: what is wrong is said, and nothing else. */
public class TestDamagedContent extends LuceneTestCase {
  private static final ZstdSettings SETTINGS = new ZstdSettings(1, 256, 128, 0);
  private static final int FIELDS = 6;

  /** A number below zero, as a number of variable length. */
  private static final int[] NEGATIVE = {0xFF, 0xFF, 0xFF, 0xFF, 0x0F};

  /** Wants some of the fields, or reads some until it has enough. */
  private static final class Visitor extends StoredFieldVisitor {
    private final int wanted;
    private final Status otherwise;
    private final boolean readsBytes;
    private final List<String> seen = new ArrayList<>();

    Visitor(int wanted, Status otherwise, boolean readsBytes) {
      this.wanted = wanted;
      this.otherwise = otherwise;
      this.readsBytes = readsBytes;
    }

    @Override
    public Status needsField(FieldInfo field) {
      return (wanted & 1 << field.number) != 0 ? Status.YES : otherwise;
    }

    @Override
    public void binaryField(FieldInfo field, StoredFieldDataInput value) throws IOException {
      byte[] bytes = new byte[readsBytes ? value.length() : 0];
      value.in().readBytes(bytes, 0, bytes.length);
      seen.add(field.name + "=" + Arrays.toString(bytes));
    }

    @Override
    public void stringField(FieldInfo field, String value) {
      seen.add(field.name + "=" + value);
    }

    @Override
    public void intField(FieldInfo field, int value) {
      seen.add(field.name + "=" + value);
    }

    @Override
    public void longField(FieldInfo field, long value) {
      seen.add(field.name + "=" + value);
    }

    @Override
    public void floatField(FieldInfo field, float value) {
      seen.add(field.name + "=" + value);
    }

    @Override
    public void doubleField(FieldInfo field, double value) {
      seen.add(field.name + "=" + value);
    }
  }

  private static FieldInfo field(int number) {
    return MadeSegment.field("f" + number, number);
  }

  private static FieldInfos fields() {
    FieldInfo[] infos = new FieldInfo[FIELDS];
    Arrays.setAll(infos, TestDamagedContent::field);
    return new FieldInfos(infos);
  }

  /** What is done with a reader. */
  @FunctionalInterface
  private interface Use {
    void of(ZstdStoredFieldsReader reader) throws IOException;
  }

  /** Opens a segment of one block with this content. */
  private static void with(byte[] content, int docs, Use use) throws IOException {
    try (Directory directory = new ByteBuffersDirectory()) {
      SegmentInfo segment = MadeSegment.of(directory, docs);
      try (DocBlockWriter writer =
          new DocBlockWriter(directory, segment, IOContext.DEFAULT, SETTINGS)) {
        writer.write(content, content.length, docs, true);
        writer.finish();
      }
      try (ZstdStoredFieldsReader reader =
          new ZstdStoredFieldsReader(directory, segment, fields(), IOContext.DEFAULT)) {
        use.of(reader);
      }
    }
  }

  /** What reading the second of three documents fails with; all but the second are sound. */
  private static String failure(int... second) throws IOException {
    byte[] content = new byte[second.length + 2];
    for (int i = 0; i < second.length; i++) {
      content[i + 1] = (byte) second[i];
    }
    String[] message = new String[1];
    with(
        content,
        3,
        reader -> {
          Visitor all = new Visitor(-1, StoredFieldVisitor.Status.NO, true);
          CorruptIndexException e =
              expectThrows(CorruptIndexException.class, () -> reader.document(1, all));
          message[0] = e.getMessage();
          // After a failure nothing of the block is believed, and the first document is there.
          reader.document(0, all);
          assertEquals(List.of(), all.seen);
        });
    return message[0];
  }

  public void testWhatIsWrongIsSaid() throws IOException {
    assertStartsWith("number of fields is -1, must be 0 to 1 ", failure(NEGATIVE));
    assertStartsWith("number of fields is 9, must be 0 to 2 ", failure(9, 0));
    assertStartsWith("number of a field is 6, must be that of a field ", failure(1, 6 << 3, 0));
    assertStartsWith("type of a value is 6, must be 0 to 5 ", failure(1, 6, 0));
    assertStartsWith("length of a value is 2, must be 0 to 1 ", failure(1, 0, 2));
    assertStartsWith("length of a value is 3, must be 0 to 2 ", failure(1, 1, 3, 0));
    assertStartsWith(
        "length of a value is -1, must be 0 to 1 ", failure(1, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F));
    assertStartsWith("end of the fields of the block at ", failure(1, 5, 0));
  }

  private static void assertStartsWith(String expected, String message) {
    assertTrue(message, message.startsWith(expected));
  }

  private static void add(DocBlockBuffer out, int doc) throws IOException {
    int fields = random().nextInt(FIELDS + 1);
    out.writeVInt(fields);
    for (int i = 0; i < fields; i++) {
      int type = random().nextInt(StoredFieldsDescriptor.TYPE_DOUBLE + 1);
      FieldCoding.writeKey(out, field(random().nextInt(FIELDS)), type);
      switch (type) {
        case StoredFieldsDescriptor.TYPE_STRING -> out.writeString("string of " + doc);
        case StoredFieldsDescriptor.TYPE_BYTES -> {
          byte[] bytes = new byte[random().nextInt(100)];
          Arrays.fill(bytes, (byte) doc);
          out.writeVInt(bytes.length);
          out.writeBytes(bytes, 0, bytes.length);
        }
        case StoredFieldsDescriptor.TYPE_INT -> out.writeZInt(random().nextInt());
        case StoredFieldsDescriptor.TYPE_LONG -> out.writeZLong(random().nextLong());
        case StoredFieldsDescriptor.TYPE_FLOAT -> out.writeInt(random().nextInt());
        default -> out.writeLong(random().nextLong());
      }
    }
  }

  /** In one frame and in slices, read in any order by visitors that want this and that. */
  public void testAnyByte() throws IOException {
    for (int docs : new int[] {1 + random().nextInt(9), 60 + random().nextInt(60)}) {
      DocBlockBuffer sound = new DocBlockBuffer();
      for (int doc = 0; doc < docs; doc++) {
        add(sound, doc);
      }
      for (int i = 0; i < 300; i++) {
        byte[] content = Arrays.copyOf(sound.bytes(), sound.length());
        int at = random().nextInt(content.length);
        byte[] damage = random().nextBoolean() ? new byte[] {-1, -1, -1, -1, 0xF} : new byte[1];
        if (damage.length == 1) {
          random().nextBytes(damage);
        }
        System.arraycopy(damage, 0, content, at, Math.min(damage.length, content.length - at));
        with(content, docs, reader -> readAnyhow(reader, docs));
      }
    }
    HeldMemory.awaitNone();
  }

  private static void readAnyhow(ZstdStoredFieldsReader reader, int docs) throws IOException {
    for (int i = 0; i < 20; i++) {
      int doc = random().nextInt(docs);
      try {
        if (random().nextInt(4) == 0) {
          reader.copyDocument(doc, new DocBlockBuffer());
        } else {
          StoredFieldVisitor.Status otherwise =
              random().nextBoolean()
                  ? StoredFieldVisitor.Status.NO
                  : StoredFieldVisitor.Status.STOP;
          reader.document(
              doc, new Visitor(random().nextInt(1 << FIELDS), otherwise, random().nextBoolean()));
        }
      } catch (CorruptIndexException e) {
        assertTrue(e.getMessage(), e.getMessage().contains("_0.zsd"));
      }
    }
  }

  /** Sound content: whatever visitors leave out, and in whatever order documents are read. */
  public void testSoundContent() throws IOException {
    int docs = 100;
    DocBlockBuffer sound = new DocBlockBuffer();
    for (int doc = 0; doc < docs; doc++) {
      add(sound, doc);
    }
    byte[] content = Arrays.copyOf(sound.bytes(), sound.length());
    with(
        content,
        docs,
        reader -> {
          List<List<String>> expected = new ArrayList<>();
          for (int doc = 0; doc < docs; doc++) {
            Visitor all = new Visitor(-1, StoredFieldVisitor.Status.NO, true);
            reader.document(doc, all);
            expected.add(all.seen);
          }
          for (int i = 0; i < 500; i++) {
            int doc = random().nextInt(docs);
            int wanted = random().nextInt(1 << FIELDS);
            Visitor some = new Visitor(wanted, StoredFieldVisitor.Status.NO, i % 2 == 0);
            reader.document(doc, some);
            List<String> left = new ArrayList<>(expected.get(doc));
            left.removeIf(value -> (wanted & 1 << (value.charAt(1) - '0')) == 0);
            if (i % 2 != 0) {
              left.replaceAll(value -> value.replaceFirst("\\[.*]", "[]"));
            }
            assertEquals(left, some.seen);
          }
          for (int doc : new int[] {-1, docs, Integer.MAX_VALUE}) {
            Visitor all = new Visitor(-1, StoredFieldVisitor.Status.NO, true);
            expectThrows(IllegalArgumentException.class, () -> reader.document(doc, all));
            expectThrows(IllegalArgumentException.class, () -> reader.prefetch(doc));
          }
        });
  }

  /** A merge does not hand on a block of which no document is. */
  public void testBlockWithoutDocuments() throws IOException {
    try (Directory directory = new ByteBuffersDirectory();
        Directory target = new ByteBuffersDirectory()) {
      SegmentInfo segment = MadeSegment.of(directory, 2);
      try (DocBlockWriter writer =
          new DocBlockWriter(directory, segment, IOContext.DEFAULT, SETTINGS)) {
        writer.write(new byte[1], 1, 0, true);
        writer.write(new byte[2], 2, 2, true);
        writer.finish();
      }
      try (ZstdStoredFieldsReader reader =
              new ZstdStoredFieldsReader(directory, segment, fields(), IOContext.DEFAULT);
          DocBlockWriter writer =
              new DocBlockWriter(target, MadeSegment.of(target, 2), IOContext.DEFAULT, SETTINGS)) {
        CorruptIndexException e =
            expectThrows(CorruptIndexException.class, () -> writer.copy(reader, 0, 2));
        assertStartsWith("end of the documents of block 0 is 0, must be behind 0 ", e.getMessage());
      }
    }
  }
}
