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
import dev.streak.codec.StreakPostingsFormat;
import dev.streak.termhash.TermHashSettings;
import dev.streak.tools.cli.ExitCode;
import dev.streak.tools.index.SegmentFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.FieldsConsumer;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.codecs.FilterCodec;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene104.Lucene104PostingsFormat;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentCommitInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;
import org.apache.lucene.util.StringHelper;

@SuppressFileSystems("ExtrasFS") // Damages files by their extensions.
public class TestVerifyCommand extends LuceneTestCase {
  private static Codec streak() {
    return settings().bundleSmallFiles(false).build();
  }

  private static StreakCodec.Builder settings() {
    return StreakCodec.builder()
        .prefixes("shop", 1, 5, 50)
        .termHash(TermHashSettings.DEFAULT.withField(SampleDocuments.ID, true));
  }

  private static Path index(Codec codec) throws IOException {
    Path path = createTempDir("index");
    IndexWriterConfig config = SampleDocuments.config(codec).setUseCompoundFile(false);
    SampleDocuments.writeSegments(path, config, 200, 100);
    try (Directory directory = FSDirectory.open(path)) {
      SampleDocuments.write(
          directory,
          SampleDocuments.config(codec).setUseCompoundFile(false),
          200,
          300,
          7,
          8,
          9,
          150);
    }
    return path;
  }

  public void testSoundIndexes() throws Exception {
    for (Codec codec : new Codec[] {streak(), new Lucene104Codec()}) {
      Path path = index(codec);
      for (String option : new String[] {"--slow", "--rate=1000", "--threads=3"}) {
        Run run = Run.of("verify", path, option);
        assertEquals(run.out(), ExitCode.OK, run.code());
        assertEquals(run.out(), 1, run.out().lines().count());
        assertTrue(run.out(), run.out().endsWith(": sound" + System.lineSeparator()));
      }
    }
  }

  /** An empty file is told by where it was read, and the failure of opening by the index only. */
  public void testTheFileIsNamed() throws Exception {
    for (String extension : new String[] {"skd", "ski", "skm", "skp", "zsd", "zsm", "dvd", "si"}) {
      Path path = index(streak());
      Path damaged;
      try (var files = Files.list(path)) {
        damaged =
            files
                .filter(file -> file.toString().matches(".*_1(_.*)?\\." + extension))
                .findFirst()
                .orElseThrow();
      }
      if (extension.equals("si")) {
        Files.delete(damaged);
      } else {
        Files.write(damaged, new byte[0]);
      }
      Run run = Run.of("verify", path);
      assertEquals(run.out() + run.err(), ExitCode.NO, run.code());
      assertTrue(run.out(), run.out().contains(damaged.getFileName().toString()));
    }
  }

  /** Lucene's own sentence names the file, and not what is wrong with it. */
  public void testAMissingFileIsCalledMissing() throws Exception {
    for (String extension : new String[] {"skd", "zsd", "dvd", "si"}) {
      Path path = index(streak());
      Path gone;
      try (var files = Files.list(path)) {
        gone =
            files
                .filter(file -> file.toString().matches(".*_1(_.*)?\\." + extension))
                .findFirst()
                .orElseThrow();
      }
      Files.delete(gone);
      Run run = Run.of("verify", path);
      assertEquals(run.out() + run.err(), ExitCode.NO, run.code());
      assertTrue(run.out(), run.out().contains("a file is missing: " + gone));
    }
  }

  /** Whoever copies single files of a replica that was indexed for itself makes it worse. */
  public void testFilesOfAnotherIndex() throws Exception {
    for (String extension : new String[] {"skd", "si"}) {
      Path path = index(streak());
      Path other = index(streak());
      try (var files = Files.list(other)) {
        for (Path file : files.toList()) {
          String name = file.getFileName().toString();
          if (name.matches("_1(_.*)?\\." + extension)) {
            Files.copy(file, path.resolve(name), StandardCopyOption.REPLACE_EXISTING);
          }
        }
      }
      Run run = Run.of("verify", path);
      assertEquals(run.out() + run.err(), ExitCode.NO, run.code());
      assertTrue(run.out(), run.out().contains("the file is of another segment or index"));
      assertTrue(run.out(), run.out().contains("files of another index, or of a replica"));
    }
  }

  /** As after a loss of power. */
  public void testACommitOfZerosIsDamaged() throws Exception {
    Path path = index(streak());
    try (Directory directory = FSDirectory.open(path)) {
      String commit = SegmentInfos.getLastCommitSegmentsFileName(directory);
      Files.write(path.resolve(commit), new byte[(int) directory.fileLength(commit)]);
    }
    Run run = Run.of("verify", path);
    assertEquals(run.out() + run.err(), ExitCode.NO, run.code());
    assertTrue(run.out(), run.out().startsWith("the commit, opening: "));
  }

