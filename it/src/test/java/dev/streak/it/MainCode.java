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
package dev.streak.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The main code of modules. */
final class MainCode {
  /** The folder of the project. */
  static final Path ROOT = Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();

  private MainCode() {}

  /** The files of all modules. */
  static List<Path> files() throws IOException {
    return files("[\\w-]+");
  }

  /** The files of these modules, each of which may be a pattern. */
  static List<Path> files(String... modules) throws IOException {
    Pattern code = Pattern.compile("(" + String.join("|", modules) + ")/src/main/java/.*\\.java");
    try (Stream<Path> files = Files.find(ROOT, 16, (file, type) -> isMatch(code, file))) {
      return files.toList();
    }
  }

  private static boolean isMatch(Pattern code, Path file) {
    return code.matcher(ROOT.relativize(file).toString().replace('\\', '/')).matches();
  }
}
