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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.codecs.compressing.MatchingReaders;
import org.apache.lucene.index.DocIDMerger;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;

/**
 * Merges segments with as little work as each allows.
 *
 * <ol>
 *   <li>Same settings, same dictionary, same field numbers, nothing deleted, and not made up of
 *       short blocks: compressed blocks are copied.
 *   <li>Written by this format with the same field numbers: documents are copied as bytes.
 *   <li>Anything else, such as a segment of another format: field by field.
 * </ol>
 *
 * <p>The new segment takes the dictionary that most of its data is compressed with already, if that
 * is at least {@link #MAJORITY_PERCENT} percent; otherwise one is chosen anew from blocks of all
 * sources.
 */
final class StoredFieldsMerger {
  static final int MAJORITY_PERCENT = 60;

  /** Copying fewer blocks than this in a row is not worth the short block it may leave behind. */
  static final int MIN_RUN_BLOCKS = 8;

  private final ZstdStoredFieldsWriter writer;
  private final ZstdSettings settings;
  private final MergeState state;
  private final List<Source> sources = new ArrayList<>();

  StoredFieldsMerger(ZstdStoredFieldsWriter writer, MergeState state) {
    this.writer = writer;
    this.settings = writer.settings();
    this.state = state;
  }

  /** One segment to be merged. */
  private static final class Source extends DocIDMerger.Sub {
    final StoredFieldsReader reader;
    final StoredFieldVisitor visitor;

    /** The same reader if it is one of ours whose field numbers hold in the new segment. */
    final ZstdStoredFieldsReader ours;

    /** Null if no document is deleted. */
    final Bits liveDocs;

    final int maxDoc;
    boolean copiesBlocks;
    int docID = -1;

    Source(MergeState state, int index, boolean sameFields, StoredFieldVisitor visitor) {
      super(state.docMaps[index]);
      this.reader = state.storedFieldsReaders[index];
      this.visitor = visitor;
      this.ours = sameFields && reader instanceof ZstdStoredFieldsReader zstd ? zstd : null;
      this.liveDocs = state.liveDocs[index];
      this.maxDoc = state.maxDocs[index];
    }

    @Override
    public int nextDoc() {
      docID++;
      return docID == maxDoc ? DocIdSetIterator.NO_MORE_DOCS : docID;
    }
  }

  int merge() throws IOException {
    MatchingReaders matching = new MatchingReaders(state);
    for (int i = 0; i < state.storedFieldsReaders.length; i++) {
      state.checkAborted();
      state.storedFieldsReaders[i].checkIntegrity();
      sources.add(new Source(state, i, matching.matchingReaders[i], writer.mergeVisitor(state, i)));
    }
    decideDictionary();
    for (Source source : sources) {
      source.copiesBlocks = mayCopyBlocks(source);
    }
    int docs = copyAll();
    writer.finish(docs);
    return docs;
  }

  private int copyAll() throws IOException {
    if (state.needsIndexSort) {
      return copyInOrder();
    }
    int docs = 0;
    for (Source source : sources) {
      docs += copyWhole(source);
    }
    return docs;
  }

  /** Copies what is left of a segment. */
  private int copyWhole(Source source) throws IOException {
    if (source.copiesBlocks) {
      copyRun(source, 0, source.maxDoc);
      return source.maxDoc;
    }
    int docs = 0;
    for (int docID = 0; docID < source.maxDoc; docID++) {
      if (source.liveDocs == null || source.liveDocs.get(docID)) {
        copyDocument(source, docID);
        docs++;
      }
    }
    return docs;
  }

  /** Copies documents in the order of an index sort, which takes from the segments in turn. */
  private int copyInOrder() throws IOException {
    DocIDMerger<Source> merger = DocIDMerger.of(sources, true);
    int docs = 0;
    Source source = merger.next();
    while (source != null) {
      Source current = source;
      int from = current.docID;
      int to = from;
      do {
        to++;
        source = merger.next();
      } while (source == current && current.copiesBlocks && current.docID == to);
      if (current.copiesBlocks) {
        copyRun(current, from, to);
      } else {
        copyDocument(current, from);
      }
      docs += to - from;
    }
    return docs;
  }

