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
package dev.streak.postings;

import dev.streak.listblock.ListEncoder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;

/** The posting lists in {@code docs/format.md} are what the encoder writes and the reader reads. */
public class TestListExamples extends LuceneTestCase {

  private static final Path FORMAT = Path.of("..", "docs", "format.md");

  /** A fenced block: documents, entry, bytes; what follows a semicolon on a line is a remark. */
  private static final Pattern EXAMPLE = Pattern.compile("```list\n(.*?)```", Pattern.DOTALL);

  public void testExamples() throws IOException {
    Matcher examples = EXAMPLE.matcher(Files.readString(FORMAT));
    int count = 0;
    while (examples.find()) {
      check(examples.group(1));
      count++;
    }
    assertTrue("an example for each kind of block, a run and a long list: " + count, count >= 6);
  }

  private void check(String example) throws IOException {
    List<Integer> docs = new ArrayList<>();
    StringBuilder expectedBytes = new StringBuilder();
    String expectedEntry = null;
    for (String line : example.split("\n")) {
      String content = line.replaceFirst(";.*", "").strip();
      if (content.startsWith("documents ")) {
        addDocuments(content.substring("documents ".length()), docs);
      } else if (content.startsWith("entry ")) {
        expectedEntry = content.substring("entry ".length()).replace(" ", "");
      } else {
        expectedBytes.append(content.replace(" ", ""));
      }
    }
    docs.sort(null);
    int maxDoc = docs.get(docs.size() - 1) + 1;
    try (Directory directory = newDirectory()) {
      long entry;
      int length;
      try (IndexOutput out = directory.createOutput("lists", IOContext.DEFAULT)) {
        ListEncoder encoder = new ListEncoder();
        encoder.start(out);
        for (int doc : docs) {
          encoder.add(doc);
        }
        entry = encoder.finish();
        length = (int) out.getFilePointer();
        CodecUtil.writeFooter(out);
      }
      try (IndexInput in = directory.openInput("lists", IOContext.DEFAULT)) {
        byte[] bytes = new byte[length];
        in.readBytes(bytes, 0, length);
        assertEquals(example, expectedBytes.toString(), HexFormat.of().formatHex(bytes));
        assertEquals(example, expectedEntry, String.format(Locale.ROOT, "%013x", entry));
        PostingsEnum postings = new PostingLists(in, maxDoc).postings(entry, null);
        for (int doc : docs) {
          assertEquals(doc, postings.nextDoc());
        }
        assertEquals(DocIdSetIterator.NO_MORE_DOCS, postings.nextDoc());
      }
    }
  }

  /** "7", "100-199" or "0-1023:8", the last with a step. */
  private static void addDocuments(String text, List<Integer> docs) {
    for (String part : text.split(" ")) {
      String[] rangeAndStep = part.split(":");
      String[] range = rangeAndStep[0].split("-");
      int from = Integer.parseInt(range[0]);
      int to = Integer.parseInt(range[range.length - 1]);
      int step = rangeAndStep.length == 1 ? 1 : Integer.parseInt(rangeAndStep[1]);
      for (int doc = from; doc <= to; doc += step) {
        docs.add(doc);
      }
    }
  }
}
