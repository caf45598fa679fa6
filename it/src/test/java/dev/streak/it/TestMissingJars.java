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

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.junit.AfterClass;
import org.junit.BeforeClass;

/**
 * A process that lacks something costs nobody an index, and who has no index of ours notices
 * nothing.
 */
@LuceneTestCase.SuppressSysoutChecks(bugUrl = "prints its totals")
@LuceneTestCase.SuppressFileSystems("ExtrasFS") // files of an index are counted
public class TestMissingJars extends LuceneTestCase {

  private static PublishedJars jars;
  private static Path application;
  private static Path index;

  @BeforeClass
  public static void install() throws Exception {
    Path scratch = createTempDir("missing");
    jars = new PublishedJars(scratch);
    application = scratch.resolve("application");
    List<Path> sources = new ArrayList<>();
    for (String name : List.of("Writes", "Reads", "Others", "Formats")) {
      sources.add(UserApplication.source("user/src/main/java/user/" + name + ".java"));
    }
    UserApplication.compile("-cp", jars.all(), application, sources.toArray(Path[]::new));
    index = scratch.resolve("index");
    assertEquals(List.of("written"), run(jars.all(), List.of(), "user.Writes", index));
  }

  @AfterClass
  public static void forget() {
    jars = null;
  }

  public void testEachJar() throws Exception {
    Set<String> needed = new TreeSet<>(jars.artifacts());
    needed.removeAll(Set.of("lucene-core", "streak-codec"));
    for (String artifact : needed) {
      List<Path> path = jars.without(artifact);
      String sentence = "IllegalStateException: Streak needs the jar " + artifact + ", and its";
      assertHarmless(sentence, path, List.of());
      Path other = createTempDir().resolve("other");
      assertSays(sentence, run(path, List.of(), "user.Writes", other));
      assertEquals(List.of("found 1"), run(path, List.of(), "user.Others", other));
    }
    Totals.print("missing jars: %s, each said before any segment was judged", needed);
  }

  /** It has all classes that we name but one, which came with the methods that we call. */
  public void testOldCaffeine() throws Exception {
    Path old = createTempDir().resolve("caffeine.jar");
    Files.copy(jars.jar("caffeine"), old);
    try (FileSystem zip = FileSystems.newFileSystem(old)) {
      Files.delete(zip.getPath("com/github/benmanes/caffeine/cache/Policy$CacheEntry.class"));
    }
    String sentence = "IllegalStateException: Streak needs the jar caffeine, and its class";
    assertHarmless(sentence, jars.with("caffeine", old), List.of());
  }

  /** In a runtime that jlink put together for Lucene alone. */
  public void testModulesOfJava() throws Exception {
    assertHarmless(
        "IllegalStateException: Streak needs the module java.management, which",
        jars.all(),
        List.of("--limit-modules=java.base,java.logging"));
    // With this one nothing is missed: the size of the cache is reckoned from the heap's.
    assertEquals(
        run(jars.all(), List.of(), "user.Reads", index),
        run(
            jars.all(),
            List.of("--limit-modules=java.base,java.logging,java.management"),
            "user.Reads",
            index));
  }

  public void testTheNativeLibrary() throws Exception {
    assertHarmless(
        "ZstdUnavailableException: The native Zstandard library (zstd-jni) cannot be used",
        jars.all(),
        List.of("-DZstdNativePath=/no/such/library.so"));
  }

  /** Before 1.5.2 there was no frame without its magic number. */
  public void testOldZstd() throws Exception {
    Path old = createTempDir().resolve("zstd-jni.jar");
    Files.copy(jars.jar("zstd-jni"), old);
    try (FileSystem zip = FileSystems.newFileSystem(old)) {
      for (String name : List.of("ZstdCompressCtx", "ZstdDecompressCtx")) {
        rename(zip.getPath("com/github/luben/zstd/" + name + ".class"), "setMagicless");
      }
    }
    assertHarmless(
        "ZstdUnavailableException: The native Zstandard library (zstd-jni) cannot be used",
        jars.with("zstd-jni", old),
        List.of());
  }

