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
package dev.streak.codec;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Which files a segment has where small ones become one, and what is known to be inside them. */
public class TestSmallFiles extends LuceneTestCase {

  /** The lengths of the files inside each file of postings or stored fields. */
  private static Map<String, Map<String, Long>> files(boolean bundled, int documents)
      throws IOException {
    Map<String, Map<String, Long>> files = new TreeMap<>();
    try (Directory directory = newDirectory()) {
      StreakCodec codec = StreakCodec.builder().bundleSmallFiles(bundled).build();
      IndexWriterConfig config = new IndexWriterConfig().setCodec(codec).setUseCompoundFile(false);
      try (IndexWriter writer = new IndexWriter(directory, config)) {
        for (int i = 0; i < documents; i++) {
          Document document = new Document();
          document.add(new StringField("id", Integer.toString(i), Field.Store.NO));
          document.add(new TextField("text", "words of document " + i, Field.Store.YES));
          writer.addDocument(document);
        }
      }
      SegmentInfo segment = SegmentInfos.readLatestCommit(directory).info(0).info;
      for (String file : segment.files()) {
        Map<String, Long> within = StreakCodec.filesWithin(directory, segment, file);
        long sum = within.values().stream().mapToLong(Long::longValue).sum();
        assertEquals(file, directory.fileLength(file), sum);
        if (file.contains(StreakPostingsFormat.NAME) || file.startsWith("_0.zs")) {
          files.put(file, within);
        }
      }
    }
    return files;
  }

  public void testOneFileHasWhatSeveralHave() throws IOException {
    Map<String, Map<String, Long>> several = files(false, 200);
    Map<String, Map<String, Long>> one = files(true, 200);
    String postings = "_0_" + StreakPostingsFormat.NAME + "_0.skm";
    String fields = "_0.zsm";
    assertEquals(Set.of(fields, postings), one.keySet());
    Map<String, Long> inside = new HashMap<>();
    one.values().forEach(inside::putAll);
    assertEquals(several.keySet(), inside.keySet());
    assertEquals(Set.of("_0.zsd", "_0.zsi", fields), one.get(fields).keySet());
    assertTrue(several.keySet().toString(), several.size() > 13);
    several.forEach((name, within) -> assertEquals(name, within.keySet().iterator().next()));
    several.forEach((name, within) -> assertEquals(1, within.size()));
    // Both have the same fields, so all but the files that count for the rest are equally long.
    several.forEach(
        (name, within) -> {
          if (one.containsKey(name) == false) {
            assertEquals(name, within.get(name), inside.get(name));
          }
        });
  }

  /** With so many documents the files that grow with them are by themselves, small as they are. */
  public void testLargeFilesAreBeside() throws IOException {
    Map<String, Map<String, Long>> several = files(false, (1 << 16) + 1);
    Map<String, Map<String, Long>> one = files(true, (1 << 16) + 1);
    String name = "_0_" + StreakPostingsFormat.NAME;
    Set<String> large =
        Set.of(
            name + "_0.skd",
            name + "_0.skh",
            name + "_0.skp",
            name + "Full_0.doc",
            name + "Full_0.pos",
            name + "Full_0.tim",
            name + "Full_0.tip");
    Set<String> postings = new HashSet<>(large);
    postings.add(name + "_0.skm");
    assertEquals(postings, ofPostings(one.keySet()));
    Set<String> small = ofPostings(several.keySet());
    small.removeAll(large);
    assertEquals(small, one.get(name + "_0.skm").keySet());
    assertTrue(small.toString(), small.size() >= 7);
  }

  private static Set<String> ofPostings(Set<String> files) {
    Set<String> postings = new HashSet<>(files);
    postings.removeIf(file -> file.contains(StreakPostingsFormat.NAME) == false);
    return postings;
  }
}
