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
package dev.streak.coldreads;

import dev.streak.cachedfile.LostFile;
import dev.streak.file.FileBundle;
import dev.streak.file.LuceneBundle;
import dev.streak.management.StreakLog;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.codecs.perfield.PerFieldDocValuesFormat;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.DataAccessHint;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FileTypeHint;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.IOUtils;

/**
 * Announces reads of doc values to the directory, which has them begin together: Lucene's doc
 * values offer no way to. For this the files of the values are opened a second time, when reads of
 * a segment wait for the first time, and closed with the segment. Safe for use by several threads.
 */
public final class SegmentValues implements Closeable {

  private static final String META_EXTENSION = "dvm";
  private static final String DATA_EXTENSION = "dvd";

  /** By the keys of the segments' cores. Guarded by itself. */
  private static final Map<IndexReader.CacheKey, SegmentValues> OPEN = new HashMap<>();

  private final SegmentInfo segment;
  private final FieldInfos fields;
  private final Directory directory;

  /** By suffixes of files. Guarded by this. */
  private final Map<String, Values> values = new HashMap<>();

  /** What was opened last comes first. */
  private final List<Closeable> toClose = new ArrayList<>();

  private boolean closed;

  /** The values of some fields, and where they lie by the fields' numbers. */
  private record Values(IndexInput file, Map<Integer, ValuePlaces> places) {
    static final Values UNKNOWN = new Values(null, Map.of());
  }

  private SegmentValues(SegmentReader reader) throws IOException {
    segment = reader.getSegmentInfo().info;
    fields = reader.getFieldInfos();
    Directory files = segment.dir;
    boolean success = false;
    try {
      if (segment.getUseCompoundFile()) {
        files = segment.getCodec().compoundFormat().getCompoundReader(segment.dir, segment);
        toClose.add(files);
      }
      FileBundle bundle =
          LuceneBundle.DOC_VALUES.open(
              new SegmentReadState(files, segment, fields, IOContext.DEFAULT));
      if (bundle != null) {
        toClose.add(0, bundle);
        files = bundle.state().directory;
      }
      success = true;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(toClose);
      }
    }
    directory = files;
  }

  /**
   * The values of a segment, or null if its files cannot be opened once more: a reader may outlive
   * their names and its directory, and the process may have no room for more open files.
   */
  public static SegmentValues of(SegmentReader reader) throws IOException {
    return of(reader, reader.getCoreCacheHelper());
  }

  /** As above; a test closes the reader when a listener comes. */
  static SegmentValues of(SegmentReader reader, IndexReader.CacheHelper core) throws IOException {
    synchronized (OPEN) {
      SegmentValues known = OPEN.get(core.getKey());
      if (known != null) {
        return known;
      }
    }
    SegmentValues opened;
    try {
      opened = new SegmentValues(reader);
    } catch (IOException | RuntimeException e) {
      tell(reader.getSegmentName(), e);
      return null;
    }
    return keep(reader, core, opened);
  }

  /**
   * Nothing is lost but the announcement: whoever reads the values reads them by files of theirs.
   */
  private static void tell(String what, Exception e) {
    boolean expected =
        LostFile.isMissing(e) || e instanceof AlreadyClosedException || LostFile.isInterrupted(e);
    if (expected == false) {
      StreakLog.warnOnce(
          "announcing " + what + " " + e.getClass(),
          () -> "Reads of values are not announced in " + what + ": " + e);
    }
  }

  private static SegmentValues keep(
      SegmentReader reader, IndexReader.CacheHelper core, SegmentValues opened) throws IOException {
    SegmentValues first;
    synchronized (OPEN) {
      first = OPEN.putIfAbsent(core.getKey(), opened);
    }
    if (first != null) {
      opened.close();
      return first;
    }
    boolean success = false;
    try {
      core.addClosedListener(key -> close(key, opened));
      // Closed in between, it may have told its listeners before it had this one.
      success = reader.getRefCount() > 0;
    } finally {
      if (success == false) {
        // The reader was closed meanwhile.
        close(core.getKey(), opened);
      }
    }
    return opened;
  }

  private static void close(IndexReader.CacheKey core, SegmentValues values) throws IOException {
    synchronized (OPEN) {
      OPEN.remove(core);
    }
    values.close();
  }

  /** Number of segments whose values are open. */
  static int open() {
    synchronized (OPEN) {
      return OPEN.size();
    }
  }

  /**
   * Announces the values of some documents, which are in ascending order. Whatever fails here,
   * damage included, whoever reads the values finds out.
   */
  public void announce(FieldInfo field, int[] docs, int count) {
    if (field.getDocValuesGen() != -1) {
      // Values that were updated lie elsewhere.
      return;
    }
    Values of = values(field);
    ValuePlaces places = of.places.get(field.number);
    if (places != null) {
      try {
        IndexInput file = of.file.clone();
        Announcer announcer = new Announcer(file);
        places.forEach(file, docs, count, announcer::add);
        announcer.finish();
      } catch (IOException | RuntimeException e) {
        tell(segment.name, e);
      }
    }
  }

  private synchronized Values values(FieldInfo field) {
    String format = field.getAttribute(PerFieldDocValuesFormat.PER_FIELD_FORMAT_KEY);
    if (ValuePlacesReader.FORMAT.equals(format) == false) {
      return Values.UNKNOWN;
    }
    String suffix = format + "_" + field.getAttribute(PerFieldDocValuesFormat.PER_FIELD_SUFFIX_KEY);
    Values known = values.get(suffix);
    if (known != null || closed) {
      return known == null ? Values.UNKNOWN : known;
    }
    try {
      known = open(suffix);
    } catch (IOException | RuntimeException e) {
      // Lucene's readers throw anything where checksums fit what is wrong.
      tell(segment.name, e);
      if (e instanceof IOException && LostFile.isLost(e) == false) {
        // It was this thread or this process that could not open them: the next one may.
        return Values.UNKNOWN;
      }
      known = Values.UNKNOWN;
    }
    values.put(suffix, known);
    return known;
  }

  private Values open(String suffix) throws IOException {
    IndexInput file = null;
    try {
      file =
          directory.openInput(
              IndexFileNames.segmentFileName(segment.name, suffix, DATA_EXTENSION),
              IOContext.DEFAULT.withHints(FileTypeHint.DATA, DataAccessHint.RANDOM));
      Map<Integer, ValuePlaces> places =
          ValuePlacesReader.read(
              directory,
              IndexFileNames.segmentFileName(segment.name, suffix, META_EXTENSION),
              segment,
              suffix,
              fields,
              file.length());
      toClose.add(0, file);
      return new Values(file, places);
    } catch (Throwable e) {
      IOUtils.closeWhileHandlingException(file);
      throw e;
    }
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    IOUtils.close(toClose);
  }
}
