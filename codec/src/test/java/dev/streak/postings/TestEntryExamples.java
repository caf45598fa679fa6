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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.codecs.BlockTermState;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteArrayDataOutput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.InfoStream;
import org.apache.lucene.util.Version;

/** The entries of terms in {@code docs/format.md} are what is written and read. */
public class TestEntryExamples extends LuceneTestCase {

  private static final Path FORMAT = Path.of("..", "docs", "format.md");

  private record Example(RunTermState state, String bytes) {}

  public void testBlockTree() throws IOException {
    try (Directory directory = newDirectory()) {
      SegmentInfo segment = segment(directory);
      FieldInfos none = new FieldInfos(new FieldInfo[0]);
      List<Example> examples = examples("entries");
      long length;
      try (RunLengthPostingsWriter writer =
          new RunLengthPostingsWriter(
              new SegmentWriteState(
                  InfoStream.getDefault(), directory, segment, none, null, IOContext.DEFAULT),
              new TermListeners(List.of()))) {
        for (int i = 0; i < examples.size(); i++) {
          byte[] bytes = new byte[20];
          ByteArrayDataOutput out = new ByteArrayDataOutput(bytes);
          writer.encodeTerm(out, null, examples.get(i).state(), i == 0);
          assertEquals(
              examples.get(i).bytes(), HexFormat.of().formatHex(bytes, 0, out.getPosition()));
        }
        length = writer.finish();
      }
      try (RunLengthPostingsReader reader =
          new RunLengthPostingsReader(
              new SegmentReadState(directory, segment, none, IOContext.DEFAULT), length)) {
        BlockTermState state = reader.newTermState();
        for (int i = 0; i < examples.size(); i++) {
          Example example = examples.get(i);
          state.docFreq = example.state().docFreq;
          byte[] bytes = HexFormat.of().parseHex(example.bytes());
          reader.decodeTerm(new ByteArrayDataInput(bytes), null, state, i == 0);
          assertEquals(example.state().entry, ((RunTermState) state).entry);
        }
      }
    }
  }

  public void testSplitDictionary() throws IOException {
    RunTermStateSerializer serializer = new RunTermStateSerializer();
    serializer.resetBaseStartFP();
    for (Example example : examples("split-entries")) {
      byte[] bytes = new byte[20];
      ByteArrayDataOutput out = new ByteArrayDataOutput(bytes);
      serializer.writeTermState(out, null, example.state());
      assertEquals(example.bytes(), HexFormat.of().formatHex(bytes, 0, out.getPosition()));
    }
    for (Example example : examples("split-entries")) {
      BlockTermState state =
          serializer.readTermState(
              serializer.getBaseDocStartFP(),
              serializer.getBasePosStartFP(),
              0,
              new ByteArrayDataInput(HexFormat.of().parseHex(example.bytes())),
              null,
              new RunTermState());
      assertEquals(example.state().entry, ((RunTermState) state).entry);
      assertEquals(example.state().docFreq, state.docFreq);
    }
  }

  /** Lines like "500-599 d1 0f" or "2 at 37 4a", with remarks behind semicolons. */
  private static List<Example> examples(String kind) throws IOException {
    Matcher block =
        Pattern.compile("```" + kind + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(FORMAT));
    assertTrue("no example of " + kind, block.find());
    Pattern line = Pattern.compile("(\\d+)(-| at )(\\d+) +((?:[0-9a-f]{2} )+) *;.*");
    List<Example> examples = new ArrayList<>();
    for (String text : block.group(1).split("\n")) {
      Matcher parts = line.matcher(text);
      assertTrue(text, parts.matches());
      int first = Integer.parseInt(parts.group(1));
      int second = Integer.parseInt(parts.group(3));
      RunTermState state = new RunTermState();
      if (parts.group(2).equals("-")) {
        state.docFreq = second - first + 1;
        state.entry = TermEntry.ofRun(first, state.docFreq);
      } else {
        state.docFreq = first;
        state.entry = TermEntry.ofPointer(second);
      }
      examples.add(new Example(state, parts.group(4).replace(" ", "")));
    }
    return examples;
  }

  private static SegmentInfo segment(Directory directory) {
    return new SegmentInfo(
        directory,
        Version.LATEST,
        Version.LATEST,
        "_0",
        1_000,
        false,
        false,
        Codec.getDefault(),
        Map.of(),
        new byte[16],
        Map.of(),
        null);
  }
}
