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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.codecs.StoredFieldsWriter;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Version;

/** The example of the section on stored fields in {@code docs/format.md}. */
public class TestStoredFieldsExample extends LuceneTestCase {
  private static final String DOCUMENT = "../docs/format.md";
  private static final ZstdSettings SETTINGS = new ZstdSettings(3, 4096, 128, 0);

  private static SegmentInfo segment(Directory directory) {
    return new SegmentInfo(
        directory,
        Version.LATEST,
        Version.LATEST,
        "_0",
        2,
        false,
        false,
        null,
        Map.of(),
        "exampleexample01".getBytes(StandardCharsets.US_ASCII),
        new java.util.HashMap<>(),
        null);
  }

  private static FieldInfo field(String name, int number) {
    return new FieldInfo(
        name,
        number,
        false,
        true,
        false,
        org.apache.lucene.index.IndexOptions.NONE,
        org.apache.lucene.index.DocValuesType.NONE,
        org.apache.lucene.index.DocValuesSkipIndexType.NONE,
        -1,
        Map.of(),
        0,
        0,
        0,
        0,
        org.apache.lucene.index.VectorEncoding.FLOAT32,
        org.apache.lucene.index.VectorSimilarityFunction.EUCLIDEAN,
        false,
        false);
  }

  public void testExampleIsWhatIsWritten() throws IOException {
    FieldInfo name = field("name", 0);
    FieldInfo count = field("count", 1);
    try (Directory directory = new ByteBuffersDirectory()) {
      SegmentInfo segment = segment(directory);
      ZstdStoredFieldsFormat format = new ZstdStoredFieldsFormat(SETTINGS);
      try (StoredFieldsWriter writer = format.fieldsWriter(directory, segment, IOContext.DEFAULT)) {
        writer.startDocument();
        writer.writeField(name, "zebra");
        writer.writeField(count, -3);
        writer.finishDocument();
        writer.startDocument();
        writer.finishDocument();
        writer.finish(2);
      }
      assertEquals(example(1), hex(directory, "_0.zsd"));
      assertEquals(example(3), hex(directory, "_0.zsi"));
      assertEquals(example(5), hex(directory, "_0.zsm"));
      FieldInfos infos = new FieldInfos(new FieldInfo[] {name, count});
      try (StoredFieldsReader reader =
          format.fieldsReader(directory, segment, infos, IOContext.DEFAULT)) {
        var visitor = new org.apache.lucene.document.DocumentStoredFieldVisitor();
        reader.document(0, visitor);
        assertEquals("zebra", visitor.getDocument().get("name"));
        assertEquals(-3, visitor.getDocument().getField("count").numericValue());
      }
    }
  }

  private static String hex(Directory directory, String file) throws IOException {
    try (IndexInput in = directory.openInput(file, IOContext.DEFAULT)) {
      byte[] bytes = new byte[Math.toIntExact(in.length())];
      in.readBytes(bytes, 0, bytes.length);
      return HexFormat.ofDelimiter(" ").formatHex(bytes);
    }
  }

  /** The bytes at the beginnings of the lines of one of the section's blocks of code. */
  private static String example(int part) throws IOException {
    String text = Files.readString(Path.of(DOCUMENT), StandardCharsets.UTF_8);
    String section = text.substring(text.indexOf("\nExample of stored fields"));
    StringBuilder hex = new StringBuilder();
    for (String line : section.split("```", -1)[part].split("\n", -1)) {
      for (String word : line.split(" ", -1)) {
        if (!word.matches("[0-9a-f]{2}")) {
          break;
        }
        hex.append(hex.isEmpty() ? "" : " ").append(word);
      }
    }
    return hex.toString();
  }
}
