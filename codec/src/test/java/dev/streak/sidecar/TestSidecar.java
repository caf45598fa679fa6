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
package dev.streak.sidecar;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.streak.codec.StreakCodec;
import dev.streak.field.StreakTerms;
import dev.streak.leaf.LeafReaders;
import dev.streak.leaf.PassingLeafReader;
import dev.streak.management.LoggedWarnings;
import dev.streak.search.FoundTerms;
import dev.streak.search.RunPrefixQuery;
import dev.streak.search.RunTermsQuery;
import dev.streak.search.StreakIndexSearcher;
import dev.streak.search.TermLookup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.ExitableDirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.ParallelCompositeReader;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.tests.mockfile.FilterFileSystemProvider;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.LuceneTestCase.SuppressFileSystems;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BitUtil;
import org.apache.lucene.util.BytesRef;

@SuppressFileSystems({
  "ExtrasFS",
  "WindowsFS"
}) // The files are counted; deleted while they are open.
public class TestSidecar extends LuceneTestCase {
  private static final int SHOPS = 200;

  /** But for one, the digits of a segment's id. */
  private static final String ID = "0123456789abcdef0123456789abcde";

  private Path index;
  private Path folder;
  private Directory directory;
  private IndexWriter writer;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    index = createTempDir("index");
    folder = createTempDir().resolve("index.sidecar");
    directory = FSDirectory.open(index);
  }

  @Override
  public void tearDown() throws Exception {
    if (writer != null) {
      writer.close();
    }
    directory.close();
    assertEquals("left open", 0, OpenSidecars.count());
    super.tearDown();
  }

  private IndexWriterConfig config() {
    return newIndexWriterConfig()
        .setCodec(TestUtil.getDefaultCodec())
        .setMergePolicy(NoMergePolicy.INSTANCE)
        .setMaxBufferedDocs(100_000)
        .setRAMBufferSizeMB(100)
        .setIndexSort(new Sort(new SortField("shop", SortField.Type.LONG)));
  }

  private void add(int from, int to) throws IOException {
    for (int i = from; i < to; i++) {
      int shop = (i * 31 + i / 7) % SHOPS;
      Document document = new Document();
      document.add(new StringField("id", "key-" + i, Field.Store.NO));
      document.add(new StringField("shop", Integer.toString(shop), Field.Store.NO));
      document.add(new NumericDocValuesField("shop", shop));
      document.add(new StringField("name", Integer.toString(i % 50, 5) + "n" + i, Field.Store.NO));
      document.add(new TextField("text", "word" + i % 3 + " word" + i % 5, Field.Store.NO));
      writer.addDocument(document);
    }
  }

  /** Two segments of Lucene's codec. */
  private void index() throws IOException {
    writer = new IndexWriter(directory, config());
    add(0, 1000);
    writer.commit();
    add(1000, 1500);
    writer.commit();
  }

  private DirectoryReader stock() throws IOException {
    return DirectoryReader.open(directory);
  }

  private DirectoryReader withSidecar() throws IOException {
    return StreakReaders.withSidecar(stock(), folder);
  }

  /** One file for all would leave little to choose from. */
  private int buildInFiles() throws IOException {
    StreakCodec codec = StreakCodec.builder().bundleSmallFiles(false).build();
    try (DirectoryReader reader = stock()) {
      return new SidecarFolder(folder, codec, field -> true).build(reader);
    }
  }

  private int build() throws IOException {
    try (DirectoryReader reader = stock()) {
      return new SidecarFolder(folder).build(reader);
    }
  }

  private static List<BytesRef> terms(String prefix, int... numbers) {
    return Arrays.stream(numbers).mapToObj(i -> new BytesRef(prefix + i)).toList();
  }

  private static void assertSame(Query query, IndexSearcher expected, IndexSearcher actual)
      throws IOException {
    assertEquals(query.toString(), expected.count(query), actual.count(query));
    TopDocs wanted = expected.search(query, 2000);
    TopDocs found = actual.search(query, 2000);
    assertEquals(query.toString(), wanted.scoreDocs.length, found.scoreDocs.length);
    for (int i = 0; i < wanted.scoreDocs.length; i++) {
      assertEquals(query.toString(), wanted.scoreDocs[i].doc, found.scoreDocs[i].doc);
      assertEquals(wanted.scoreDocs[i].score, found.scoreDocs[i].score, 0);
    }
  }

  /** All that can be asked has the same answers as without. */
  private static void assertEqual(DirectoryReader expected, DirectoryReader actual)
      throws IOException {
    IndexSearcher lucene = new IndexSearcher(expected);
    IndexSearcher streak = new StreakIndexSearcher(actual);
    List<BytesRef> shops = terms("", 1, 2, 3, 50, 51, 199, 200, 777);
    List<BytesRef> keys = terms("key-", 0, 3, 999, 1000, 1499, 1500);
    for (Query query :
        List.of(
            new TermInSetQuery("shop", shops),
            new TermInSetQuery("id", keys),
            new PrefixQuery(new Term("name", "1")),
            new PrefixQuery(new Term("id", "key-12")),
            new TermQuery(new Term("shop", "51")),
            new TermQuery(new Term("text", "word2")),
            new TermQuery(new Term("absent", "word2")))) {
      assertSame(query, lucene, streak);
      assertSame(query, lucene, new IndexSearcher(actual));
    }
    assertEquals(
        lucene.count(new TermInSetQuery("shop", shops)),
        streak.count(RunTermsQuery.ofIds("shop", 1, 2, 3, 50, 51, 199, 200, 777)));
    assertEquals(
        lucene.count(new PrefixQuery(new Term("name", "2"))),
        streak.count(new RunPrefixQuery("name", "2")));
    BytesRef[] wanted = keys.toArray(BytesRef[]::new);
    FoundTerms found = new TermLookup(actual, "id").find(wanted);
    FoundTerms known = new TermLookup(expected, "id").find(wanted);
    for (int i = 0; i < wanted.length; i++) {
      assertEquals(known.firstDoc(i), found.firstDoc(i));
    }
  }

  private void assertServed(int segments) throws IOException {
    try (DirectoryReader stock = stock();
        DirectoryReader served = withSidecar()) {
      assertEquals(segments, StreakReaders.segmentsWithSidecar(served));
      assertEqual(stock, served);
    }
  }

  public void testAnswersAreTheSame() throws IOException {
    index();
    assertEquals(2, build());
    try (DirectoryReader stock = stock();
        DirectoryReader served = withSidecar()) {
      assertEquals(2, StreakReaders.segmentsWithSidecar(served));
      for (LeafReaderContext leaf : served.leaves()) {
        for (String field : List.of("id", "shop", "name")) {
          assertTrue(leaf.reader().terms(field) instanceof StreakTerms);
        }
        assertFalse(leaf.reader().terms("text") instanceof StreakTerms);
      }
      assertEqual(stock, served);
      TestUtil.checkReader(served);
      Query query = RunTermsQuery.ofIds("shop", 7);
      IndexSearcher searcher = new IndexSearcher(served);
      int doc = searcher.search(query, 1).scoreDocs[0].doc;
      assertTrue(searcher.explain(query, doc).toString().contains("found by Streak"));
    }
    assertEquals("nothing left to do", 0, build());
  }

  public void testIndexIsNotTouched() throws IOException {
    index();
    Map<String, FileTime> before = files();
    build();
    withSidecar().close();
    assertEquals(before, files());
  }

  private Map<String, FileTime> files() throws IOException {
    Map<String, FileTime> files = new TreeMap<>();
    for (String file : directory.listAll()) {
      files.put(file, Files.getLastModifiedTime(index.resolve(file)));
    }
    return files;
  }

  public void testDeletionsAndNewSegmentsLater() throws IOException {
    index();
    build();
    DirectoryReader served = StreakReaders.withSidecar(DirectoryReader.open(writer), folder);
    for (int round = 0; round < 3; round++) {
      writer.deleteDocuments(new Term("shop", Integer.toString(50 + round)));
      writer.deleteDocuments(new Term("id", "key-" + (3 + round)));
      add(1500 + round * 100, 1600 + round * 100);
      DirectoryReader newer = DirectoryReader.openIfChanged(served);
      assertEquals("shared by both readers", 2, OpenSidecars.count());
      served.close();
      served = newer;
      assertEquals(2, StreakReaders.segmentsWithSidecar(served));
      assertEquals(3 + round, served.leaves().size());
      try (DirectoryReader stock = DirectoryReader.open(writer)) {
        assertEqual(stock, served);
      }
    }
    assertEquals(3, new SidecarFolder(folder).build(served));
    writer.deleteDocuments(new Term("id", "key-800"));
    DirectoryReader newer = DirectoryReader.openIfChanged(served);
    served.close();
    assertEquals(5, StreakReaders.segmentsWithSidecar(newer));
    newer.close();
  }

  public void testBuiltWhenSegmentsAreMerged() throws IOException {
    IndexWriterConfig config =
        config()
            .setMergePolicy(newLogMergePolicy())
            .setMergedSegmentWarmer(new SidecarFolder(folder).warmer());
    writer = new IndexWriter(directory, config);
    add(0, 500);
    DirectoryReader served = StreakReaders.withSidecar(DirectoryReader.open(writer), folder);
    assertEquals(0, StreakReaders.segmentsWithSidecar(served));
    add(500, 1000);
    writer.flush();
    writer.deleteDocuments(new Term("id", "key-4"));
    writer.forceMerge(1);
    DirectoryReader merged = DirectoryReader.openIfChanged(served);
    served.close();
    assertEquals(1, merged.leaves().size());
    assertEquals(1, StreakReaders.segmentsWithSidecar(merged));
    try (DirectoryReader stock = DirectoryReader.open(writer)) {
      assertEqual(stock, merged);
    }
    merged.close();
  }

  public void testFailingBuildStopsNoMerge() throws IOException {
    Path file = Files.createFile(createTempDir().resolve("file"));
    IndexWriterConfig config =
        config()
            .setMergePolicy(newLogMergePolicy())
            .setMergedSegmentWarmer(new SidecarFolder(file.resolve("within")).warmer());
    writer = new IndexWriter(directory, config);
    add(0, 100);
    DirectoryReader.open(writer).close();
    add(100, 200);
    writer.forceMerge(1);
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      assertEquals(1, reader.leaves().size());
      expectThrows(
          IOException.class, () -> new SidecarFolder(file.resolve("within")).build(reader));
    }
  }

  private List<Path> sidecarFiles() throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path place : SidecarPlace.all(folder)) {
      files.addAll(SidecarPlace.files(place));
    }
    return files;
  }

  public void testDamagedInAnyFileAndMended() throws IOException {
    index();
    buildInFiles();
    int filesOfOne = sidecarFiles().size() / 2;
    assertTrue(filesOfOne > 7);
    for (int i = 0; i < filesOfOne; i++) {
      Path file = sidecarFiles().get(i);
      byte[] bytes = Files.readAllBytes(file);
      bytes[random().nextInt(bytes.length)] ^= (byte) (1 << random().nextInt(8));
      Files.write(file, bytes);
      assertServed(1);
      assertEquals(file.toString(), 1, buildInFiles());
      assertServed(2);
    }
  }

  /** Lucene's readers throw anything then. */
  public void testDamagedWithFittingChecksumsAndMended() throws IOException {
    index();
    buildInFiles();
    List<Path> infos =
        sidecarFiles().stream().filter(file -> file.toString().endsWith(".fnm")).toList();
    byte[] bytes = Files.readAllBytes(infos.get(0));
    int name = new String(bytes, ISO_8859_1).indexOf("PerFieldPostingsFormat.suffix");
    bytes[name] ^= 1;
    int content = bytes.length - Long.BYTES;
    CRC32 checksum = new CRC32();
    checksum.update(bytes, 0, content);
    BitUtil.VH_BE_LONG.set(bytes, content, checksum.getValue());
    Files.write(infos.get(0), bytes);
    assertServed(1);
    assertEquals(1, buildInFiles());
    assertServed(2);
  }

  /** A reader of a wrapper that nobody knows; {@code opened} are those that were reopened. */
  private static final class UnknownReader extends FilterDirectoryReader {
    private final List<DirectoryReader> opened;

    UnknownReader(DirectoryReader in, List<DirectoryReader> opened) throws IOException {
      super(
          in,
          new SubReaderWrapper() {
            @Override
            public LeafReader wrap(LeafReader reader) {
              return new UnknownLeaf(reader);
            }
          });
      this.opened = opened;
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader in) throws IOException {
      opened.add(in);
      return new UnknownReader(in, opened);
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return in.getReaderCacheHelper();
    }
  }

  private static final class UnknownLeaf extends PassingLeafReader {
    UnknownLeaf(LeafReader in) {
      super(in);
    }
  }

  /** What was opened for it is closed again. */
  public void testReopeningThatFails() throws IOException {
    index();
    List<DirectoryReader> opened = new ArrayList<>();
    LeafReaders.Unwrapper failing =
        reader -> {
          throw new IllegalStateException("asked for");
        };
    try (DirectoryReader served =
        StreakReaders.withSidecar(new UnknownReader(newReader(), opened), folder)) {
      add(1500, 1600);
      LeafReaders.register(failing);
      try {
        expectThrows(IllegalStateException.class, () -> DirectoryReader.openIfChanged(served));
      } finally {
        LeafReaders.unregister(failing);
      }
    }
    assertEquals(1, opened.size());
    assertEquals("closed", 0, opened.get(0).getRefCount());
  }

  /** Nothing is wrong with the sidecar, and nobody would close it. */
  public void testReaderThatIsClosedBeforeOrMeanwhile() throws IOException {
    index();
    build();
    try (LoggedWarnings warnings = new LoggedWarnings()) {
      DirectoryReader closed = stock();
      closed.close();
      expectThrows(AlreadyClosedException.class, () -> StreakReaders.withSidecar(closed, folder));
      DirectoryReader closing = stock();
      LeafReaders.Unwrapper closer =
          reader -> {
            try {
              closing.close();
              return null;
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          };
      LeafReaders.register(closer);
      try (DirectoryReader served = StreakReaders.withSidecar(closing, folder)) {
        assertEquals(0, closing.getRefCount());
        expectThrows(AlreadyClosedException.class, () -> served.docFreq(new Term("id", "key-1")));
      } finally {
        LeafReaders.unregister(closer);
      }
      assertEquals(List.of(), warnings.lines());
    }
    assertEquals(0, OpenSidecars.count());
  }

  public void testMendedByTwoAtOnce() throws Exception {
    index();
    build();
    for (int round = 0; round < 30; round++) {
      for (Path file : sidecarFiles()) {
        Files.write(file, new byte[1]);
      }
      CyclicBarrier start = new CyclicBarrier(2);
      FutureTask<Integer> other = new FutureTask<>(() -> buildFrom(start));
      new Thread(other, "other builder").start();
      int built = buildFrom(start);
      assertTrue(built + other.get() > 0);
    }
    assertServed(2);
  }

  public void testAnotherBuilderIsFaster() throws IOException {
    index();
    FilterFileSystemProvider provider =
        new FilterFileSystemProvider("slow://", folder.getFileSystem()) {
          @Override
          public void move(Path source, Path target, CopyOption... options) throws IOException {
            build();
            super.move(source, target, options);
          }
        };
    try (DirectoryReader reader = stock()) {
      assertEquals(0, new SidecarFolder(provider.wrapPath(folder)).build(reader));
    }
    assertEquals("what is left of the slower build", 2, SidecarPlace.all(folder).size());
    assertServed(2);
  }

  public void testPrunedWhileItIsBuilt() throws Exception {
    index();
    AtomicBoolean done = new AtomicBoolean();
    try (DirectoryReader reader = stock()) {
      SidecarFolder pruned = new SidecarFolder(folder);
      FutureTask<Integer> pruning =
          new FutureTask<>(
              () -> {
                int deleted = 0;
                while (done.get() == false) {
                  deleted += pruned.prune(reader);
                }
                return deleted;
              });
      new Thread(pruning, "pruning").start();
      try {
        for (int round = 0; round < 40; round++) {
          for (Path file : sidecarFiles()) {
            Files.write(file, new byte[1]);
          }
          assertEquals(2, build());
        }
      } finally {
        done.set(true);
      }
      assertEquals("what is current or under way stays", 0, (int) pruning.get());
    }
    assertServed(2);
  }

  private int buildFrom(CyclicBarrier start) throws Exception {
    start.await();
    return build();
  }

  public void testTruncatedAndMended() throws IOException {
    index();
    buildInFiles();
    int filesOfOne = sidecarFiles().size() / 2;
    assertTrue(filesOfOne > 7);
    for (int i = 0; i < filesOfOne; i++) {
      Path file = sidecarFiles().get(i);
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(random().nextLong(channel.size()));
      }
      assertServed(1);
      assertEquals(file.toString(), 1, buildInFiles());
    }
  }

  public void testFileMissing() throws IOException {
    index();
    buildInFiles();
    assertTrue(sidecarFiles().size() > 15);
    for (Path file : sidecarFiles().subList(0, sidecarFiles().size() / 2)) {
      byte[] bytes = Files.readAllBytes(file);
      Files.delete(file);
      assertServed(1);
      Files.write(file, bytes);
    }
    assertServed(2);
  }

  public void testDamagedOneIsReadOnceAReader() throws IOException {
    index();
    build();
    Path file = sidecarFiles().get(0);
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, new byte[bytes.length]);
    try (DirectoryReader served = withSidecar()) {
      assertEquals(1, StreakReaders.segmentsWithSidecar(served));
      Files.write(file, bytes);
      writer.deleteDocuments(new Term("id", "key-4"));
      writer.commit();
      try (DirectoryReader newer = DirectoryReader.openIfChanged(served)) {
        assertEquals("remembered", 1, StreakReaders.segmentsWithSidecar(newer));
      }
    }
    assertServed(2);
  }

  public void testWhatAnInterruptedThreadCouldNotReadIsNotDamaged() throws IOException {
    index();
    build();
    DirectoryReader one = DirectoryReader.open(writer);
    DirectoryReader other = DirectoryReader.open(writer);
    Thread.currentThread().interrupt();
    try (DirectoryReader without = StreakReaders.withSidecar(one, folder)) {
      assertEquals(0, StreakReaders.segmentsWithSidecar(without));
    } finally {
      assertTrue(Thread.interrupted());
    }
    try (DirectoryReader with = StreakReaders.withSidecar(other, folder)) {
      assertEquals(2, StreakReaders.segmentsWithSidecar(with));
    }
  }

  /** As for want of address space for a file that is mapped, which is no FileSystemException. */
  public void testWhatTheProcessCouldNotReadIsNotDamaged() throws IOException {
    index();
    build();
    AtomicBoolean fails = new AtomicBoolean(true);
    FilterFileSystemProvider provider =
        new FilterFileSystemProvider("failing://", folder.getFileSystem()) {
          private void touch() throws IOException {
            if (fails.get()) {
              throw new IOException("Map failed");
            }
          }

          // Both are asked when a Directory is opened.

          @Override
          public <A extends BasicFileAttributes> A readAttributes(
              Path path, Class<A> type, LinkOption... options) throws IOException {
            touch();
            return super.readAttributes(path, type, options);
          }

          @Override
          public void createDirectory(Path path, FileAttribute<?>... attributes)
              throws IOException {
            touch();
            super.createDirectory(path, attributes);
          }
        };
    Path failing = provider.wrapPath(folder);
    try (DirectoryReader without = StreakReaders.withSidecar(newReader(), failing)) {
      assertEquals(0, StreakReaders.segmentsWithSidecar(without));
      fails.set(false);
      try (DirectoryReader with = StreakReaders.withSidecar(newReader(), failing)) {
        assertEquals(2, StreakReaders.segmentsWithSidecar(with));
      }
    }
  }

  /** Its segments are those of all others from the writer. */
  private DirectoryReader newReader() throws IOException {
    return DirectoryReader.open(writer);
  }

  public void testOfAnotherSegment() throws IOException {
    index();
    build();
    List<Path> places = SidecarPlace.all(folder);
    Path aside = folder.resolve("aside");
    Files.move(places.get(0), aside);
    Files.move(places.get(1), places.get(0));
    Files.move(aside, places.get(1));
    assertServed(0);
    assertEquals(2, build());
    assertServed(2);
  }

  /** One place that is in the way, or one segment that fails, keeps no other from its sidecar. */
  public void testPlacesThatAreInTheWay() throws IOException {
    index();
    build();
    for (Path place : SidecarPlace.all(folder)) {
      if (random().nextBoolean()) {
        SidecarPlace.delete(place);
        Files.createFile(place);
      } else {
        Files.write(SidecarPlace.description(place), new byte[1]);
        Files.createFile(Files.createDirectories(place.resolve("@eaDir")).resolve("x"));
      }
    }
    assertServed(0);
    assertEquals(2, build());
    assertServed(2);
    assertEquals(0, build());
  }

  public void testSegmentThatFailsStopsNoOther() throws IOException {
    index();
    AtomicInteger asked = new AtomicInteger();
    SidecarFolder failing =
        new SidecarFolder(
            folder,
            new StreakCodec(),
            field -> {
              if (asked.incrementAndGet() == 1) {
                throw new IllegalStateException("asked for");
              }
              return true;
            });
    try (DirectoryReader stock = stock()) {
      Exception e = expectThrows(IllegalStateException.class, () -> failing.build(stock));
      assertEquals("asked for", e.getMessage());
      assertServed(1);
      assertEquals(1, failing.build(stock));
    }
    assertServed(2);
  }

  /** Of file managers and network storage. */
  public void testPruneIsNotKeptByFilesOfOthers() throws IOException {
    index();
    build();
    List<Path> places = SidecarPlace.all(folder);
    Files.createFile(places.get(0).resolve(".DS_Store"));
    Path within = Files.createDirectories(places.get(1).resolve("@eaDir")).resolve("x");
    Files.createFile(within);
    for (Path place : places) {
      for (Path file : SidecarPlace.files(place)) {
        Files.setLastModifiedTime(file, FileTime.fromMillis(0));
      }
      Files.setLastModifiedTime(place, FileTime.fromMillis(0));
    }
    try (MultiReader none = new MultiReader()) {
      assertEquals(2, new SidecarFolder(folder).prune(none));
      assertFalse(Files.exists(places.get(0)));
      assertEquals(List.of(within.getParent()), SidecarPlace.files(places.get(1)));
      assertTrue(Files.exists(within));
      assertEquals(0, new SidecarFolder(folder).prune(none));
    }
  }

  /** What the segment's id does not tell. */
  public void testOfOtherTerms() throws IOException {
    index();
    build();
    try (DirectoryReader stock = stock()) {
      SegmentReader segment = (SegmentReader) stock.leaves().get(0).reader();
      List<String> fields = List.of("id", "shop");
      Path place = SidecarPlace.of(folder, segment);
      SidecarPlace.delete(place);
      Files.createDirectories(place);
      try (Directory directory = FSDirectory.open(place)) {
        new SidecarWriter(segment, fields) {
          @Override
          Terms terms(FieldsProducer source, String field) throws IOException {
            return source.terms("id");
          }
        }.write(directory, new StreakCodec());
      }
    }
    assertServed(1);
  }

  public void testNoFolder() throws IOException {
    index();
    assertServed(0);
    assertFalse(Files.exists(folder));
  }

  public void testDeletedWhileInUse() throws IOException {
    index();
    build();
    try (DirectoryReader stock = stock();
        DirectoryReader served = withSidecar()) {
      for (Path place : SidecarPlace.all(folder)) {
        SidecarPlace.delete(place);
      }
      Files.delete(folder);
      assertEqual(stock, served);
      assertServed(0);
      assertEquals(2, build());
      assertServed(2);
      assertEqual(stock, served);
    }
  }

  public void testSettingsAndFieldsOfTheCaller() throws IOException {
    index();
    build();
    StreakCodec codec = StreakCodec.builder().prefixes("name", 1, 2).build();
    SidecarFolder names = new SidecarFolder(folder, codec, "name"::equals);
    try (DirectoryReader stock = stock()) {
      assertEquals("other fields than asked for", 2, names.build(stock));
      assertEquals(0, names.build(stock));
    }
    assertServed(2);
    try (DirectoryReader served = withSidecar()) {
      for (LeafReaderContext leaf : served.leaves()) {
        StreakTerms terms = (StreakTerms) leaf.reader().terms("name");
        assertTrue(terms.prefixSets().size() > 0);
        assertFalse(leaf.reader().terms("id") instanceof StreakTerms);
      }
    }
  }

  public void testSegmentsOfStreakAreLeftAlone() throws IOException {
    writer = new IndexWriter(directory, config().setCodec(Codec.forName(StreakCodec.NAME)));
    add(0, 300);
    writer.commit();
    assertEquals(0, build());
    assertFalse(Files.exists(folder));
    assertServed(0);
  }

  public void testTimeoutsAreCheckedAround() throws IOException {
    index();
    build();
    QueryTimeout never = () -> false;
    try (DirectoryReader stock = stock();
        DirectoryReader served = ExitableDirectoryReader.wrap(withSidecar(), never)) {
      Query query = RunTermsQuery.ofIds("shop", 7);
      IndexSearcher searcher = new IndexSearcher(served);
      int doc = searcher.search(query, 1).scoreDocs[0].doc;
      assertTrue(searcher.explain(query, doc).toString().contains("found by Streak"));
      assertEqual(stock, served);
      assertEquals(2, StreakReaders.segmentsWithSidecar(served));
    }
    QueryTimeout always = () -> true;
    try (DirectoryReader served = ExitableDirectoryReader.wrap(withSidecar(), always)) {
      Query query = RunTermsQuery.ofIds("shop", 7);
      expectThrows(
          ExitableDirectoryReader.ExitingReaderException.class,
          () -> new IndexSearcher(served).count(query));
    }
  }

  public void testPruneKeepsWhatIsCurrentAndWhatIsNotOurs() throws IOException {
    index();
    build();
    Path strange = Files.createDirectories(folder.resolve(ID + "a"));
    Files.createFile(strange.resolve("letter.txt"));
    Files.createFile(folder.resolve(ID + "b"));
    Path fresh = Files.createDirectories(folder.resolve(ID + "a.1.unfinished"));
    Path old = Files.createDirectories(folder.resolve(ID + "a.2.unfinished"));
    Files.setLastModifiedTime(old, FileTime.fromMillis(0));
    // Somebody has been writing to one file for long.
    Path large = Files.createDirectories(folder.resolve(ID + "a.3.unfinished"));
    Files.createFile(large.resolve("_0.skp"));
    Files.setLastModifiedTime(large, FileTime.fromMillis(0));
    writer.deleteDocuments(new Term("text", "word0"), new Term("text", "word1"));
    writer.getConfig().setMergePolicy(newLogMergePolicy());
    try (DirectoryReader before = stock()) {
      assertEquals(1, new SidecarFolder(folder).prune(before));
      writer.forceMerge(1);
      writer.commit();
      build();
      assertServed(1);
      try (DirectoryReader after = stock()) {
        assertEquals(0, new SidecarFolder(folder).prune(before, after));
        assertEquals(2, new SidecarFolder(folder).prune(after));
      }
    }
    assertServed(1);
    assertTrue(Files.exists(strange) && Files.exists(fresh) && Files.exists(large));
    assertFalse(Files.exists(old));
  }

  /** File systems count in steps of milliseconds or even seconds. */
  public void testPruneKeepsWhatWasBuiltAtTheTimeOfTheCommit() throws IOException {
    index();
    build();
    writer.getConfig().setMergePolicy(newLogMergePolicy());
    writer.forceMerge(1);
    writer.commit();
    Path commit = index.resolve(SegmentInfos.getLastCommitSegmentsFileName(directory));
    FileTime time = Files.getLastModifiedTime(commit);
    for (Path place : SidecarPlace.all(folder)) {
      for (Path file : SidecarPlace.files(place)) {
        Files.setLastModifiedTime(file, time);
      }
      Files.setLastModifiedTime(place, time);
    }
    SidecarFolder sidecars = new SidecarFolder(folder);
    try (DirectoryReader reader = DirectoryReader.open(new FilterDirectory(directory) {})) {
      assertEquals(0, sidecars.prune(reader));
      Files.setLastModifiedTime(commit, FileTime.fromMillis(time.toMillis() + 1));
      assertEquals(2, sidecars.prune(reader));
    }
  }

  public void testPruneOfReadersWhoseCommitIsNotKnown() throws IOException {
    index();
    build();
    SidecarFolder sidecars = new SidecarFolder(folder);
    expectThrows(IllegalArgumentException.class, sidecars::prune);
    int all = SidecarPlace.all(folder).size();
    try (MultiReader none = new MultiReader()) {
      assertEquals(0, sidecars.prune(none));
      for (Path place : SidecarPlace.all(folder)) {
        for (Path file : SidecarPlace.files(place)) {
          Files.setLastModifiedTime(file, FileTime.fromMillis(0));
        }
        Files.setLastModifiedTime(place, FileTime.fromMillis(0));
      }
      assertEquals(all, sidecars.prune(none));
    }
  }

  /** Whoever commits deletes the commit before, which somebody else may be looking at. */
  public void testPruneKeepsAllWhileTheCommitIsReplaced() throws IOException {
    index();
    build();
    for (Path place : SidecarPlace.all(folder)) {
      for (Path file : SidecarPlace.files(place)) {
        Files.setLastModifiedTime(file, FileTime.fromMillis(0));
      }
      Files.setLastModifiedTime(place, FileTime.fromMillis(0));
    }
    writer.getConfig().setMergePolicy(newLogMergePolicy());
    writer.forceMerge(1);
    writer.commit();
    AtomicBoolean replaced = new AtomicBoolean();
    FilterFileSystemProvider provider =
        new FilterFileSystemProvider("replaced://", index.getFileSystem()) {
          @Override
          public <A extends BasicFileAttributes> A readAttributes(
              Path path, Class<A> type, LinkOption... options) throws IOException {
            if (replaced.get() && path.getFileName().toString().startsWith("segments_")) {
              throw new NoSuchFileException(path.toString());
            }
            return super.readAttributes(path, type, options);
          }
        };
    SidecarFolder sidecars = new SidecarFolder(folder);
    try (Directory other = FSDirectory.open(provider.wrapPath(index));
        DirectoryReader reader = DirectoryReader.open(other)) {
      replaced.set(true);
      assertEquals(0, sidecars.prune(reader));
      replaced.set(false);
      assertEquals(2, sidecars.prune(reader));
    }
  }

  /** As of several indexes side by side. */
  public void testLeavesThatAreNoSegments() throws IOException {
    index();
    SidecarFolder sidecars = new SidecarFolder(folder);
    try (DirectoryReader stock = stock();
        IndexReader others = new ParallelCompositeReader(false, stock)) {
      assertEquals(0, sidecars.build(others));
      assertFalse(sidecars.needs(others.leaves().get(0).reader()));
      assertFalse(Files.exists(folder));
      assertEquals(2, sidecars.build(stock));
      assertEquals(0, sidecars.prune(others, stock));
    }
  }

  public void testPruneKeepsWhatIsNotCommittedYet() throws IOException {
    index();
    build();
    SidecarFolder sidecars = new SidecarFolder(folder);
    writer
        .getConfig()
        .setMergePolicy(newLogMergePolicy())
        .setMergedSegmentWarmer(sidecars.warmer());
    Path commit = index.resolve(SegmentInfos.getLastCommitSegmentsFileName(directory));
    Files.setLastModifiedTime(commit, FileTime.fromMillis(System.currentTimeMillis() - 9_000));
    try (DirectoryReader before = stock();
        DirectoryReader pooled = DirectoryReader.open(writer)) {
      writer.forceMerge(1);
      assertEquals(3, SidecarPlace.all(folder).size());
      assertEquals(0, sidecars.prune(before));
      assertEquals(0, sidecars.prune(pooled));
      writer.commit();
      // Neither has seen the merge.
      assertEquals(0, sidecars.prune(before));
      assertEquals(0, sidecars.prune(pooled));
      try (DirectoryReader after = stock()) {
        assertEquals(2, sidecars.prune(after));
      }
    }
    assertServed(1);
  }
}
