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
package dev.streak.tools.verify;

import java.util.List;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestFinding extends LuceneTestCase {
  private static String told(String message, String resource) {
    String text = new CorruptIndexException(message, resource).toString();
    return new Finding("_a", "stored fields", text, false).told();
  }

  public void testTheFileComesFirst() {
    assertEquals(
        "_a, stored fields: _a.zsd: frame at 4778 is damaged",
        told("frame at 4778 is damaged", "MemorySegmentIndexInput(path=\"/x/_a.zsd\")"));
    assertEquals(
        "_a, stored fields: _a.zsd: checksum failed (hardware problem?) : expected=61 actual=c9",
        told(
            "checksum failed (hardware problem?) : expected=61 actual=c9",
            "BufferedChecksumIndexInput(MemorySegmentIndexInput(path=\"C:\\\\x y\\\\_a.zsd\"))"));
    assertEquals(
        "_a, stored fields: _a.cfs [slice=_a_X_0.skh] [slice=table]: wrong",
        told("wrong", "NIOFSIndexInput(path=\"/x(1)/_a.cfs\") [slice=_a_X_0.skh] [slice=table]"));
  }

  public void testWhatNamesNoFileStaysWhole() {
    assertEquals("_a, stored fields: wrong (resource=_a.zsd)", told("wrong", "_a.zsd"));
    assertEquals(
        "_a, terms: returns 1 after 2",
        new Finding("_a", "terms", "org.x.CheckIndex$CheckIndexException: returns 1 after 2", false)
            .told());
    assertEquals(
        "_a, opening: a file is missing: /x/_a.dvd",
        new Finding("_a", "opening", "a file is missing: /x/_a.dvd", false).told());
    assertEquals(
        "_a, opening: other file: wrong",
        new Finding(
                "_a",
                "opening",
                "other file: java.io.IOException: org.x.CorruptIndexException: wrong",
                false)
            .told());
  }

  public void testAdviceIsGivenOnce() {
    Finding made = new Finding("_a", "tables", "x", true);
    Finding lost = new Finding("_b", "terms", "y", false);
    Finding lostToo = new Finding("_c", "terms", "z", false);
    assertEquals(List.of(), Finding.advice(List.of()));
    assertEquals(
        List.of("nothing is lost; verify --repair makes it anew"),
        Finding.advice(List.of(made, made)));
    List<String> mixed = Finding.advice(List.of(made, lost, lostToo));
    assertEquals(1, mixed.size());
    assertTrue(mixed.get(0), mixed.get(0).startsWith("restore the index from a copy"));
    assertEquals(
        mixed.get(0), 2, Finding.advice(List.of(Finding.unfinished("short"), lost)).size());
  }
}
