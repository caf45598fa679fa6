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

import dev.streak.codec.StreakCodec;
import dev.streak.termhash.TermHashSettings;
import dev.streak.tools.SampleDocuments;
import dev.streak.tools.index.SegmentFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexInput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.IOUtils;

/** A disk that cannot read a byte behind the header of some files, and does not say of which. */
public class TestUnreadableFiles extends LuceneTestCase {
  private static final String FAULT = "a fault occurred in an unsafe memory access operation";

  /** As of a mapped file, and as of others. */
  private static final List<Supplier<Throwable>> FAULTS =
      List.of(() -> new InternalError(FAULT), () -> new IOException("Input/output error"));

  /** Not read when a segment is opened. */
  private static long badByte(long length) {
    return Math.min(80, length / 2);
  }

  private static IndexWriterConfig config(boolean compound) {
    Codec codec =
        StreakCodec.builder()
            .prefixes(SampleDocuments.ID, 1, 2, 50)
            .termHash(TermHashSettings.DEFAULT.withField(SampleDocuments.ID, true))
            .bundleSmallFiles(false)
            .build();
    return SampleDocuments.config(codec).setUseCompoundFile(compound);
  }

  private static Directory index(boolean compound) throws IOException {
    Directory directory = new ByteBuffersDirectory();
    for (int number = 0; number < 400; number += 300) {
      IndexWriterConfig config = config(compound).setMergePolicy(NoMergePolicy.INSTANCE);
      SampleDocuments.write(directory, config, number, number + 300);
    }
    return directory;
  }

  /** The disk; files within a compound file are asked for by name, too. */
  private static final class Disk extends FilterDirectory {
    private final Predicate<String> unreadable;
    private final Supplier<Throwable> fault;
    private int faults;
    private int mostFaults = Integer.MAX_VALUE;

    Disk(Directory in, Predicate<String> unreadable, Supplier<Throwable> fault) {
      super(in);
      this.unreadable = unreadable;
      this.fault = fault;
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
      IndexInput input = super.openInput(name, context);
      return new Input(name, input, unreadable.test(name) ? badByte(input.length()) : -1);
    }

    /** A file or a part of one. */
    private final class Input extends FilterIndexInput {
      private final String name;
      private final long bad;

      Input(String name, IndexInput in, long bad) {
        super(name, in);
        this.name = name;
        this.bad = bad;
      }

      private void read(int length) throws IOException {
        long from = getFilePointer();
        if (from <= bad && bad < from + length && faults < mostFaults) {
          faults++;
          throw IOUtils.rethrowAlways(fault.get());
        }
      }

      @Override
      public byte readByte() throws IOException {
        read(1);
        return super.readByte();
      }

      @Override
      public void readBytes(byte[] bytes, int offset, int length) throws IOException {
        read(length);
        super.readBytes(bytes, offset, length);
      }

      @Override
      public IndexInput slice(String what, long offset, long length) throws IOException {
        boolean within = bad < 0 && unreadable.test(what);
        return new Input(
            name, super.slice(what, offset, length), within ? badByte(length) : bad - offset);
      }

      @Override
      public IndexInput clone() {
        return new Input(name, in.clone(), bad);
      }
    }
  }

  private static List<Finding> verified(Directory directory, int threads) throws IOException {
    try (Verification verification = new Verification(directory, false)) {
      return List.copyOf(verification.run(threads, SampleDocuments.SILENT, "verifying"));
    }
  }

  private static boolean anyNames(List<Finding> findings, String file) {
    return findings.stream().anyMatch(finding -> finding.message().contains(file));
  }

  /** A merge does not read them, and so heals it. */
  public void testWhatIsMadeAnewIsRepairable() throws IOException {
    for (boolean compound : new boolean[] {false, true}) {
      for (String extension : new String[] {".skh", ".skx", ".skdk", ".tipk"}) {
        for (Supplier<Throwable> fault : FAULTS) {
          try (Directory index = index(compound)) {
            Disk disk =
                new Disk(index, name -> name.startsWith("_0") && name.endsWith(extension), fault);
            for (int threads = 1; threads <= 2; threads++) {
              List<Finding> findings = verified(disk, threads);
              assertTrue(extension + findings, anyNames(findings, extension));
              for (Finding finding : findings) {
                assertTrue(finding.toString(), finding.repairable());
                assertTrue(
                    finding.toString(), finding.message().contains(fault.get().getMessage()));
              }
            }
            assertTrue(disk.faults > 0);
            int before = disk.faults;
            try (IndexWriter writer = new IndexWriter(disk, config(compound))) {
              writer.forceMerge(1);
            }
            assertEquals(before, disk.faults);
            assertEquals(List.of(), verified(disk, 2));
          }
        }
      }
    }
  }

  /** Who is told that nothing is lost believes it. */
  public void testHidesNoOther() throws IOException {
    List<String> tried = new ArrayList<>();
    String[] files;
    try (Directory index = index(false)) {
      files = index.listAll();
    }
    for (boolean compound : new boolean[] {false, true}) {
      try (Directory index = index(compound)) {
        for (String file : files) {
          // Those of the commit fail before.
          if (!file.matches("_0.*(?<!\\.si)") || SegmentFiles.isMadeAnew(file)) {
            continue;
          }
          Disk disk =
              new Disk(
                  index,
                  name -> name.equals(file) || name.matches("_0.*\\.sk[hx]"),
                  FAULTS.get(random().nextInt(FAULTS.size())));
          List<Finding> findings = verified(disk, 2);
          if (findings.size() == 1 && findings.get(0).check().equals("opening")) {
            assertFalse(findings.get(0).repairable());
            continue;
          }
          assertTrue(file + findings, anyNames(findings, ".skh"));
          assertTrue(file + findings, anyNames(findings, ".skx"));
          assertTrue(
              file + findings,
              findings.stream()
                  .anyMatch(each -> !each.repairable() && each.message().contains(file)));
          tried.add(file);
        }
      }
    }
    assertTrue(tried.toString(), tried.size() > 10);
  }

  /** It cannot be said of which file it was. */
  public void testADiskThatReadsAgain() throws IOException {
    for (boolean compound : new boolean[] {false, true}) {
      try (Directory index = index(compound)) {
        Disk disk = new Disk(index, name -> name.matches("_0.*\\.skh"), FAULTS.get(0));
        // Of the whole segment, and of its postings.
        disk.mostFaults = 2;
        List<Finding> findings = verified(disk, 1);
        assertEquals(findings.toString(), 1, findings.size());
        assertFalse(findings.get(0).repairable());
        assertTrue(findings.get(0).message().contains(FAULT));
      }
    }
  }
}
