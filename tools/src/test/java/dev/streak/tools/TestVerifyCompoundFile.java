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

import dev.streak.codec.StreakCodec;
import dev.streak.termhash.TermHashSettings;
import dev.streak.tools.cli.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.CompoundDirectory;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Damage to a compound file that lies in none of the files within it. */
public class TestVerifyCompoundFile extends LuceneTestCase {
  private static final List<Codec> CODECS =
      List.of(
          new StreakCodec(),
          StreakCodec.builder().bundleSmallFiles(false).build(),
          new Lucene104Codec());

  private static Path index(Codec codec) throws IOException {
    Path path = createTempDir("compound");
    IndexWriterConfig config = SampleDocuments.config(codec).setUseCompoundFile(true);
    SampleDocuments.writeSegments(path, config, 60, 30);
    return path;
  }

  public void testDamageBesideTheFilesWithin() throws Exception {
    for (Codec codec : CODECS) {
      Path path = index(codec);
      Path file = path.resolve("_0.cfs");
      byte[] whole = Files.readAllBytes(file);
      BitSet beside = besideTheFilesWithin(path, whole);
      assertTrue("" + beside.cardinality(), beside.cardinality() > 16);
      for (int at = beside.nextSetBit(0); at >= 0; at = beside.nextSetBit(at + 1)) {
        if (random().nextInt(40) == 0 || at == whole.length - 1) {
          byte[] damaged = whole.clone();
          damaged[at] ^= (byte) (1 << random().nextInt(8));
          Files.write(file, damaged);
          Run run = Run.of("verify", path);
          assertEquals(codec + " " + at + run.out() + run.err(), ExitCode.NO, run.code());
          assertTrue(run.out(), run.out().contains("_0.cfs"));
        }
      }
    }
  }

  /** The files within are whole, so nothing is lost. */
  public void testRepairs() throws Exception {
    for (Codec codec : CODECS) {
      Path path = index(codec);
      Run before = Run.of("digest", path);
      Path file = path.resolve("_0.cfs");
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length - 1] ^= 1;
      Files.write(file, bytes);
      Run damaged = Run.of("verify", path);
      assertEquals(damaged.out() + damaged.err(), ExitCode.NO, damaged.code());
      assertTrue(damaged.out(), damaged.out().startsWith("_0, checksums of all files: "));
      assertTrue(damaged.out(), damaged.out().contains("nothing is lost; verify --repair"));
      Run repaired = Run.of("verify", path, "--repair", "--yes");
      assertEquals(repaired.out() + repaired.err(), ExitCode.OK, repaired.code());
      assertEquals(before.out(), Run.of("digest", path).out());
      try (Directory directory = FSDirectory.open(path);
          CheckIndex check = new CheckIndex(directory)) {
        assertTrue(check.checkIndex().clean);
      }
    }
  }

  /**
   * A hash table within makes the checksum of the compound file wrong, too; other files as well.
   */
  public void testDamageWithinIsToldOnce() throws Exception {
    Path path =
        index(
            StreakCodec.builder()
                .bundleSmallFiles(false)
                .termHash(TermHashSettings.DEFAULT.withField(SampleDocuments.ID, true))
                .build());
    Path file = path.resolve("_0.cfs");
    byte[] whole = Files.readAllBytes(file);
    String text = new String(whole, StandardCharsets.ISO_8859_1);
    byte[] damaged = whole.clone();
    damaged[text.indexOf("StreakTermHash\0") + 200] ^= 1;
    Files.write(file, damaged);
    Run table = Run.of("verify", path, "--json");
    assertEquals(table.out(), ExitCode.NO, table.code());
    assertEquals(table.out(), 1, table.json().getAsJsonArray("findings").size());
    assertTrue(table.out(), table.out().contains(".skh"));
    assertTrue(table.out(), table.out().contains("\"repairable\": true"));
    // And what is beside the files does not make that of the terms something that can be mended.
    damaged = whole.clone();
    damaged[text.indexOf("StreakTerms\0") + 70] ^= 1;
    damaged[whole.length - 1] ^= 1;
    Files.write(file, damaged);
    Run terms = Run.of("verify", path);
    assertEquals(terms.out(), ExitCode.NO, terms.code());
    assertTrue(terms.out(), terms.out().contains("restore the index from a copy"));
    assertFalse(terms.out(), terms.out().contains("nothing is lost"));
  }

  /** The bytes that no file within has. */
  private static BitSet besideTheFilesWithin(Path path, byte[] whole) throws IOException {
    BitSet beside = new BitSet();
    beside.set(0, whole.length);
    String text = new String(whole, StandardCharsets.ISO_8859_1);
    try (Directory directory = FSDirectory.open(path)) {
      SegmentCommitInfo segment = SegmentInfos.readLatestCommit(directory).info(0);
      try (CompoundDirectory within =
          segment.info.getCodec().compoundFormat().getCompoundReader(directory, segment.info)) {
        for (String name : within.listAll()) {
          try (IndexInput in = within.openInput(name, IOContext.READONCE)) {
            byte[] inner = new byte[(int) in.length()];
            in.readBytes(inner, 0, inner.length);
            int at = text.indexOf(new String(inner, StandardCharsets.ISO_8859_1));
            beside.clear(at, at + inner.length);
          }
        }
      }
    }
    return beside;
  }
}
