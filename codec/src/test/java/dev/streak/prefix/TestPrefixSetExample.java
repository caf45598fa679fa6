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
package dev.streak.prefix;

import dev.streak.field.TermEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.store.ByteBuffersIndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** The example of the section on prefix sets in {@code docs/format.md}. */
public class TestPrefixSetExample extends LuceneTestCase {

  private static final String DOCUMENT = "../docs/format.md";

  public void testExampleIsWhatIsWritten() throws IOException {
    ByteBuffersDataOutput bytes = new ByteBuffersDataOutput();
    PrefixCandidate candidate =
        new PrefixCandidate(new BytesRef("a"), 16, 16, true, TermEntry.ofRun(0, 16), 0, 0);
    try (PrefixSetOutput output =
        new PrefixSetOutput(new ByteBuffersIndexOutput(bytes, "example", "example"))) {
      PrefixSettings settings = new PrefixSettings(1, 1, 100);
      List<PrefixCandidate> candidates = List.of(candidate);
      output.writeField(0, settings, candidates, new PrefixSelection(candidates, 100), null);
      output.finish();
    }
    int length = Math.toIntExact(bytes.size()) - CodecUtil.footerLength();
    String hex = HexFormat.ofDelimiter(" ").formatHex(bytes.toArrayCopy(), 0, length);
    assertEquals(exampleInDocument(), hex);
  }

  /** The bytes at the beginnings of the lines of the section's second block of code. */
  private static String exampleInDocument() throws IOException {
    String text = Files.readString(Path.of(DOCUMENT), StandardCharsets.UTF_8);
    String section = text.substring(text.indexOf("\n## Prefix sets\n"));
    String block = section.split("```", -1)[3];
    StringBuilder hex = new StringBuilder();
    for (String line : block.split("\n", -1)) {
      for (String word : line.split(" ", -1)) {
        if (word.matches("[0-9a-f]{2}") == false) {
          break;
        }
        hex.append(hex.isEmpty() ? "" : " ").append(word);
      }
    }
    return hex.toString();
  }
}
