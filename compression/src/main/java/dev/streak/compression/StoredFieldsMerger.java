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
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 *   <li>Same settings, same field numbers, nothing deleted, and not made up of short blocks:
 *       compressed blocks are copied, with the dictionaries that they were compressed with.
 *   <li>Written by this format with the same field numbers: documents are copied as bytes.
 *   <li>Anything else, such as a segment of another format: field by field.
 * </ol>
 *
 * <p>A segment has a limited number of dictionaries. If the sources have more, those that serve the
 * most data are kept, and blocks of the others are compressed anew. So are segments that were too
 * small for a dictionary, once they are large enough together.
 */
final class StoredFieldsMerger {
  /** Copying fewer blocks than this in a row is not worth the short block it may leave behind. */
  static final int MIN_RUN_BLOCKS = 8;

  private final ZstdStoredFieldsWriter writer;
  private final ZstdSettings settings;
  private final MergeState state;
  private final List<Source> sources = new ArrayList<>();

  /** Dictionaries whose blocks may be copied. */
  private final Set<ZstdDictionary> kept = new HashSet<>();

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
    long total = 0;
    for (Source source : sources) {
      total += source.ours == null ? 0 : source.ours.meta().rawBytes();
    }
    for (Source source : sources) {
      source.copiesBlocks = mayCopyBlocks(source, total);
    }
    decideDictionaries(total);
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
    if (to - from < MIN_RUN_BLOCKS && to - from < source.maxDoc) {
      // Where segments take turns, most runs are so short: there is no need to look for blocks.
      copyDocuments(source, from, to);
      return;
    }
    DocBlockIndex blocks = source.ours.blockIndex();
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
    SegmentDictionaries dictionaries = source.ours.dictionaries();
    for (long block = firstBlock; block < endBlock; ) {
      boolean copied = isKept(dictionaries.of(block));
      long end = block;
      while (end < endBlock && isKept(dictionaries.of(end)) == copied) {
        end = Math.min(endBlock, dictionaries.endOfStretch(end));
      }
      if (copied) {
        writer.endBlock(false);
        writer.settle();
        writer.blocks().copy(source.ours, block, end);
        writer.reconsider();
      } else {
        copyDocuments(source, blocks.docBase(block), blocks.docBase(end));
      }
      block = end;
    }
    copyDocuments(source, blocks.docBase(endBlock), to);
  }

  private boolean isKept(ZstdDictionary dictionary) {
    return dictionary == null || kept.contains(dictionary);
  }

  private void copyDocuments(Source source, int from, int to) throws IOException {
    for (int docID = from; docID < to; docID++) {
      copyDocument(source, docID);
    }
  }

  private boolean mayCopyBlocks(Source source, long total) {
    return source.ours != null
        && source.maxDoc > 0
        && source.liveDocs == null
        && source.ours.meta().settings().equals(settings)
        && !isTooSmall(source.ours, total)
        && !isMadeOfShortBlocks(source.ours.meta());
  }

  /** Whether a segment does without a dictionary only because it is small, and now is no longer. */
  private boolean isTooSmall(ZstdStoredFieldsReader reader, long total) {
    int enough = ZstdDictionaryTrainer.sampleBytes(settings);
    return settings.dictionaryBytes() > 0
        && reader.dictionaries().all().isEmpty()
        && reader.meta().rawBytes() < enough
        && total >= enough;
  }

  /** Many small flushes merged by copying would leave a segment of small blocks for ever. */
  private boolean isMadeOfShortBlocks(SegmentMeta meta) {
    return meta.shortDocs() > settings.maxDocsPerBlock()
        && meta.shortBlocks() * 100 > meta.numBlocks();
  }

  /**
   * Settles which dictionaries are kept, and what documents that are not copied begin with. If
   * nothing is copied the writer chooses as it does for new documents.
   */
  private void decideDictionaries(long total) throws IOException {
    if (settings.dictionaryBytes() == 0) {
      return;
    }
    Map<ZstdDictionary, Long> bytes = new HashMap<>();
    boolean allOurs = true;
    boolean copies = false;
    for (Source source : sources) {
      allOurs &= source.ours != null;
      copies |= source.copiesBlocks;
      if (source.copiesBlocks) {
        addBytes(source.ours, bytes);
      }
    }
    List<ZstdDictionary> mostUsed = new ArrayList<>(bytes.keySet());
    mostUsed.sort(Comparator.comparing(bytes::get).reversed());
    boolean fit = mostUsed.size() <= settings.maxDictionaries();
    // What is compressed anew may need one that none of the sources has.
    int limit = fit ? mostUsed.size() : settings.maxDictionaries() - 1;
    kept.addAll(mostUsed.subList(0, limit));
    writer.blocks().reserve(mostUsed.subList(0, limit));
    for (int i = limit - 1; i >= 0; i--) {
      writer.store().use(mostUsed.get(i), settings.dictionaryBytes());
    }
    if (copies) {
      writer.decide(limit == 0 ? null : mostUsed.get(0));
      writer.reconsider();
    } else if (allOurs && total < ZstdDictionaryTrainer.sampleBytes(settings)) {
      writer.decide(null);
    }
  }

  /** Adds about how many bytes each of a segment's dictionaries serves. */
  private static void addBytes(ZstdStoredFieldsReader reader, Map<ZstdDictionary, Long> bytes)
      throws IOException {
    SegmentDictionaries dictionaries = reader.dictionaries();
    long blocks = reader.meta().numBlocks();
    for (long block = 0; block < blocks; ) {
      long end = dictionaries.endOfStretch(block);
      if (dictionaries.of(block) != null) {
        long compressed = reader.blockIndex().pointer(end) - reader.blockIndex().pointer(block);
        bytes.merge(dictionaries.of(block), compressed, Long::sum);
      }
      block = end;
    }
  }
}
