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
package dev.streak.termsindex;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** The example of an FST block in {@code docs/format.md}. */
public class TestFstBlockExample extends LuceneTestCase {
  private static final Path FORMAT = Path.of("..", "docs", "format.md");

  public void testBytes() throws IOException {
    FstBlockBuilder block = new FstBlockBuilder(new BytesRef("ad"), 100);
    block.add(new BytesRef("ad"), 100);
    block.add(new BytesRef("b"), 130);
    String bytes = HexFormat.ofDelimiter(" ").formatHex(block.finish());
    assertTrue(bytes, Files.readString(FORMAT).contains("`" + bytes + "`"));
  }
}