  /** One version that cannot be is not that of another Lucene. */
  public void testEveryByteOfTheCommit() throws Exception {
    Path path = index(streak());
    Path file;
    try (Directory directory = FSDirectory.open(path)) {
      file = path.resolve(SegmentInfos.getLastCommitSegmentsFileName(directory));
    }
    byte[] whole = Files.readAllBytes(file);
    for (int at = 0; at < 40; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << random().nextInt(8));
      Files.write(file, damaged);
      Run run = Run.of("verify", path);
      assertEquals(at + run.out() + run.err(), ExitCode.NO, run.code());
      assertTrue(run.out(), run.out().startsWith("the commit, opening: "));
    }
  }

  public void testDamageToEveryFileIsFound() throws Exception {
    assertTrue(damageEach(index(streak())).size() > 15);
  }

  public void testDamageToEveryFileBesideBundlesIsFound() throws Exception {
    assertTrue(damageEach(index(settings().build())).contains(".skm"));
  }

  /** Whatever byte is wrong in whatever file, it is found. */
  private static Set<String> damageEach(Path path) throws Exception {
    Set<String> extensions = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "_0*")) {
      for (Path file : files) {
        byte[] whole = Files.readAllBytes(file);
        byte[] damaged = whole.clone();
        damaged[random().nextInt(whole.length)] ^= (byte) (1 << random().nextInt(8));
        Files.write(file, damaged);
        Run run = Run.of("verify", path);
        assertEquals(file + "\n" + run.out() + run.err(), ExitCode.NO, run.code());
        boolean ofCommit = file.toString().endsWith(".si");
        assertTrue(run.out(), run.out().startsWith(ofCommit ? "the commit, " : "_0, "));
        Files.write(file, whole);
        extensions.add(file.toString().substring(file.toString().lastIndexOf('.')));
      }
    }
    assertEquals(ExitCode.OK, Run.of("verify", path).code());
    return extensions;
  }

  public void testRepairsTablesAndPrefixSets() throws Exception {
    for (String extension : new String[] {"skh", "skx"}) {
      Path path = index(streak());
      Run before = Run.of("digest", path);
      damage(path, "_0", extension);
      Run damaged = Run.of("verify", path);
      assertEquals(damaged.out(), ExitCode.NO, damaged.code());
      assertTrue(damaged.out(), damaged.out().contains("verify --repair makes it anew"));
      Run asked = Run.of("verify", path, "--repair");
      assertEquals(ExitCode.REFUSED, asked.code());
      assertTrue(asked.err(), asked.err().contains("nothing was repaired: say --yes to rewrite"));
      Run repaired = Run.of("verify", path, "--repair", "--yes", "--json");
      assertEquals(repaired.out(), ExitCode.OK, repaired.code());
      JsonObject json = repaired.json();
      assertEquals(1, json.getAsJsonArray("findings").size());
      assertEquals(1, json.getAsJsonArray("repaired").size());
      assertEquals(0, json.getAsJsonArray("left").size());
      assertEquals(before.out(), Run.of("digest", path).out());
      if (extension.equals("skx")) {
        assertEquals(3, segmentsWith(path, "skx"));
        Run inspected = Run.of("inspect", path);
        assertTrue(inspected.out(), inspected.out().contains("settings=1-5 in 50.0 %"));
      }
    }
  }

  /** Who is told that nothing is lost believes it. */
  public void testDamageThatCanBeMendedHidesNoOther() throws Exception {
    Path separate = index(streak());
    damage(separate, "_0", "skh", "skx");
    damageEachOther(separate, Set.of("skh", "skx"));
    Path bundled = index(settings().build());
    damageTable(bundled);
    damageEachOther(bundled, Set.of("skm"));
  }

  private static void damageEachOther(Path path, Set<String> damaged) throws Exception {
    int tried = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "_0*")) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (damaged.contains(name.substring(name.lastIndexOf('.') + 1)) || name.endsWith("k")) {
          continue;
        }
        byte[] whole = Files.readAllBytes(file);
        byte[] other = whole.clone();
        other[whole.length / 2] ^= 1;
        Files.write(file, other);
        Run run = Run.of("verify", path);
        assertTrue(name + "\n" + run.out(), run.out().contains("restore the index from a copy"));
        assertTrue(name + "\n" + run.out(), run.out().contains(name));
        Files.write(file, whole);
        tried++;
      }
    }
    assertTrue(tried > 4);
  }

  /** With two formats of postings, checksums end at the table of the one that is read first. */
  public void testDamageInOneFormatHidesNoneInAnother() throws Exception {
    for (int table = 0; table < 2; table++) {
      for (boolean compound : new boolean[] {false, true}) {
        Path path = twoFormats(compound);
        flip(path, "StreakTermHash", table);
        flip(path, "StreakLists", 1 - table);
        Run run = Run.of("verify", path);
        assertTrue(run.out(), run.out().contains("restore the index from a copy"));
        assertTrue(run.out(), run.out().contains("StreakPostings1_" + (1 - table) + ".skp"));
      }
    }
  }

  private static Path twoFormats(boolean compound) throws IOException {
    Path path = createTempDir("formats");
    StreakPostingsFormat other = new StreakPostingsFormat(TermHashSettings.DEFAULT, false);
    Codec codec = settings().bundleSmallFiles(false).postingsFormat("copy", other).build();
    IndexWriterConfig config = new IndexWriterConfig().setCodec(codec).setUseCompoundFile(compound);
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, config)) {
      for (int number = 0; number < 1200; number++) {
        Document document = new Document();
        // Scattered, so that there are lists, and nothing but the checksum tells a wrong gap.
        document.add(new StringField(SampleDocuments.ID, "" + number * 7 % 300, Field.Store.NO));
        document.add(new StringField("copy", "" + number * 7 % 300, Field.Store.NO));
        writer.addDocument(document);
      }
    }
    return path;
  }

  /** Damages the file with such a header, which may be in a compound file. */
  private static void flip(Path path, String codec, int format) throws IOException {
    Pattern header =
        Pattern.compile(
            codec + "\\x00\\x00\\x00[\\x01\\x02].{17}StreakPostings1_" + format, Pattern.DOTALL);
    int flipped = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "_0*")) {
      for (Path file : files) {
        byte[] bytes = Files.readAllBytes(file);
        Matcher found = header.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
        if (found.find()) {
          bytes[found.end() + 100] ^= 1;
          Files.write(file, bytes);
          flipped++;
        }
      }
    }
    assertEquals(1, flipped);
  }

  /** All else in the file of the segment is sound. */
  public void testRepairsATableInABundle() throws Exception {
    Path path = index(settings().build());
    Run before = Run.of("digest", path);
    damageTable(path);
    Run damaged = Run.of("verify", path);
    assertEquals(damaged.out(), ExitCode.NO, damaged.code());
    assertTrue(damaged.out(), damaged.out().contains("verify --repair makes it anew"));
    Run repaired = Run.of("verify", path, "--repair", "--yes");
    assertEquals(repaired.out(), ExitCode.OK, repaired.code());
    assertEquals(before.out(), Run.of("digest", path).out());
  }

  /** Queries do without them where they are damaged; the integrity check of a reader does not. */
  public void testChecksumsOfBlocksAreRead() throws Exception {
    Path path = index(streak());
    damage(path, "_0", "tipk");
    Run run = Run.of("verify", path);
    assertEquals(run.out(), ExitCode.NO, run.code());
    assertTrue(run.out(), run.out().contains("verify --repair makes it anew"));
    assertEquals(ExitCode.OK, Run.of("verify", path, "--repair", "--yes").code());
  }

  /** What counts is how a file is called, and not the folders that it is in. */
  public void testAFolderCalledLikeAFileThatCanBeMadeAnew() throws Exception {
    for (String name : new String[] {"index.bak", "index.skh"}) {
      Path path = createTempDir("parent").resolve(name);
      SampleDocuments.writeSegments(
          path, SampleDocuments.config(streak()).setUseCompoundFile(false), 99, 33);
      damage(path, "_1", random().nextBoolean() ? "doc" : "dvd");
      Run run = Run.of("verify", path);
      assertEquals(ExitCode.NO, run.code());
      assertFalse(run.out(), run.out().contains("nothing is lost"));
    }
  }

  public void testRefusesToRepairWhatIsLost() throws Exception {
    Path path = index(streak());
    damage(path, "_1", "skp");
    Run run = Run.of("verify", path, "--repair", "--yes");
    assertEquals(ExitCode.REFUSED, run.code());
    assertTrue(run.err(), run.err().contains("segment _1 has to be restored first"));
    assertTrue(run.out(), run.out().contains("restore the index from a copy"));
  }

  public void testACommitIsNoSegment() throws Exception {
    Path path = index(streak());
    damage(path, "_1", "si");
    Run run = Run.of("verify", path, "--repair", "--yes");
    assertEquals(run.err(), ExitCode.REFUSED, run.code());
    assertTrue(run.err(), run.err().contains("repaired: the commit has to be restored first"));
    assertTrue(run.out(), run.out().contains("restore the index from a copy"));
  }

  /** Found out before all is read, and not when it is to be rewritten. */
  public void testAFolderThatMayNotBeWrittenTo() throws Exception {
    Path path = index(streak());
    damage(path, "_1", "skh");
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("r-x------"));
    assumeFalse("this user may write everywhere", Files.isWritable(path));
    refused("no permission to write to " + path, "verify", path, "--repair", "--yes");
    assertEquals(ExitCode.NO, Run.of("verify", path).code());
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
  }

  /** They are whole, and of other blocks. */
  public void testChecksumsOfBlocksInTheWrongPlace() throws Exception {
    Path path = index(streak());
    for (String extension : new String[] {"skik", "skdk", "tipk", "timk"}) {
      Path first = file(path, "_0", extension);
      Path second = file(path, "_1", extension);
      byte[] whole = Files.readAllBytes(first);
      Files.copy(second, first, StandardCopyOption.REPLACE_EXISTING);
      Run run = Run.of("verify", path);
      assertEquals(extension + run.out(), ExitCode.NO, run.code());
      assertTrue(run.out(), run.out().startsWith("_0, checksums of all files: "));
      assertTrue(run.out(), run.out().contains("nothing is lost; verify --repair makes it anew"));
      Files.write(first, whole);
    }
    assertEquals(ExitCode.OK, Run.of("verify", path).code());
    Path first = file(path, "_0", "skdk");
    Files.copy(file(path, "_1", "skdk"), first, StandardCopyOption.REPLACE_EXISTING);
    Run run = Run.of("verify", path, "--repair", "--yes");
    assertEquals(run.out() + run.err(), ExitCode.OK, run.code());
  }

  /** As those of a later format, or of a file that was cut. */
  public void testChecksumsOfBlocksThatSayOtherwise() throws Exception {
    Path path = index(streak());
    Path file = file(path, "_0", "skdk");
    byte[] whole = Files.readAllBytes(file);
    int version = CodecUtil.headerLength("StreakBlockChecksums") - 1;
    int suffix = CodecUtil.headerLength("StreakBlockChecksums") + StringHelper.ID_LENGTH;
    int length = suffix + 1 + whole[suffix];
    for (int at : new int[] {version, suffix + 1, length}) {
      try (Directory directory = FSDirectory.open(path)) {
        Files.delete(file);
        try (IndexOutput out =
            directory.createOutput(file.getFileName().toString(), IOContext.DEFAULT)) {
          byte[] changed = Arrays.copyOf(whole, whole.length - CodecUtil.footerLength());
          changed[at] ^= 3;
          out.writeBytes(changed, changed.length);
          CodecUtil.writeFooter(out);
        }
      }
      Run run = Run.of("verify", path);
      assertEquals(at + run.out(), ExitCode.NO, run.code());
      assertTrue(run.out(), run.out().contains("nothing is lost; verify --repair makes it anew"));
    }
  }

  private static Path file(Path path, String segment, String extension) throws IOException {
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(path, segment + "[._]*." + extension)) {
      return files.iterator().next();
    }
  }

  private static void damageTable(Path path) throws IOException {
    Path file = file(path, "_0", "skm");
    byte[] bytes = Files.readAllBytes(file);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    bytes[text.indexOf("StreakTermHash") + 200] ^= 1;
    Files.write(file, bytes);
  }

  public void testOneSegmentThatDoesNotOpenHidesNoOther() throws Exception {
    Path path = index(streak());
    damage(path, "_0", "fnm");
    damage(path, "_1", "fdt", "zsd", "zsf");
    Run run = Run.of("verify", path);
    assertEquals(ExitCode.NO, run.code());
    assertTrue(run.out(), run.out().contains("_0, opening: "));
    assertTrue(run.out(), run.out().contains("_1, checksums of all files: "));
  }

  public void testWhileSomebodyWrites() throws Exception {
    Path path = index(streak());
    try (Directory directory = FSDirectory.open(path);
        IndexWriter writer = new IndexWriter(directory, SampleDocuments.config(streak()))) {
      writer.addDocument(SampleDocuments.document(1000));
      assertEquals(ExitCode.OK, Run.of("verify", path).code());
    }
  }

  public void testRefusals() throws Exception {
    Path empty = createTempDir("empty");
    refused("no index in " + empty, "verify", empty);
    refused("--rate must be 1 to 1,000,000: 0", "verify", empty, "--rate", "0");
    refused("--prefixes must be FIELD=MIN-MAX,...: a", "verify", empty, "--prefixes", "a");
    refused(
        "--prefixes: min and max must be 1 <= min <= max <= 16: field=a min=3 max=2",
        "verify",
        empty,
        "--prefixes",
        "a=3-2");
    Path path = index(streak());
    refused("--yes needs --repair", "verify", path, "--yes");
    refused("--prefixes needs --repair", "verify", path, "--prefixes", "shop=1-3");
    damage(path, "_0", "skh");
    refused(
        "--prefixes: no field without frequencies in the index is called text",
        "verify",
        path,
        "--repair",
        "--yes",
        "--prefixes",
        "text=1-3");
  }

  /** What this Lucene cannot read says nothing of whether it is sound. */
  public void testWhatCannotBeReadIsNotDamaged() throws Exception {
    Path old = createTempDir("old");
    try (Directory directory = FSDirectory.open(old);
        IndexOutput out = directory.createOutput("segments_1", IOContext.DEFAULT)) {
      CodecUtil.writeIndexHeader(out, "segments", 1, StringHelper.randomId(), "1");
      CodecUtil.writeFooter(out);
    }
    refused("the index in " + old + " is older than this Lucene reads", "verify", old);
    for (Codec codec : new Codec[] {unknownCodec(), unknownPostings()}) {
      Path path = createTempDir("unknown");
      SampleDocuments.writeSegments(path, SampleDocuments.config(codec), 10, 10);
      refused("the index in " + path + " needs what is not on the class path", "verify", path);
    }
  }

  private static Codec unknownCodec() {
    return new FilterCodec("Unknown", new Lucene104Codec()) {};
  }

  private static Codec unknownPostings() {
    PostingsFormat known = new Lucene104PostingsFormat();
    PostingsFormat unknown =
        new PostingsFormat("Unknown") {
          @Override
          public FieldsConsumer fieldsConsumer(SegmentWriteState state) throws IOException {
            return known.fieldsConsumer(state);
          }

          @Override
          public FieldsProducer fieldsProducer(SegmentReadState state) throws IOException {
            return known.fieldsProducer(state);
          }
        };
    return new Lucene104Codec() {
      @Override
      public PostingsFormat getPostingsFormatForField(String field) {
        return unknown;
      }
    };
  }

  public void testFilesThatMayNotBeRead() throws Exception {
    Path path = index(streak());
    Path file;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "*.zsd")) {
      file = files.iterator().next();
    }
    Files.setPosixFilePermissions(file, Set.of());
    assumeFalse("this user may read everything", Files.isReadable(file));
    refused("no permission to read " + file, "verify", path);
    Files.setPosixFilePermissions(path, Set.of());
    refused("no permission to read " + path, "verify", path);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
  }

  /** It may be there, and nobody can see it. */
  public void testAFolderBelowOneThatMayNotBeEntered() throws Exception {
    Path closed = createTempDir("closed");
    Path path = Files.createDirectory(closed.resolve("index"));
    Files.setPosixFilePermissions(closed, Set.of());
    assumeFalse("this user may enter everything", Files.isExecutable(closed));
    refused("no permission to enter " + closed, "verify", path);
    refused("no permission to enter " + closed, "verify", path.resolve("below"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    refused("no such folder: " + path.resolve("below"), "verify", path.resolve("below"));
  }

  private static void refused(String sentence, Object... arguments) {
    Run run = Run.of(arguments);
    assertEquals(run.err(), ExitCode.REFUSED, run.code());
    assertTrue(run.err(), run.err().startsWith("streak: " + sentence));
  }

  /** How many segments have such a file, be it inside another. */
  private static int segmentsWith(Path path, String extension) throws IOException {
    int count = 0;
    try (Directory directory = FSDirectory.open(path)) {
      for (SegmentCommitInfo segment : SegmentInfos.readLatestCommit(directory)) {
        for (Map.Entry<String, Long> file : SegmentFiles.lengths(segment).entrySet()) {
          if (SegmentFiles.extension(file.getKey()).equals(extension)) {
            assertTrue(file.getValue() > 0);
            count++;
          }
        }
      }
    }
    return count;
  }

  /** One bit in the middle of a file of a segment. */
  private static void damage(Path path, String segment, String... extensions) throws IOException {
    int damaged = 0;
    for (String extension : extensions) {
      try (DirectoryStream<Path> files =
          Files.newDirectoryStream(path, segment + "[._]*" + extension)) {
        for (Path file : files) {
          byte[] bytes = Files.readAllBytes(file);
          bytes[bytes.length / 2] ^= 1;
          Files.write(file, bytes);
          damaged++;
        }
      }
    }
    assertTrue(damaged > 0);
  }
}
