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
package dev.streak.tools;

import dev.streak.cache.CachePolicy;
import dev.streak.codec.StreakCodec;
import dev.streak.codec.StreakPostingsFormat;
import dev.streak.compression.ZstdSettings;
import dev.streak.termhash.TermHashSettings;
import dev.streak.tools.cli.ExitCode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene104.Lucene104PostingsFormat;
import org.apache.lucene.codecs.lucene90.Lucene90StoredFieldsFormat;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.codecs.asserting.AssertingCodec;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;

/** What a repair writes is written as it was, as far as the segment tells. */
@SuppressFileSystems("ExtrasFS") // Damages files by their extensions.
public class TestRepairKeepsSettings extends LuceneTestCase {
  private static Path damaged(Codec codec) throws IOException {
    Path path = createTempDir("index");
    SampleDocuments.writeSegments(
        path, SampleDocuments.config(codec).setUseCompoundFile(false), 200, 100);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "_*.skh")) {
      for (Path file : files) {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
      }
    }
    return path;
  }

  private static StreakCodec.Builder builder() {
    return StreakCodec.builder().bundleSmallFiles(false);
  }

  /** Codec and attributes of all segments, and of their fields. */
  private static String recorded(Path path) throws IOException {
    StringBuilder recorded = new StringBuilder();
    try (Directory directory = FSDirectory.open(path);
        DirectoryReader reader = DirectoryReader.open(directory)) {
      for (var leaf : reader.leaves()) {
        SegmentReader segment = (SegmentReader) leaf.reader();
        var info = segment.getSegmentInfo().info;
        recorded.append(info.getCodec().getName()).append(new TreeMap<>(info.getAttributes()));
        Map<String, String> fields = new TreeMap<>();
        for (FieldInfo field : segment.getFieldInfos()) {
          fields.put(field.name, new TreeMap<>(field.attributes()).toString());
        }
        recorded.append(fields).append('\n');
      }
    }
    return recorded.toString();
  }

  private static void repaired(Codec codec) throws IOException {
    Path path = damaged(codec);
    String before = recorded(path);
    Run run = Run.of("verify", path, "--repair", "--yes");
    assertEquals(run.out() + run.err(), ExitCode.OK, run.code());
    assertEquals(before, recorded(path));
    assertTrue(run.err(), run.err().contains("what segments do not record is not kept"));
  }

  public void testLucenesCompression() throws Exception {
    repaired(
        builder()
            .luceneStoredFields(Lucene90StoredFieldsFormat.Mode.BEST_COMPRESSION)
            .luceneTermVectors()
            .build());
  }

  public void testZstandardOfOtherSettings() throws Exception {
    repaired(builder().storedFields(ZstdSettings.SMALLEST).termVectors(9).build());
  }

  public void testSettingsOfFields() throws Exception {
    repaired(
        builder()
            .prefixes("shop", 1, 5, 50)
            .termsIndex(SampleDocuments.ID, CachePolicy.PINNED)
            .termBlocks(SampleDocuments.ID, CachePolicy.SPARE_ROOM)
            .build());
    repaired(
        builder()
            .termHash(TermHashSettings.DEFAULT.withField("shop", false))
            .postingsFormat("text", new Lucene104PostingsFormat())
            .build());
  }

  private static PostingsFormat withTable() {
    return new StreakPostingsFormat(TermHashSettings.DEFAULT, false);
  }

  public void testLucenesCodecWithOurPostings() throws Exception {
    repaired(
        new Lucene104Codec(Lucene104Codec.Mode.BEST_COMPRESSION) {
          @Override
          public PostingsFormat getPostingsFormatForField(String field) {
            return field.equals(SampleDocuments.ID)
                ? withTable()
                : super.getPostingsFormatForField(field);
          }
        });
  }

  public void testAnotherCodecWithOurPostings() throws Exception {
    Path path =
        damaged(
            new AssertingCodec() {
              @Override
              public PostingsFormat getPostingsFormatForField(String field) {
                return field.equals(SampleDocuments.ID)
                    ? withTable()
                    : super.getPostingsFormatForField(field);
              }
            });
    String before = recorded(path);
    Run run = Run.of("verify", path, "--repair", "--yes");
    assertEquals(run.out() + run.err(), ExitCode.REFUSED, run.code());
    assertTrue(
        run.err(),
        run.err()
            .contains(
                "nothing was repaired: segment _0 is of the codec Asserting; have the application"
                    + " rewrite it with its own, as IndexWriter.forceMerge does"));
    assertEquals(before, recorded(path));
  }

  public void testPrefixesAreNotForLucenesCodec() throws Exception {
    Path path =
        damaged(
            new Lucene104Codec() {
              @Override
              public PostingsFormat getPostingsFormatForField(String field) {
                return withTable();
              }
            });
    Run run = Run.of("verify", path, "--repair", "--yes", "--prefixes", "shop=1-3");
    assertEquals(run.out() + run.err(), ExitCode.REFUSED, run.code());
    assertTrue(
        run.err(), run.err().contains("--prefixes needs segments of Streak's codec: segment _0"));
  }
}
