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
package dev.streak.compression;

import java.io.IOException;
import java.lang.ref.Cleaner;
import org.apache.lucene.codecs.TermVectorsFormat;
import org.apache.lucene.codecs.TermVectorsReader;
import org.apache.lucene.codecs.TermVectorsWriter;
import org.apache.lucene.codecs.compressing.CompressionMode;
import org.apache.lucene.codecs.lucene90.compressing.Lucene90CompressingTermVectorsFormat;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.Fields;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.util.BytesRef;

/**
 * Lucene's term vectors with {@link ZstdCompressionMode}. The level is recorded in the segment, so
 * that the mode, and with it merging by copying, is the same after an index is reopened.
 */
public final class ZstdTermVectorsFormat extends TermVectorsFormat {
  /** Level for new segments unless another is chosen. */
  public static final int DEFAULT_LEVEL = 3;

  static final String LEVEL_ATTRIBUTE = "StreakTermVectors.level";

  private static final String DATA_CODEC = "StreakTermVectors";

  /** Whoever reads one document's vectors decodes the numbers of all in the chunk. */
  private static final int CHUNK_BYTES = 1 << 11;

  private static final int MAX_DOCS_PER_CHUNK = 128;
  private static final int INDEX_BLOCK_SIZE = 10;

  private final int level;

  /**
   * A format that writes with the default level.
   *
   * @throws ZstdUnavailableException if the native library cannot be used
   */
  public ZstdTermVectorsFormat() {
    this(DEFAULT_LEVEL);
  }

  /**
   * A format that writes with a level from 1 to 22.
   *
   * @throws ZstdUnavailableException if the native library cannot be used
   */
  public ZstdTermVectorsFormat(int level) {
    this(level, true);
  }

  private ZstdTermVectorsFormat(int level, boolean check) {
    ZstdSettings.checkLevel(level);
    if (check) {
      ZstdLibrary.ensureAvailable();
    }
    this.level = level;
  }

  /**
   * A format for a codec that a service loader makes: it touches no native code until it has to.
   */
  public static ZstdTermVectorsFormat forReading() {
    return new ZstdTermVectorsFormat(DEFAULT_LEVEL, false);
  }

  /** Whether a segment's term vectors are of this format. */
  public static boolean wrote(SegmentInfo segment) {
    return segment.getAttribute(LEVEL_ATTRIBUTE) != null;
  }

  /**
   * Refuses a segment whose term vectors cannot be read here.
   *
   * @throws ZstdUnavailableException if they are of this format and Zstandard does not work here
   */
  public static void ensureReadable(SegmentInfo segment) {
    if (wrote(segment)) {
      ZstdLibrary.ensureAvailable();
    }
  }

  private static TermVectorsFormat lucene(CompressionMode mode) {
    return new Lucene90CompressingTermVectorsFormat(
        DATA_CODEC, "", mode, CHUNK_BYTES, MAX_DOCS_PER_CHUNK, INDEX_BLOCK_SIZE);
  }

  @Override
  public TermVectorsWriter vectorsWriter(
      Directory directory, SegmentInfo segment, IOContext context) throws IOException {
    segment.putAttribute(LEVEL_ATTRIBUTE, Integer.toString(level));
    return new Writer(
        lucene(ZstdCompressionMode.borrowing(level)).vectorsWriter(directory, segment, context));
  }

  @Override
  public TermVectorsReader vectorsReader(
      Directory directory, SegmentInfo segment, FieldInfos infos, IOContext context)
      throws IOException {
    String recorded = segment.getAttribute(LEVEL_ATTRIBUTE);
    CompressionMode mode;
    try {
      mode = ZstdCompressionMode.borrowing(Integer.parseInt(recorded));
    } catch (IllegalArgumentException e) {
      throw new CorruptIndexException(
          "attribute " + LEVEL_ATTRIBUTE + " is " + recorded + ", must be a level of Zstandard",
          segment.name,
          e);
    }
    return new Reader(lucene(mode).vectorsReader(directory, segment, infos, context));
  }

  /** Lucene's writer, keeping the pool of compression contexts until it is closed or garbage. */
  private static final class Writer extends TermVectorsWriter {
    private final TermVectorsWriter lucene;
    private final Cleaner.Cleanable pool;

    Writer(TermVectorsWriter lucene) {
      this.lucene = lucene;
      this.pool = CompressionContexts.retain(this);
    }

    @Override
    public void startDocument(int numVectorFields) throws IOException {
      lucene.startDocument(numVectorFields);
    }

    @Override
    public void finishDocument() throws IOException {
      lucene.finishDocument();
    }

    @Override
    public void startField(
        FieldInfo info, int terms, boolean positions, boolean offsets, boolean payloads)
        throws IOException {
      lucene.startField(info, terms, positions, offsets, payloads);
    }

    @Override
    public void finishField() throws IOException {
      lucene.finishField();
    }

    @Override
    public void startTerm(BytesRef term, int freq) throws IOException {
      lucene.startTerm(term, freq);
    }

    @Override
    public void finishTerm() throws IOException {
      lucene.finishTerm();
    }

    @Override
    public void addPosition(int position, int startOffset, int endOffset, BytesRef payload)
        throws IOException {
      lucene.addPosition(position, startOffset, endOffset, payload);
    }

    @Override
    public void addProx(int count, DataInput positions, DataInput offsets) throws IOException {
      lucene.addProx(count, positions, offsets);
    }

    @Override
    public int merge(MergeState state) throws IOException {
      return lucene.merge(state);
    }

    @Override
    public void finish(int numDocs) throws IOException {
      lucene.finish(numDocs);
    }

    @Override
    public long ramBytesUsed() {
      return lucene.ramBytesUsed();
    }

    @Override
    public void close() throws IOException {
      try {
        lucene.close();
      } finally {
        pool.clean();
      }
    }
  }

  /** Lucene's reader, keeping the pool of decompression contexts as long as it is open. */
  private static final class Reader extends TermVectorsReader {
    private final TermVectorsReader lucene;
    private boolean retains;

    Reader(TermVectorsReader lucene) {
      this(lucene, true);
      DecompressionContexts.retain();
    }

    private Reader(TermVectorsReader lucene, boolean retains) {
      this.lucene = lucene;
      this.retains = retains;
    }

    @Override
    public Fields get(int doc) throws IOException {
      return lucene.get(doc);
    }

    @Override
    public void prefetch(int docID) throws IOException {
      lucene.prefetch(docID);
    }

    @Override
    public void checkIntegrity() throws IOException {
      lucene.checkIntegrity();
    }

    @Override
    public TermVectorsReader clone() {
      return new Reader(lucene.clone(), false);
    }

    /** Lucene's own, since its writer copies compressed data from no other class. */
    @Override
    public TermVectorsReader getMergeInstance() {
      return lucene.getMergeInstance();
    }

    @Override
    public void close() throws IOException {
      try {
        lucene.close();
      } finally {
        if (retains) {
          retains = false;
          DecompressionContexts.release();
        }
      }
    }

    @Override
    public String toString() {
      return "ZstdTermVectorsReader(" + lucene + ")";
    }
  }
}