  /** Gives a method of a class another name of as many letters. */
  private static void rename(Path classFile, String method) throws IOException {
    String bytes = Files.readString(classFile, StandardCharsets.ISO_8859_1);
    assertTrue(method, bytes.contains(method));
    Files.writeString(
        classFile, bytes.replace(method, "x".repeat(method.length())), StandardCharsets.ISO_8859_1);
  }

  public void testPropertiesThatCannotBeUnderstood() throws Exception {
    for (String name :
        List.of(
            "dev.streak.cache.bytes",
            "dev.streak.checks",
            "dev.streak.maskInstructions",
            "dev.streak.termhash.enabled")) {
      assertHarmless(
          "IllegalArgumentException: " + name + " must be ",
          jars.all(),
          List.of("-D" + name + "=lots"));
    }
  }

  /** Who has a codec of his own is told before a segment is flushed. */
  public void testFormatWithSettings() throws Exception {
    Path none = createTempDir();
    assertEquals(List.of("made StreakPostings1"), run(jars.all(), List.of(), "user.Formats", none));
    assertSays(
        "IllegalArgumentException: dev.streak.checks must be ",
        run(jars.all(), List.of("-Ddev.streak.checks=lots"), "user.Formats", none));
  }

  public void testJarsOfTwoReleases() throws Exception {
    List<String> others = List.of("streak-offheap", "streak-compression");
    for (String artifact : others) {
      Path scratch = createTempDir();
      List<Path> path = new ArrayList<>();
      path.add(jars.released("streak-codec", "1.0", scratch));
      for (String other : others) {
        path.add(jars.released(other, other.equals(artifact) ? "2.0" : "1.0", scratch));
      }
      path.addAll(jars.all());
      assertHarmless(
          "Streak's jars must be of one release, but streak-codec is 1.0 and "
              + artifact
              + " is 2.0",
          path,
          List.of());
    }
  }

  /** Opening and checking fail with the sentence, and the worst command leaves the index alone. */
  private static void assertHarmless(String sentence, List<Path> path, List<String> options)
      throws Exception {
    assertSays(sentence, run(path, options, "user.Reads", index));
    Path copy = createTempDir();
    for (Map.Entry<String, byte[]> file : content(index).entrySet()) {
      Files.write(copy.resolve(file.getKey()), file.getValue());
    }
    List<String> output = run(path, options, CheckIndex.class.getName(), copy, "-exorcise");
    assertSays(sentence, output);
    assertFalse(String.join("\n", output), output.toString().contains("will be lost"));
    assertSameContent(content(index), content(copy));
  }

  private static void assertSays(String sentence, List<String> output) {
    String text = String.join("\n", output);
    assertTrue(text, text.contains(sentence));
  }

  private static void assertSameContent(Map<String, byte[]> one, Map<String, byte[]> other) {
    assertEquals(one.keySet(), other.keySet());
    one.forEach((name, bytes) -> assertTrue(name, Arrays.equals(bytes, other.get(name))));
  }

  private static Map<String, byte[]> content(Path folder) throws IOException {
    Map<String, byte[]> content = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (!file.getFileName().toString().equals("write.lock")) {
          content.put(file.getFileName().toString(), Files.readAllBytes(file));
        }
      }
    }
    return content;
  }

  private static List<String> run(
      List<Path> path, List<String> options, String main, Path folder, String... more)
      throws Exception {
    List<String> arguments = new ArrayList<>(options);
    arguments.add("-cp");
    arguments.add(application + File.pathSeparator + PublishedJars.asPath(path));
    arguments.add(main);
    arguments.add(folder.toString());
    arguments.addAll(List.of(more));
    return UserApplication.run(arguments.toArray(String[]::new));
  }
}
