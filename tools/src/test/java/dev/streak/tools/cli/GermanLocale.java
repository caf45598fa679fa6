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

import static org.apache.lucene.tests.util.LuceneTestCase.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A locale in which the system says in German what fails. */
public final class GermanLocale {
  private static final String NAME = "de_DE.UTF-8";

  private GermanLocale() {}

  /** Makes one in a folder; skips the test where that, or the system's German, is not there. */
  public static Path of(Path folder) throws IOException, InterruptedException {
    assumeTrue("needs localedef", new File("/usr/bin/localedef").canExecute());
    String[] command = {"localedef", "-i", "de_DE", "-f", "UTF-8", folder.resolve(NAME).toString()};
    said(new ProcessBuilder(command));
    ProcessBuilder list = new ProcessBuilder("ls", folder.resolve("missing").toString());
    use(list, folder);
    assumeTrue("needs German messages", said(list).contains("Datei oder Verzeichnis nicht"));
    return folder;
  }

  /** Has a process begin in the locale of a folder. */
  public static void use(ProcessBuilder builder, Path folder) {
    builder.environment().put("LOCPATH", folder.toString());
    builder.environment().put("LC_ALL", NAME);
  }

  private static String said(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor(1, TimeUnit.MINUTES);
    return said;
  }
}
