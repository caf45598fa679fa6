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

import dev.streak.cache.CachePolicy;
import dev.streak.codec.StreakCodec;
import dev.streak.it.CorruptionTrial.Outcome;
import dev.streak.it.PartReading.Part;
import dev.streak.termhash.TermHashSettings;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

/**
 * One small segment, and trials that change bytes of one of its files and read what is affected.
 */
final class Mutations implements Closeable {

  /** A file that takes more processor time to read than this hangs, or is about to. */
  private static final long MOST_NANOS = 10_000_000_000L;

  private static final Set<BytesRef> WORDS =
      Set.of(new BytesRef("more"), new BytesRef("3"), new BytesRef("word"), new BytesRef("words"));

  private final Random random;
  private final Part part;
  private final boolean uniqueKeys;
  private final boolean bundled;
  private final ArrayFiles files;
  private final List<String> names = new ArrayList<>();
  private final Map<String, InnerChecksums> inner = new HashMap<>();
  private final Map<String, ZstdFrames> frames = new HashMap<>();
  private final PartReading reading;
  private final long healthy;
  private final MutationOutcomes outcomes;

  Mutations(Random random, ReaderUnderTest reader, MutationOutcomes outcomes) throws IOException {
    this.random = random;
    this.part = reader.part();
    // Their only document stands with the term, and not in a list.
    this.uniqueKeys = reader != ReaderUnderTest.LISTS;
    this.bundled = reader == ReaderUnderTest.BUNDLE || reader == ReaderUnderTest.STORED_BUNDLE;
    this.outcomes = outcomes;
    Map<String, Set<BytesRef>> terms = new HashMap<>();
    try (Directory directory = new ByteBuffersDirectory()) {
      write(directory, terms);
      files = new ArrayFiles(directory);
      Map<String, List<BytesRef>> sought = new HashMap<>();
      terms.forEach((field, all) -> sought.put(field, PartReading.someOf(all)));
      try (DirectoryReader whole = DirectoryReader.open(directory)) {
        SegmentReader leaf = (SegmentReader) whole.leaves().get(0).reader();
        reading = new PartReading(leaf.getSegmentInfo().info, leaf.getFieldInfos(), sought, reader);
      }
    }
    for (String name : files.listAll()) {
      if (reader.extensions().contains(name.substring(name.lastIndexOf('.') + 1))) {
        names.add(name);
        inner.put(name, new InnerChecksums(files.get(name)));
        frames.put(name, new ZstdFrames(files.get(name)));
      }
    }
    healthy = reading.read(files);
  }

  /** Names of the files that are changed. */
  List<String> names() {
    return names;
  }

  /** Number of checksums inside these files. */
  int innerChecksums() {
    return inner.values().stream().mapToInt(InnerChecksums::size).sum()
        + frames.values().stream().mapToInt(ZstdFrames::size).sum();
  }

  /** Whether all of these files have checksums of their blocks, and we know how to make them. */
  boolean companionsAreRight() {
    return names.stream()
        .allMatch(
            name -> {
              byte[] written = files.get(CompanionChecksums.nameFor(name));
              return Arrays.equals(written, CompanionChecksums.of(written, files.get(name)));
            });
  }

  void trial() {
    String name = names.get(random.nextInt(names.size()));
    byte[] whole = files.get(name);
    byte[] changed = Damage.behindTheChecksum(whole, Damage.headerLength(whole, 0), random);
    if (bundled) {
      restoreHeadersInside(whole, changed);
    }
    if (random.nextInt(8) > 0) {
      frames.get(name).fix(changed);
      inner.get(name).fix(changed);
      Damage.fixChecksum(changed);
    }
    files.put(name, changed);
    String companion = CompanionChecksums.nameFor(name);
    byte[] checksums = files.get(companion);
    if (checksums != null) {
      files.put(companion, CompanionChecksums.of(checksums, changed));
    }
    long before = CorruptionTrial.allocated();
    long begin = CorruptionTrial.processorNanos();
    try {
      outcomes.add(outcome());
      long bytes = CorruptionTrial.allocated() - before;
      // Lucene's reader of term vectors believes the lengths that it reads.
      if (bytes > 16 << 20 && part != Part.TERM_VECTORS) {
        throw new AssertionError("allocated " + bytes + " bytes");
      }
      long nanos = CorruptionTrial.processorNanos() - begin;
      if (nanos > MOST_NANOS) {
        throw new AssertionError("took " + nanos / 1_000_000 + " ms of a processor");
      }
    } catch (Throwable failure) {
      throw new AssertionError(failure + " by " + describe(name, whole, changed), failure);
    } finally {
      files.put(name, whole);
      if (checksums != null) {
        files.put(companion, checksums);
      }
    }
  }

