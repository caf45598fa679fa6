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
package dev.streak.segment;

import dev.streak.field.CombinedListener;
import dev.streak.field.TermListener;
import dev.streak.file.FileBundleWriter;
import dev.streak.hashedterms.TermHashWriter;
import dev.streak.prefix.PrefixSetsWriter;
import dev.streak.prefix.PrefixSettings;
import dev.streak.termhash.TermHashSettings;
import dev.streak.terms.DictionaryWriter;
import dev.streak.terms.MergedTerms;
import dev.streak.terms.TermSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.FieldsConsumer;
import org.apache.lucene.codecs.NormsProducer;
import org.apache.lucene.codecs.PostingsWriterBase;
import org.apache.lucene.codecs.lucene103.blocktree.Lucene103BlockTreeTermsWriter;
import org.apache.lucene.codecs.lucene104.Lucene104PostingsWriter;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.Fields;
import org.apache.lucene.index.FilterLeafReader.FilterFields;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.IOUtils;

/** Writes the fields of each group with what is best for them. */
public final class FieldGroupsWriter extends FieldsConsumer {

  /** With more documents most files are too large for a bundle, and not worth a try. */
  private static final int MAX_DOCS_OF_SMALL_FILES = 1 << 16;

  private final SegmentWriteState state;
  private final TermHashSettings termHash;
  private final List<Closeable> consumers = new ArrayList<>(2);

  private final Map<String, PrefixSettings> prefixesByField;

  /** Null if everything is to have a file of its own. */
  private final FileBundleWriter bundle;

  /** Null at a flush. */
  private MergeState merging;

  public FieldGroupsWriter(
      SegmentWriteState outer,
      TermHashSettings termHash,
      Map<String, PrefixSettings> prefixesByField,
      boolean bundlesSmallFiles) {
    this.bundle = bundlesSmallFiles ? bundle(outer) : null;
    this.state = bundlesSmallFiles ? bundle.state() : outer;
    this.termHash = termHash;
    this.prefixesByField = prefixesByField;
  }

  private static FileBundleWriter bundle(SegmentWriteState state) {
    boolean allSmall = state.segmentInfo.maxDoc() <= MAX_DOCS_OF_SMALL_FILES;
    return new FileBundleWriter(
        FieldGroups.BUNDLE, state, name -> allSmall == false && FieldGroups.isLarge(name));
  }

  @Override
  public void merge(MergeState mergeState, NormsProducer norms) throws IOException {
    merging = mergeState;
    super.merge(mergeState, norms);
  }

  @Override
  public void write(Fields fields, NormsProducer norms) throws IOException {
    if (bundle != null) {
      bundle.begin();
    }
    List<String> documentsOnly = new ArrayList<>();
    List<String> full = new ArrayList<>();
    for (String field : fields) {
      FieldInfo fieldInfo = state.fieldInfos.fieldInfo(field);
      boolean simple = FieldGroups.holdsDocumentsOnly(fieldInfo);
      (simple ? documentsOnly : full).add(field);
    }
    int groups = 0;
    DictionaryWriter dictionary = null;
    if (documentsOnly.isEmpty() == false) {
      groups |= FieldGroups.DOCUMENTS_ONLY;
      boolean hasPrefixes = documentsOnly.stream().anyMatch(prefixesByField::containsKey);
      groups |= hasPrefixes ? FieldGroups.PREFIX_SETS : 0;
      dictionary = writeDocumentsOnly(fields, documentsOnly, hasPrefixes);
    }
    if (full.isEmpty() == false) {
      groups |= FieldGroups.FULL;
      writeFull(subset(fields, full), norms);
    }
    writeMeta(groups, dictionary);
    if (bundle != null) {
      bundle.end();
    }
  }

  /** Writes the group, and what is built from the terms while they are written. */
  private DictionaryWriter writeDocumentsOnly(
      Fields fields, List<String> names, boolean hasPrefixes) throws IOException {
    List<TermListener> listeners = new ArrayList<>();
    // It has nothing to close before the first field.
    TermHashWriter hashes = new TermHashWriter(state, termHash);
    listeners.add(hashes);
    PrefixSetsWriter prefixes = null;
    if (hasPrefixes) {
      prefixes = new PrefixSetsWriter(state, prefixesByField);
      listeners.add(prefixes);
    }
    DictionaryWriter dictionary =
        new DictionaryWriter(TermsIndexCaching.forWriting(state), new CombinedListener(listeners));
    consumers.add(dictionary);
    for (String field : names) {
      PrefixSettings.record(state.fieldInfos.fieldInfo(field), prefixesByField.get(field));
      TermSource terms = terms(fields, field);
      if (terms != null) {
        dictionary.write(state.fieldInfos.fieldInfo(field), terms);
      }
    }
    hashes.finish();
    if (prefixes != null) {
      prefixes.finish();
    }
    return dictionary;
  }

  private TermSource terms(Fields fields, String field) throws IOException {
    if (merging != null) {
      return MergedTerms.of(merging, field);
    }
    Terms terms = fields.terms(field);
    return terms == null ? null : TermSource.of(terms);
  }

  private void writeFull(Fields fields, NormsProducer norms) throws IOException {
    SegmentWriteState fullState =
        TermsIndexCaching.forWriting(
            new SegmentWriteState(state, FieldGroups.fullSuffix(state.segmentSuffix)));
    PostingsWriterBase postings = new Lucene104PostingsWriter(fullState);
    FieldsConsumer consumer = null;
    try {
      consumer =
          new Lucene103BlockTreeTermsWriter(
              fullState,
              postings,
              Lucene103BlockTreeTermsWriter.DEFAULT_MIN_BLOCK_SIZE,
              Lucene103BlockTreeTermsWriter.DEFAULT_MAX_BLOCK_SIZE);
    } finally {
      if (consumer == null) {
        IOUtils.closeWhileHandlingException(postings);
      }
    }
    consumers.add(consumer);
    consumer.write(fields, norms);
  }

  private static Fields subset(Fields fields, List<String> names) {
    return new FilterFields(fields) {
      @Override
      public Iterator<String> iterator() {
        return names.iterator();
      }

      @Override
      public int size() {
        return names.size();
      }
    };
  }

  /** The dictionary is null where there is no field of documents only. */
  private void writeMeta(int groups, DictionaryWriter dictionary) throws IOException {
    try (IndexOutput meta = FieldGroups.META.create(state)) {
      meta.writeByte((byte) groups);
      if (dictionary != null) {
        dictionary.finish(meta);
      }
      CodecUtil.writeFooter(meta);
    }
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(consumers);
    if (bundle != null) {
      bundle.finish();
    }
  }
}
