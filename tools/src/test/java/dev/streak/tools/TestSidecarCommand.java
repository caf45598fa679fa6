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
package dev.streak.tools;

import com.google.gson.JsonObject;
import dev.streak.codec.StreakCodec;
import dev.streak.sidecar.StreakReaders;
import dev.streak.tools.cli.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;

// The files are looked at, and a folder is renamed while another thread reads it.
@SuppressFileSystems({"ExtrasFS", "WindowsFS"})
public class TestSidecarCommand extends LuceneTestCase {
  private Path index;
  private Path sidecar;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    index = createTempDir("index").resolve("shops");
    sidecar = index.resolveSibling("shops.sidecar");
    SampleDocuments.writeSegments(index, SampleDocuments.config(new Lucene104Codec()), 300, 100);
  }

  private static JsonObject run(ExitCode code, Object... arguments) {
    Run run = Run.of(arguments);
    assertEquals(run.err(), code, run.code());
    return run.json();
  }

  private static void refused(String sentence, Object... arguments) {
    Run run = Run.of(arguments);
    assertEquals(run.err(), ExitCode.REFUSED, run.code());
    assertTrue(run.err(), run.err().startsWith("streak: " + sentence));
  }

  private int served(Path folder) throws IOException {
    try (Directory directory = FSDirectory.open(index);
        DirectoryReader reader =
            StreakReaders.withSidecar(DirectoryReader.open(directory), folder)) {
      return StreakReaders.segmentsWithSidecar(reader);
    }
  }

  public void testBuildStatusPrune() throws IOException {
    JsonObject none = run(ExitCode.NO, "sidecar", "status", index, "--json");
    assertEquals(3, none.toString().split("\"state\":\"has none\"", -1).length - 1);
    assertFalse("status builds nothing", Files.exists(sidecar));
    JsonObject built = run(ExitCode.OK, "sidecar", "build", index, "--json", "--threads", 2);
    assertEquals(3, built.getAsJsonArray("segments").size());
    assertTrue(built.toString(), built.toString().contains("\"state\":\"built\""));
    assertTrue(built.get("bytes").getAsLong() > 1000);
    assertEquals(3, served(sidecar));
    run(ExitCode.OK, "sidecar", "status", index, "--json");
    built = run(ExitCode.OK, "sidecar", "build", index, "--json");
    assertEquals(3, built.toString().split("\"state\":\"is sound\"", -1).length - 1);
    try (Directory directory = FSDirectory.open(index);
        IndexWriter writer =
            new IndexWriter(directory, SampleDocuments.config(new Lucene104Codec()))) {
      writer.forceMerge(1);
    }
    run(ExitCode.NO, "sidecar", "status", index, "--json");
    JsonObject pruned = run(ExitCode.OK, "sidecar", "prune", index, "--json");
    assertEquals(3, pruned.get("deleted").getAsInt());
    run(ExitCode.OK, "sidecar", "build", index, "--json");
    assertEquals(1, served(sidecar));
  }

  public void testUnfinishedBuildsAreNamed() throws IOException {
    assertEquals(ExitCode.OK, Run.of("sidecar", "build", index).code());
    Path left = Files.createDirectory(sidecar.resolve("a".repeat(32) + ".b.unfinished"));
    Run run = Run.of("sidecar", "prune", index);
    assertTrue(run.out(), run.out().startsWith("0 sidecars of other segments deleted"));
    assertTrue(run.out(), run.out().contains("1 unfinished build left: "));
    FileTime abandoned = FileTime.from(Instant.now().minus(Duration.ofHours(2)));
    Files.setLastModifiedTime(left, abandoned);
    String out = Run.of("sidecar", "prune", index).out();
    String deleted = "0 sidecars of other segments and 1 unfinished build deleted";
    assertTrue(out, out.startsWith(deleted));
    Files.setLastModifiedTime(Files.createDirectory(left), abandoned);
    JsonObject pruned = run(ExitCode.OK, "sidecar", "prune", index, "--json");
    assertEquals(1, pruned.get("deleted").getAsInt());
    assertEquals(0, pruned.get("unfinished").getAsInt());
  }

  public void testDamagedOneIsFoundAndMended() throws IOException {
    Run run = Run.of("sidecar", "build", index);
    assertTrue(run.out(), run.out().contains(", 100 documents: built"));
    Path file;
    try (Stream<Path> files = Files.walk(sidecar)) {
      file = files.filter(path -> path.toString().endsWith(".skm")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 4;
    Files.write(file, bytes);
    assertEquals(2, served(sidecar));
    run = Run.of("sidecar", "status", index);
    assertEquals(ExitCode.NO, run.code());
    assertEquals(run.out(), 2, run.out().split("has a damaged one", -1).length);
    assertFalse(run.out(), run.out().contains("has none"));
    assertEquals(ExitCode.OK, Run.of("sidecar", "build", index).code());
    assertEquals(3, served(sidecar));
  }

  /** What was built of the others stays, and is said. */
  public void testABuildThatFailsTellsWhatItBuilt() throws IOException {
    Path path = createTempDir("damaged");
    SampleDocuments.writeSegments(
        path, SampleDocuments.config(new Lucene104Codec()).setUseCompoundFile(false), 300, 100);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "_1*.tim")) {
      Path file = files.iterator().next();
      byte[] bytes = Files.readAllBytes(file);
      Arrays.fill(bytes, 100, bytes.length - 16, (byte) -1);
      Files.write(file, bytes);
    }
    Run run = Run.of("sidecar", "build", path, "--out", sidecar, "--threads", 2);
    assertEquals(run.out(), ExitCode.FAILED, run.code());
    assertEquals("_0, 100 documents: built\n_2, 100 documents: built\n", run.out());
    assertEquals(1, run.err().lines().count());
  }

  /** As inspect and convert do. */
  public void testLiveDocumentsAreCounted() throws IOException {
    Path path = createTempDir("live");
    try (Directory directory = FSDirectory.open(path)) {
      SampleDocuments.write(
          directory, SampleDocuments.config(new Lucene104Codec()), 0, 100, 1, 2, 3);
    }
    Run run = Run.of("sidecar", "status", path, "--out", sidecar);
    assertTrue(run.out(), run.out().contains("_0, 97 documents: has none"));
  }

  public void testFieldsAndFolderOfTheUser() throws IOException {
    Path out = createTempDir().resolve("deep").resolve("down");
    long small = built("--out", out, "--fields", "id");
    assertEquals(3, served(out));
    assertEquals(0, served(sidecar));
    assertTrue(small < built());
    Path other = createTempDir();
    assertTrue(small < built("--out", other, "--fields", "id", "--prefixes", "id=1-2"));
  }

  /** What is sound is sound, whatever fields it is of; and it does not go without a word. */
  public void testSidecarsOfOtherFields() throws IOException {
    assertEquals(ExitCode.OK, Run.of("sidecar", "build", index, "--fields", "id").code());
    Run any = Run.of("sidecar", "status", index);
    assertEquals(any.out(), ExitCode.OK, any.code());
    assertTrue(any.out(), any.out().contains("100 documents: is sound, of id"));
    Run same = Run.of("sidecar", "status", index, "--fields", "id");
    assertEquals(same.out(), ExitCode.OK, same.code());
    assertTrue(same.out(), same.out().contains("100 documents: is sound\n"));
    Run other = Run.of("sidecar", "status", index, "--fields", "shop");
    assertEquals(other.out(), ExitCode.NO, other.code());
    assertTrue(other.out(), other.out().contains("100 documents: has one of other fields: id"));
    Run built = Run.of("sidecar", "build", index);
    assertEquals(built.err(), ExitCode.OK, built.code());
    assertTrue(
        built.out(), built.out().contains("100 documents: built, in the place of one of id"));
  }

  public void testPrefixSetsOfSidecarsThatAreThere() throws IOException {
    String kept = "they keep the prefix sets they have";
    Run first = Run.of("sidecar", "build", index, "--prefixes", "id=1-2");
    assertFalse(first.out(), first.out().contains(kept));
    Run again = Run.of("sidecar", "build", index, "--prefixes", "id=1-3");
    assertEquals(again.err(), ExitCode.OK, again.code());
    assertTrue(again.out(), again.out().contains(kept));
    assertFalse(Run.of("sidecar", "build", index).out().contains(kept));
  }

  private long built(Object... options) throws IOException {
    Stream<Object> all = Stream.of("sidecar", "build", index, "--json");
    JsonObject result = run(ExitCode.OK, Stream.concat(all, Stream.of(options)).toArray());
    return result.get("bytes").getAsLong();
  }

  public void testSegmentsOfStreakNeedNone() throws IOException {
    Path streak = createTempDir();
    SampleDocuments.writeSegments(streak, SampleDocuments.config(new StreakCodec()), 200, 100);
    JsonObject built = run(ExitCode.OK, "sidecar", "build", streak, "--json");
    assertEquals(2, built.toString().split("\"state\":\"needs none\"", -1).length - 1);
    run(ExitCode.OK, "sidecar", "status", streak, "--json");
  }

  public void testRefusals() throws IOException {
    refused("missing argument: expected build|status|prune DIR", "sidecar");
    refused("missing argument: expected build|status|prune DIR", "sidecar", "build");
    refused("unknown argument: make (expected build|status|prune DIR)", "sidecar", "make", index);
    refused("unknown argument: make (expected build|status|prune DIR)", "sidecar", "make");
    refused("no such folder", "sidecar", "build", index.resolve("none"));
    refused("no index in", "sidecar", "build", createTempDir());
    refused("--out must not be the index itself", "sidecar", "build", index, "--out", index);
    refused(
        "--fields: no segment has a field without frequencies called text (there are: id, shop)",
        "sidecar",
        "build",
        index,
        "--fields",
        "id,text");
    refused("--prefixes: ", "sidecar", "build", index, "--prefixes", "id=3-1");
    refused("--fields needs build or status", "sidecar", "prune", index, "--fields", "id");
    for (String what : new String[] {"status", "prune"}) {
      refused("--prefixes needs build", "sidecar", what, index, "--prefixes", "id=1-2");
    }
    Path other = createTempDir();
    SampleDocuments.writeSegments(other, SampleDocuments.config(new Lucene104Codec()), 10, 10);
    refused("--out must not be an index", "sidecar", "build", index, "--out", other);
    refused("not a folder", "sidecar", "build", index, "--out", Files.createFile(sidecar));
  }

  public void testSizeOfAFolderThatOthersWriteTo() throws Exception {
    Path folder = createTempDir();
    Files.writeString(folder.resolve("file"), "four");
    AtomicBoolean done = new AtomicBoolean();
    Thread builder =
        new Thread(
            () -> {
              while (!done.get()) {
                try {
                  Path place = Files.createDirectory(folder.resolve("a.unfinished"));
                  Files.createFile(place.resolve("_0.si"));
                  Files.move(place, folder.resolve("a"));
                  Files.delete(folder.resolve("a").resolve("_0.si"));
                  Files.delete(folder.resolve("a"));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              }
            });
    builder.start();
    try {
      for (int i = 0; i < 1000; i++) {
        assertEquals(4, SidecarCommand.bytes(folder));
      }
      Path link = createTempDir().resolve("link");
      assertEquals(4, SidecarCommand.bytes(Files.createSymbolicLink(link, folder)));
    } finally {
      done.set(true);
      builder.join();
    }
  }
}
