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

import dev.streak.field.PrefixSets;
import dev.streak.file.FileBundle;
import dev.streak.hashedterms.TermHashReader;
import dev.streak.prefix.PrefixSetsReader;
import dev.streak.terms.DictionaryReader;
import dev.streak.terms.DictionaryTerms;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.codecs.PostingsReaderBase;
import org.apache.lucene.codecs.lucene103.blocktree.Lucene103BlockTreeTermsReader;
import org.apache.lucene.codecs.lucene104.Lucene104PostingsReader;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.store.ChecksumIndexInput;
import org.apache.lucene.util.IOUtils;

/** Reads the fields of each group with the counterpart of what {@link FieldGroupsWriter} used. */
public final class FieldGroupsReader extends FieldsProducer {

  private final SegmentReadState state;

  /** Null if everything has a file of its own. */
  private final FileBundle bundle;

  /** The terms of those fields of the dictionary that were asked for; null for the others. */
  private AtomicReferenceArray<Terms> opened;

  /** Null where there is no field of the group. */
  private DictionaryReader documentsOnly;

  private TermHashReader hashes;
  private FieldsProducer full;

  /** Null where none were written. */
  private PrefixSetsReader prefixSets;

  public FieldGroupsReader(SegmentReadState outer) throws IOException {
    this.bundle = FileBundle.open(FieldGroups.BUNDLE, outer);
    this.state = bundle == null ? outer : bundle.state();
    boolean success = false;
    try {
      int groups = readMeta();
      if (documentsOnly != null) {
        openDocumentsOnly((groups & FieldGroups.PREFIX_SETS) != 0);
      }
      if ((groups & FieldGroups.FULL) != 0) {
        openFull();
      }
      success = true;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(documentsOnly, hashes, full, prefixSets, bundle);
      }
    }
  }

  /** Returns which groups there are. */
  private int readMeta() throws IOException {
    int groups = 0;
    String fileName = FieldGroups.META.name(state);
    try (ChecksumIndexInput meta = state.directory.openChecksumInput(fileName)) {
      Throwable failure = null;
      try {
        FieldGroups.META.checkHeader(meta, state);
        groups = meta.readByte();
        if (groups < 0 || groups > FieldGroups.ALL) {
          throw new CorruptIndexException(
              "groups is " + groups + ", must be 0 to " + FieldGroups.ALL, meta);
        }
        if ((groups & FieldGroups.DOCUMENTS_ONLY) != 0) {
          documentsOnly = new DictionaryReader(TermsIndexCaching.forDictionary(state), meta);
        }
      } catch (Throwable e) {
        failure = e;
      } finally {
        CodecUtil.checkFooter(meta, failure);
      }
    }
    return groups;
  }

  private void openDocumentsOnly(boolean hasPrefixSets) throws IOException {
    if (hasPrefixSets) {
      prefixSets = new PrefixSetsReader(state);
    }
    List<FieldInfo> fields = new ArrayList<>();
    for (int i = 0; i < documentsOnly.size(); i++) {
      fields.add(documentsOnly.field(i));
    }
    hashes = new TermHashReader(state, fields);
    TermsIndexCaching.cache(hashes, state);
    opened = new AtomicReferenceArray<>(fields.size());
  }

  private void openFull() throws IOException {
    SegmentReadState fullState = fullState();
    PostingsReaderBase postings = new Lucene104PostingsReader(fullState);
    try {
      full = new Lucene103BlockTreeTermsReader(postings, TermsIndexCaching.forBlockTree(fullState));
    } finally {
      if (full == null) {
        IOUtils.closeWhileHandlingException(postings);
      }
    }
  }

  private SegmentReadState fullState() {
    return new SegmentReadState(state, FieldGroups.fullSuffix(state.segmentSuffix));
  }

  @Override
  public Iterator<String> iterator() {
    TreeSet<String> fields = new TreeSet<>();
    for (int i = 0; documentsOnly != null && i < documentsOnly.size(); i++) {
      fields.add(documentsOnly.field(i).name);
    }
    if (full != null) {
      full.forEach(fields::add);
    }
    return Collections.unmodifiableSet(fields).iterator();
  }

  @Override
  public Terms terms(String name) throws IOException {
    FieldInfo field = state.fieldInfos.fieldInfo(name);
    int index = field == null || documentsOnly == null ? -1 : documentsOnly.indexOf(field);
    if (index < 0) {
      return full == null ? null : full.terms(name);
    }
    Terms known = opened.get(index);
    return known == null ? open(field, index) : known;
  }

  /** Fields take memory from when they are first asked for: many of an index never are. */
  private synchronized Terms open(FieldInfo field, int index) throws IOException {
    Terms known = opened.get(index);
    if (known == null) {
      // The first of these refers to no field, so it is one object for all of them.
      Supplier<PrefixSets> sets = prefixSets == null ? () -> null : () -> prefixSets.sets(field);
      DictionaryTerms terms = documentsOnly.terms(index, sets);
      known = hashes.terms(field, terms);
      opened.set(index, known);
    }
    return known;
  }

  @Override
  public int size() {
    return (documentsOnly == null ? 0 : documentsOnly.size()) + (full == null ? 0 : full.size());
  }

  @Override
  public void checkIntegrity() throws IOException {
    checkMerged();
    TermsIndexCaching.checkIntegrity(state);
    if (full != null) {
      TermsIndexCaching.checkIntegrity(fullState());
    }
    if (hashes != null) {
      hashes.checkIntegrity();
    }
    if (prefixSets != null) {
      prefixSets.checkIntegrity();
    }
    if (bundle != null) {
      // Last, as the others say in which of its files something is wrong.
      bundle.checkIntegrity();
    }
  }

  /** Checks what a merge reads. */
  void checkMerged() throws IOException {
    if (documentsOnly != null) {
      documentsOnly.checkIntegrity();
    }
    if (full != null) {
      full.checkIntegrity();
    }
  }

  @Override
  public FieldsProducer getMergeInstance() {
    return new MergedFieldGroups(this);
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(documentsOnly, hashes, full, prefixSets, bundle);
  }
}
