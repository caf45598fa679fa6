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
package dev.streak.tools.convert;

import java.io.IOException;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** A disk that runs full in the night is worse than a refusal in the evening. */
public class TestSpaceNeeded extends LuceneTestCase {
  private Directory directory;
  private DirectoryReader reader;
  private CodecReader segment;

  /** Of a field of documents only ten terms, in a hundred lists' documents; and other fields. */
  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
    IndexWriterConfig config = new IndexWriterConfig().setCodec(new Lucene104Codec());
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number = 0; number < 100; number++) {
        Document document = new Document();
        document.add(new StringField("key", "k" + number % 10, Field.Store.NO));
        document.add(new TextField("text", "word " + number, Field.Store.NO));
        document.add(new NumericDocValuesField("rank", number));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
    reader = DirectoryReader.open(directory);
    segment = (CodecReader) getOnlyLeafReader(reader);
  }

  @Override
  public void tearDown() throws Exception {
    reader.close();
    directory.close();
    super.tearDown();
  }

  public void testOfASegment() throws IOException {
    assertEquals(1000 + 10 * 24, SpaceNeeded.estimate(segment, 1000, true));
    assertEquals(2 * 1000 + 100 * 2, SpaceNeeded.estimate(segment, 1000, false));
  }

  /** Where segments are rewritten where they are, the old ones go one by one. */
  public void testInPlace() throws IOException {
    SpaceNeeded space = new SpaceNeeded(true);
    assertEquals(0, space.bytes());
    space.add(segment, 1000, false, true);
    assertEquals(1240, space.bytes());
    space.add(segment, 500, false, true);
    assertEquals("less than the first took", 1240, space.bytes());
    space.add(segment, 1000, false, true);
    assertEquals("two have grown by 240 each", 480 + 1240, space.bytes());
    space.add(segment, 500, true, true);
    assertEquals("a compound file, and what it is made from", 720 + 2 * 740, space.bytes());
    space.add(segment, 1, false, true);
    assertEquals(720 + 2 * 740, space.bytes());
    space.add(segment, 1000, false, false);
    assertEquals(5 * 240 + 2200, space.bytes());
  }

  /** Of a large field keys wait in a temporary file, which goes before the next segment. */
  public void testKeysThatDoNotFitIntoMemory() throws IOException {
    for (boolean inPlace : new boolean[] {true, false}) {
      SpaceNeeded space = new SpaceNeeded(inPlace, 4);
      space.add(segment, 1000, false, true);
      assertEquals("six of ten keys of 24 bytes each", 6 * 24 + 1240, space.bytes());
      space.add(segment, 1000, true, true);
      assertEquals((inPlace ? 240 : 1240) + 6 * 24 + 2 * 1240, space.bytes());
      SpaceNeeded toLucene = new SpaceNeeded(inPlace, 4);
      toLucene.add(segment, 1000, false, false);
      assertEquals("without tables", 2200, toLucene.bytes());
    }
  }

  public void testIntoAnotherFolder() throws IOException {
    SpaceNeeded space = new SpaceNeeded(false);
    space.add(segment, 1000, true, true);
    assertEquals(2 * 1240, space.bytes());
    space.add(segment, 100, false, true);
    assertEquals("the parts of the compound file are gone", 2 * 1240, space.bytes());
    space.add(segment, 1000, false, false);
    assertEquals(1240 + 340 + 2200, space.bytes());
  }
}
