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
package dev.streak.termblock;

import dev.streak.field.TermEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.RandomAccessInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.BytesRef;

/** The blocks of terms in {@code docs/format.md} are what is written and read. */
public class TestBlockExamples extends LuceneTestCase {

  private static final Path FORMAT = Path.of("..", "docs", "format.md");
  private static final Pattern EXAMPLE = Pattern.compile("```block\n(.*?)```", Pattern.DOTALL);
  private static final Pattern TERM =
      Pattern.compile("term (\\S+) (?:(\\d+)-(\\d+)|at (\\d+)|key)");

  public void testExamples() throws IOException {
    Matcher examples = EXAMPLE.matcher(Files.readString(FORMAT));
    int count = 0;
    while (examples.find()) {
      check(examples.group(1));
      count++;
    }
    assertTrue("columns, offsets, all kinds of entries, an index: " + count, count >= 4);
  }

  private static void check(String example) throws IOException {
    List<BytesRef> terms = new ArrayList<>();
    List<Long> entries = new ArrayList<>();
    StringBuilder expected = new StringBuilder();
    for (String line : example.split("\n")) {
      String content = line.replaceFirst(";.*", "").strip();
      Matcher term = TERM.matcher(content);
      if (term.matches()) {
        terms.add(new BytesRef(term.group(1)));
        entries.add(entry(term));
      } else {
        expected.append(content.replace(" ", ""));
      }
    }
    boolean withEntries = entries.get(0) != null;
    try (Directory directory = newDirectory()) {
      try (IndexOutput out = directory.createOutput("block", IOContext.DEFAULT)) {
        TermBlockEncoder encoder = new TermBlockEncoder(withEntries ? new RestCoder() : null);
        for (int i = 0; i < terms.size(); i++) {
          encoder.add(terms.get(i), withEntries ? entries.get(i) : 0);
        }
        encoder.finish(out);
        CodecUtil.writeFooter(out);
      }
      try (IndexInput in = directory.openInput("block", IOContext.DEFAULT)) {
        byte[] bytes = new byte[(int) in.length() - CodecUtil.footerLength()];
        in.readBytes(bytes, 0, bytes.length);
        assertEquals(example, expected.toString(), HexFormat.of().formatHex(bytes));
        RandomAccessInput file = in.randomAccessSlice(0, in.length());
        TermBlock block = new TermBlock(file, null);
        block.open(0);
        TermRows rows = new TermRows(file);
        block.openRows(rows);
        rows.prepare(0, terms.size());
        for (int i = 0; i < terms.size(); i++) {
          assertEquals(terms.get(i), rows.term(i));
          if (withEntries) {
            assertEquals((long) entries.get(i), block.entry(i));
          }
        }
      }
    }
  }

  private static Long entry(Matcher term) {
    if (term.group(2) != null) {
      int first = Integer.parseInt(term.group(2));
      return TermEntry.ofRun(first, Integer.parseInt(term.group(3)) - first + 1);
    }
    return term.group(4) == null ? null : TermEntry.ofPointer(Long.parseLong(term.group(4)));
  }
}
