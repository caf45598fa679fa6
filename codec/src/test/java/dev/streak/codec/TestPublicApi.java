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

import dev.streak.cache.BlockCache;
import dev.streak.compression.ZstdSettings;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * What users may call is a promise, and {@code docs/api.txt} is the list of it. A change of the
 * list is made on purpose: copy the file that this test writes.
 */
public class TestPublicApi extends LuceneTestCase {

  private static final Path ROOT =
      Path.of(System.getProperty("basedir", "")).toAbsolutePath().getParent();

  public void testListIsUpToDate() throws Exception {
    List<String> lines = new ArrayList<>();
    for (Class<?> ofModule : List.of(StreakCodec.class, ZstdSettings.class, BlockCache.class)) {
      lines.addAll(module(ofModule));
    }
    Path written = ROOT.resolve("codec/target/api.txt");
    Files.write(written, lines);
    List<String> promised = Files.readAllLines(ROOT.resolve("docs/api.txt"));
    TreeSet<String> added = new TreeSet<>(lines);
    promised.forEach(added::remove);
    TreeSet<String> removed = new TreeSet<>(promised);
    lines.forEach(removed::remove);
    assertTrue(
        "The public API is not what docs/api.txt promises. If that is meant, copy codec/target/api.txt"
            + " there, with a line in CHANGES.md.\nnew: "
            + String.join("\n     ", added)
            + "\ngone: "
            + String.join("\n      ", removed),
        lines.equals(promised));
  }

  private static List<String> module(Class<?> ofModule) throws Exception {
    URI location = ofModule.getProtectionDomain().getCodeSource().getLocation().toURI();
    Path place = Path.of(location);
    if (Files.isDirectory(place)) {
      return exported(place, ofModule.getClassLoader());
    }
    try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
      return exported(jar.getPath("/"), ofModule.getClassLoader());
    }
  }

  private static List<String> exported(Path classes, ClassLoader loader) throws Exception {
    ModuleDescriptor module;
    try (InputStream descriptor = Files.newInputStream(classes.resolve("module-info.class"))) {
      module = ModuleDescriptor.read(descriptor);
    }
    List<String> lines = new ArrayList<>();
    TreeSet<String> packages = new TreeSet<>();
    for (ModuleDescriptor.Exports exports : module.exports()) {
      if (exports.isQualified() == false) {
        packages.add(exports.source());
      }
    }
    for (String name : packages) {
      for (String type : types(classes.resolve(name.replace('.', '/')))) {
        describe(Class.forName(name + "." + type, false, loader), lines);
      }
    }
    return lines;
  }

  private static List<String> types(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".class") && file.equals("package-info.class") == false)
          .map(file -> file.substring(0, file.length() - ".class".length()))
          .sorted()
          .toList();
    }
  }

  private static void describe(Class<?> type, List<String> lines) {
    if (isPromised(type) == false) {
      return;
    }
    lines.add(type.toGenericString());
    TreeSet<String> members = new TreeSet<>();
    for (Executable constructor : type.getDeclaredConstructors()) {
      add(constructor, constructor.toGenericString(), members);
    }
    for (Executable method : type.getDeclaredMethods()) {
      add(method, method.toGenericString(), members);
    }
    for (Field field : type.getDeclaredFields()) {
      add(field, field.toGenericString(), members);
    }
    lines.addAll(members);
  }

  /** Public, and so is what it stands in. */
  private static boolean isPromised(Class<?> type) {
    return Modifier.isPublic(type.getModifiers())
        && (type.getEnclosingClass() == null || isPromised(type.getEnclosingClass()));
  }

  private static void add(Member member, String description, TreeSet<String> members) {
    boolean visible = (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
    if (visible && member.isSynthetic() == false) {
      members.add("    " + description);
    }
  }
}
