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
package dev.streak.tools.cli;

import dev.streak.tools.ToolProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;

@SuppressFileSystems("*") // Another process reads the files.
public class TestOutputPipe extends LuceneTestCase {
  private final AtomicInteger written = new AtomicInteger();
  private final AtomicInteger told = new AtomicInteger();

  private PrintStream failing(String message, Runnable whenClosed) {
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            written.incrementAndGet();
            throw new IOException(message);
          }
        };
    return new PrintStream(new OutputPipe(out, whenClosed), true, StandardCharsets.UTF_8);
  }

  public void testWhatNobodyReadsIsDropped() {
    for (String message : new String[] {"Broken pipe", "The pipe is being closed"}) {
      PrintStream out = failing(message, told::incrementAndGet);
      for (int i = 0; i < 3; i++) {
        out.println("line");
      }
      assertFalse(out.checkError());
    }
    assertEquals(2, written.get());
    assertEquals(2, told.get());
  }

  /** As the system says it in the language of this process, which is found out. */
  public void testInWhateverLanguage() throws Exception {
    Path locale = GermanLocale.of(createTempDir());
    ProcessBuilder builder =
        ToolProcess.builder(List.of(), "help").redirectError(ProcessBuilder.Redirect.DISCARD);
    GermanLocale.use(builder, locale);
    Process process = builder.start();
    process.getInputStream().close();
    assertEquals(0, process.waitFor());
  }

  public void testWhoeverPrintsMayEnd() {
    PrintStream out =
        failing(
            "Broken pipe",
            () -> {
              throw new IllegalStateException("nobody reads");
            });
    expectThrows(IllegalStateException.class, () -> out.println("line"));
    out.println("what is said while it ends");
    assertFalse(out.checkError());
  }

  public void testAFullDisk() {
    PrintStream out = failing("No space left on device", told::incrementAndGet);
    out.println("line");
    assertTrue(out.checkError());
    assertEquals(0, told.get());
  }
}