  private void copyDocument(Source source, int docID) throws IOException {
    if (source.ours == null || !writer.copyDocument(source.ours, docID)) {
      writer.startDocument();
      source.reader.document(docID, source.visitor);
      writer.finishDocument();
    }
  }

  /** Copies consecutive documents: whole blocks as they are, and what is left at both ends. */
  private void copyRun(Source source, int from, int to) throws IOException {
    BlockIndex blocks = source.ours.blockIndex();
    long firstBlock = blocks.blockOf(from);
    if (blocks.docBase(firstBlock) < from) {
      firstBlock++;
    }
    long endBlock = blocks.blockOf(to - 1);
    if (blocks.docBase(endBlock + 1) == to) {
      endBlock++;
    }
    boolean whole = endBlock - firstBlock == source.ours.meta().numBlocks();
    if (!whole && endBlock - firstBlock < MIN_RUN_BLOCKS) {
      copyDocuments(source, from, to);
      return;
    }
    copyDocuments(source, from, blocks.docBase(firstBlock));
    writer.endBlock(false);
    writer.blocks().copy(source.ours, firstBlock, endBlock);
    copyDocuments(source, blocks.docBase(endBlock), to);
  }

  private void copyDocuments(Source source, int from, int to) throws IOException {
    for (int docID = from; docID < to; docID++) {
      copyDocument(source, docID);
    }
  }

  private boolean mayCopyBlocks(Source source) {
    return source.ours != null
        && source.maxDoc > 0
        && source.liveDocs == null
        && source.ours.meta().settings().equals(settings)
        && writer.isDecided()
        && source.ours.dictionary() == writer.blocks().dictionary()
        && !isMadeOfShortBlocks(source.ours.meta());
  }

  /** Many small flushes merged by copying would leave a segment of small blocks for ever. */
  private boolean isMadeOfShortBlocks(SegmentMeta meta) {
    return meta.shortDocs() > settings.maxDocsPerBlock()
        && meta.shortBlocks() * 100 > meta.numBlocks();
  }

  /**
   * Settles the dictionary if the sources allow to. If not, which is when they are of another
   * format, the writer chooses one as it does for new documents.
   */
  private void decideDictionary() throws IOException {
    if (settings.dictionaryBytes() == 0) {
      return;
    }
    Map<Dictionary, Long> bytesByDictionary = new HashMap<>();
    long total = 0;
    boolean allOurs = true;
    for (Source source : sources) {
      if (source.ours == null) {
        allOurs = false;
      } else {
        SegmentMeta meta = source.ours.meta();
        total += meta.rawBytes();
        if (source.ours.dictionary() != null
            && meta.settings().dictionaryBytes() == settings.dictionaryBytes()) {
          bytesByDictionary.merge(source.ours.dictionary(), meta.rawBytes(), Long::sum);
        }
      }
    }
    if (!allOurs) {
      return;
    }
    if (total < DictionaryTrainer.sampleBytes(settings.dictionaryBytes())) {
      writer.decide(null);
      return;
    }
    for (Map.Entry<Dictionary, Long> entry : bytesByDictionary.entrySet()) {
      if (entry.getValue() * 100 >= total * MAJORITY_PERCENT) {
        writer.decide(entry.getKey());
        writer.store().set(entry.getKey(), settings.dictionaryBytes());
        return;
      }
    }
    Dictionary chosen = writer.store().choose(sample(total), settings);
    try {
      writer.decide(chosen);
    } finally {
      if (chosen != null) {
        chosen.release();
      }
    }
  }

  /** Blocks spread evenly over all sources. */
  private List<byte[]> sample(long total) throws IOException {
    int wanted = DictionaryTrainer.sampleBytes(settings.dictionaryBytes());
    List<byte[]> sample = new ArrayList<>();
    for (Source source : sources) {
      SegmentMeta meta = source.ours.meta();
      if (meta.numBlocks() > 0) {
        long blockBytes = Math.max(1, meta.rawBytes() / meta.numBlocks());
        long share = Math.max(1, wanted * (meta.rawBytes() / blockBytes) / total);
        long step = Math.max(1, meta.numBlocks() / share);
        for (long block = 0; block < meta.numBlocks(); block += step) {
          sample.add(source.ours.sample(source.ours.blockIndex().docBase(block)));
        }
      }
    }
    return sample;
  }
}
