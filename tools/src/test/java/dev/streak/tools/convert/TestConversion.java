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

import dev.streak.codec.StreakCodec;
import dev.streak.tools.SampleDocuments;
import dev.streak.tools.cli.Refusal;
import dev.streak.tools.index.IndexFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestConversion extends LuceneTestCase {

  public void testWhatDoesNotFitIsRefused() {
    Conversion.mustFit(new Conversion.Plan(3, 1, 2000, 2000), "/x");
    Refusal refusal =
        expectThrows(
            Refusal.class, () -> Conversion.mustFit(new Conversion.Plan(3, 1, 2000, 1999), "/x"));
    assertEquals(
        "not enough room in /x: this may take 2.00 kB, and 2.00 kB are free", refusal.getMessage());
  }

  /** The next writer deletes it, so it takes nobody's room. */
  public void testWhatAKilledRunLeftBehindCountsAsFree() throws Exception {
    Path path = createTempDir("index");
    try (Directory directory = FSDirectory.open(path)) {
      SampleDocuments.write(directory, SampleDocuments.config(new Lucene104Codec()), 0, 10);
    }
    assertEquals(0, Conversion.bytesLeftBehind(path));
    Files.write(path.resolve("_7.fdt"), new byte[1000]);
    Files.write(path.resolve("_7_StreakPostings1_0.skp"), new byte[500]);
    Files.write(path.resolve("notes.txt"), new byte[99]);
    assertEquals(1500, Conversion.bytesLeftBehind(path));
    Conversion.Plan plan =
        new Conversion(
                IndexFolder.existing(path.toString()),
                new StreakCodec(),
                true,
                Optional.empty(),
                Optional.empty())
            .plan();
    assertEquals(1, plan.left());
    Path other = createTempDir("out");
    Files.write(other.resolve("_7.fdt"), new byte[1000]);
    assertEquals("a writer of a new index leaves it", 0, Conversion.bytesLeftBehind(other));
  }
}
