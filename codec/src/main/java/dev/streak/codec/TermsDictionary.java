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

import dev.streak.postings.SplitTermsReader;
import dev.streak.postings.SplitTermsWriter;
import dev.streak.postings.TermsIndexFormat;
import java.io.IOException;
import org.apache.lucene.codecs.FieldsConsumer;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.codecs.PostingsReaderBase;
import org.apache.lucene.codecs.PostingsWriterBase;
import org.apache.lucene.codecs.lucene103.blocktree.Lucene103BlockTreeTermsReader;
import org.apache.lucene.codecs.lucene103.blocktree.Lucene103BlockTreeTermsWriter;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.util.IOUtils;

/**
 * The ordered terms dictionary of a segment's fields. Segments record which one they have, so a
 * reader needs no setting, and the setting may change at any time.
 *
 * <ul>
 *   <li>{@link #blockTree()}, the default: Lucene's. Exact and fuzzy seeks are fastest with it.
 *   <li>{@link #uniformSplit(int)}: Lucene's UniformSplit, whose index of blocks can be replaced.
 * </ul>
 */
public final class TermsDictionary {

  private static final int BLOCK_TREE = 0;
  private static final int UNIFORM_SPLIT = 1;

  /** Terms in a block of a split dictionary unless set otherwise. */
  public static final int DEFAULT_SPLIT_BLOCK_TERMS = 32;

  private final int id;
  private final int minBlockTerms;
  private final int maxBlockTerms;

  private TermsDictionary(int id, int minBlockTerms, int maxBlockTerms) {
    this.id = id;
    this.minBlockTerms = minBlockTerms;
    this.maxBlockTerms = maxBlockTerms;
  }

  /** Lucene's block tree with the block sizes that Lucene uses. */
  public static TermsDictionary blockTree() {
    return blockTree(
        Lucene103BlockTreeTermsWriter.DEFAULT_MIN_BLOCK_SIZE,
        Lucene103BlockTreeTermsWriter.DEFAULT_MAX_BLOCK_SIZE);
  }

  /**
   * Lucene's block tree.
   *
   * @param minBlockTerms at least 2
   * @param maxBlockTerms at least {@code 2 * (minBlockTerms - 1)}
   */
  public static TermsDictionary blockTree(int minBlockTerms, int maxBlockTerms) {
    if (minBlockTerms < 2 || maxBlockTerms < 2 * (minBlockTerms - 1)) {
      throw new IllegalArgumentException(
          "minBlockTerms must be >= 2, maxBlockTerms >= 2*(minBlockTerms-1): minBlockTerms="
              + minBlockTerms
              + ", maxBlockTerms="
              + maxBlockTerms);
    }
    return new TermsDictionary(BLOCK_TREE, minBlockTerms, maxBlockTerms);
  }

  /**
   * Blocks of about equally many terms.
   *
   * @param blockTerms terms in a block, a tenth more or less; 10 to 500
   */
  public static TermsDictionary uniformSplit(int blockTerms) {
    if (blockTerms < 10 || blockTerms > 500) {
      throw new IllegalArgumentException(
          "blockTerms must be in [10, 500]: blockTerms=" + blockTerms);
    }
    int delta = blockTerms / 10;
    return new TermsDictionary(UNIFORM_SPLIT, blockTerms - delta, blockTerms + delta);
  }

  /** What the segment records. */
  int id() {
    return id;
  }

  FieldsConsumer writer(SegmentWriteState state, PostingsWriterBase postings) throws IOException {
    if (id == BLOCK_TREE) {
      return new Lucene103BlockTreeTermsWriter(
          TermsIndexCaching.forWriting(state), postings, minBlockTerms, maxBlockTerms);
    }
    int target = (minBlockTerms + maxBlockTerms) / 2;
    TermsIndexFormat.Writer index = FstBlocksIndex.INSTANCE.writer(state);
    FieldsConsumer writer = null;
    try {
      writer = new SplitTermsWriter(postings, state, target, maxBlockTerms - target, index);
      return writer;
    } finally {
      if (writer == null) {
        IOUtils.closeWhileHandlingException(index);
      }
    }
  }

  static FieldsProducer reader(int id, SegmentReadState state, PostingsReaderBase postings)
      throws IOException {
    return switch (id) {
      case BLOCK_TREE ->
          new Lucene103BlockTreeTermsReader(postings, TermsIndexCaching.forReading(state));
      case UNIFORM_SPLIT -> splitReader(state, postings);
      default -> throw new CorruptIndexException("unknown terms dictionary " + id, "segment meta");
    };
  }

  private static FieldsProducer splitReader(SegmentReadState state, PostingsReaderBase postings)
      throws IOException {
    TermsIndexFormat.Reader index = FstBlocksIndex.INSTANCE.reader(state);
    FieldsProducer reader = null;
    try {
      reader = new SplitTermsReader(postings, state, index);
      return reader;
    } finally {
      if (reader == null) {
        IOUtils.closeWhileHandlingException(index);
      }
    }
  }

  @Override
  public String toString() {
    return (id == BLOCK_TREE ? "blockTree(" : "uniformSplit(")
        + minBlockTerms
        + ", "
        + maxBlockTerms
        + ")";
  }
}
