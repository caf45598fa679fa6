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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What frames consist of, where literals or matches are longer than those of Zstandard can be. */
public class TestSequenceStatistics extends LuceneTestCase {
  private static final int LENGTH = 300_000;

  private static byte[] noise(int length) {
    byte[] noise = new byte[length];
    new Random(random().nextLong()).nextBytes(noise);
    return noise;
  }

  public void testLongLengths() {
    byte[] dictionary = noise(4096);
    byte[] literals = noise(LENGTH);
    System.arraycopy(dictionary, 0, literals, LENGTH - 2000, 1000);
    SequenceStatistics statistics =
        SequenceStatistics.of(dictionary, List.of(new byte[LENGTH], literals));
    assertEquals(1, statistics.matchLengths[SequenceStatistics.MATCH_LENGTH_CODES - 1]);
    assertEquals(1, statistics.literalLengths[SequenceStatistics.LITERAL_LENGTH_CODES - 1]);
    int sequences = Arrays.stream(statistics.offsets).sum();
    assertEquals(sequences, Arrays.stream(statistics.literalLengths).sum());
    assertEquals(sequences, Arrays.stream(statistics.matchLengths).sum());
  }

  public void testBlocksThatHoldThem() throws Exception {
    for (int blockBytes : new int[] {60 << 10, ZstdSettings.MAX_BLOCK_BYTES}) {
      List<byte[]> pictures = new ArrayList<>();
      try (Directory directory = newDirectory()) {
        IndexWriterConfig config =
            new IndexWriterConfig()
                .setCodec(new ZstdTestCodec(ZstdSettings.DEFAULT.withBlockBytes(blockBytes)));
        try (IndexWriter writer = new IndexWriter(directory, config)) {
          for (int number = 0; number < 3000; number++) {
            Document document = new Document();
            String words = "an ordinary document of many words, all but its number alike: ";
            document.add(new StoredField("title", words.repeat(1 + number % 9) + number));
            if (number % 40 == 39) {
              byte[] picture = random().nextBoolean() ? noise(LENGTH) : new byte[LENGTH];
              pictures.add(picture);
              document.add(new StoredField("picture", picture));
              document.add(new StoredField("behind", words));
            }
            writer.addDocument(document);
          }
          writer.forceMerge(1);
        }
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          for (int i = 0; i < pictures.size(); i++) {
            assertArrayEquals(
                pictures.get(i),
                reader.storedFields().document(39 + 40 * i).getBinaryValue("picture").bytes);
          }
        }
      }
    }
  }
}