  /** What is documented; anything else is thrown. */
  private Outcome outcome() throws IOException {
    try {
      return reading.read(files) == healthy ? Outcome.EQUAL : Outcome.OTHER_ANSWER;
    } catch (FastPaths.WrongAnswer impossible) {
      // A right checksum says that documents outside of the segment were meant.
      return Outcome.OTHER_ANSWER;
    } catch (Throwable failure) {
      if (CorruptionTrial.isDetected(failure)) {
        outcomes.noteRefusal(failure);
        return Outcome.DETECTED;
      }
      if (part == Part.TERM_VECTORS && isLucenes(failure)) {
        return Outcome.BROKE_LUCENE;
      }
      throw failure;
    }
  }

  /** Of frequent failures and of those to allocate a JVM may leave out where they happened. */
  private static boolean isLucenes(Throwable failure) {
    return failure.getStackTrace().length == 0 || CorruptionTrial.isLucenes(failure);
  }

  private String describe(String name, byte[] whole, byte[] changed) {
    StringBuilder what = new StringBuilder(name + " of " + whole.length + " bytes, changed:");
    for (int at = 0; at < whole.length; at++) {
      if (whole[at] != changed[at]) {
        what.append(' ').append(at).append(':').append(whole[at] & 0xFF);
        what.append('>').append(changed[at] & 0xFF);
      }
    }
    return what.append(" in ").append(HexFormat.of().formatHex(whole)).toString();
  }

  /** Lucene reads headers, and believes the length in them; other files' are left alone, too. */
  private static void restoreHeadersInside(byte[] whole, byte[] changed) {
    int alignment = 64;
    for (int at = alignment; at + CodecUtil.footerLength() < whole.length; at += alignment) {
      if ((int) BitUtil.VH_BE_INT.get(whole, at) == CodecUtil.CODEC_MAGIC) {
        System.arraycopy(whole, at, changed, at, Damage.headerLength(whole, at));
      }
    }
  }

  /** What there is to read stays small: a field of each kind of terms, lists and tables. */
  private void write(Directory directory, Map<String, Set<BytesRef>> terms) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig();
    config.setCodec(codec()).setUseCompoundFile(false);
    int least =
        switch (part) {
          case POSTINGS -> 90;
          case TERM_VECTORS -> 10;
          default -> 20;
        };
    int documents = least + random.nextInt(least);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number = 0; number < documents; number++) {
        Document document = new Document();
        if (part == Part.POSTINGS) {
          for (String value : values(number, documents)) {
            String field = "f" + value.charAt(0);
            document.add(new StringField(field, value, Field.Store.NO));
            terms.computeIfAbsent(field, any -> new TreeSet<>()).add(new BytesRef(value));
          }
        } else {
          others(document, number);
          terms.put("text", WORDS);
        }
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
  }

  /**
   * A field is named by the first character: unique keys, runs, scattered lists, names, UUIDs,
   * digits, numbers behind long texts.
   */
  private List<String> values(int number, int documents) {
    List<String> values = new ArrayList<>();
    if (uniqueKeys) {
      values.add("0" + number * 7919L);
    }
    values.add("1" + number / 9);
    values.add("2" + random.nextInt(5));
    values.add("3" + "abcde".charAt(number * 5 / documents) + "name " + number % 31);
    values.add("4" + new UUID(number * 0x9E3779B97F4A7C15L, ~number).toString().substring(1));
    values.add("5" + HexFormat.of().toHexDigits(number * 7919L % 1_000_003));
    values.add("6" + number % 3 + " stands before a third of the numbers; ".repeat(2) + number);
    return values;
  }

  private void others(Document document, int number) {
    String text = "word " + number % 7 + " more words " + random.nextInt(40);
    if (part == Part.STORED_FIELDS) {
      document.add(new StoredField("text", text));
      document.add(new StoredField("long", random.nextLong()));
      document.add(new StoredField("int", number));
      document.add(new StoredField("double", random.nextDouble()));
      document.add(new StoredField("bytes", new BytesRef(text)));
    } else if (part == Part.TEXT_POSTINGS) {
      document.add(new TextField("text", text, Field.Store.NO));
    } else {
      FieldType type = new FieldType(TextField.TYPE_NOT_STORED);
      type.setStoreTermVectors(true);
      type.setStoreTermVectorPositions(random.nextInt(4) > 0);
      document.add(new Field("vector", text, type));
    }
  }

  private StreakCodec codec() {
    CachePolicy[] policies = {CachePolicy.PINNED, CachePolicy.CACHED, CachePolicy.UNCACHED};
    StreakCodec.Builder builder = StreakCodec.builder().bundleSmallFiles(bundled);
    TermHashSettings tables = TermHashSettings.DEFAULT.withMinTerms(1 + random.nextInt(30));
    builder.termHash(random.nextBoolean() ? tables : tables.withField("f4", true));
    builder.termsIndex("f0", policies[random.nextInt(policies.length)]);
    builder.termBlocks("f0", policies[random.nextInt(policies.length)]);
    builder.prefixes("f3", 1, 3, 50);
    builder.termsIndex("text", policies[random.nextInt(2)]);
    builder.termBlocks("text", policies[random.nextInt(2)]);
    return builder.build();
  }

  @Override
  public void close() {
    frames.values().forEach(ZstdFrames::close);
  }
}
