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
package dev.streak.cachedfile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.StringHelper;

/** The example of block checksums in docs/format.md is what is written. */
public class TestBlockChecksumsExample extends LuceneTestCase {
  private static final String DOCUMENT = "../docs/format.md";
  private static final String BEFORE = "for a file of 5 bytes `hello`: `";

  public void testExampleIsWhatIsWritten() throws IOException {
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    IndexOutput file = directory.createOutput("file", IOContext.DEFAULT);
    try (IndexOutput output =
        new BlockChecksumOutput(
            file, directory, StringHelper.randomId(), "suffix", IOContext.DEFAULT)) {
      byte[] hello = "hello".getBytes(StandardCharsets.UTF_8);
      output.writeBytes(hello, 0, hello.length);
    }
    try (IndexInput checksums = directory.openInput("filek", IOContext.DEFAULT)) {
      int header = CodecUtil.indexHeaderLength("StreakBlockChecksums", "suffix");
      byte[] written = new byte[(int) checksums.length() - header - CodecUtil.footerLength()];
      checksums.seek(header);
      checksums.readBytes(written, 0, written.length);
      assertEquals(exampleInDocument(), HexFormat.ofDelimiter(" ").formatHex(written));
    }
  }

  private static String exampleInDocument() throws IOException {
    String text = Files.readString(Path.of(DOCUMENT), StandardCharsets.UTF_8).replace('\n', ' ');
    int start = text.indexOf(BEFORE) + BEFORE.length();
    return text.substring(start, text.indexOf('`', start));
  }
}
