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

import dev.streak.postings.RunLengthPostingsWriter;
import dev.streak.postings.TermListener;
import dev.streak.postings.TermListeners;
import dev.streak.prefix.PrefixSetsWriter;
import dev.streak.prefix.PrefixSettings;
import dev.streak.termhash.TermHashSettings;
import dev.streak.termhash.TermHashWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.FieldsConsumer;
import org.apache.lucene.codecs.NormsProducer;
import org.apache.lucene.codecs.PostingsWriterBase;
import org.apache.lucene.codecs.lucene104.Lucene104PostingsWriter;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.Fields;
import org.apache.lucene.index.FilterLeafReader.FilterFields;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.IOUtils;

/** Writes the fields of each group with what is best for them. */
final class FieldGroupsWriter extends FieldsConsumer {

  private final SegmentWriteState state;
  private final TermsDictionary dictionary;
  private final TermHashSettings termHash;
  private final List<FieldsConsumer> consumers = new ArrayList<>(2);

  private final Map<String, PrefixSettings> prefixesByField;

  FieldGroupsWriter(
      SegmentWriteState state,
      TermsDictionary dictionary,
      TermHashSettings termHash,
      Map<String, PrefixSettings> prefixesByField) {
    this.state = state;
    this.dictionary = dictionary;
    this.termHash = termHash;
    this.prefixesByField = prefixesByField;
  }

  @Override
  public void write(Fields fields, NormsProducer norms) throws IOException {
    List<String> documentsOnly = new ArrayList<>();
    List<String> full = new ArrayList<>();
    for (String field : fields) {
      FieldInfo fieldInfo = state.fieldInfos.fieldInfo(field);
      // For people who look into a segment; readers take it from the meta file.
      fieldInfo.putAttribute(FieldGroups.DICTIONARY_ATTRIBUTE, dictionary.toString());
      boolean simple = FieldGroups.holdsDocumentsOnly(fieldInfo);
      (simple ? documentsOnly : full).add(field);
    }
    int groups = 0;
    long listsLength = 0;
    if (documentsOnly.isEmpty() == false) {
      groups |= FieldGroups.DOCUMENTS_ONLY;
      boolean hasPrefixes = documentsOnly.stream().anyMatch(prefixesByField::containsKey);
      groups |= hasPrefixes ? FieldGroups.PREFIX_SETS : 0;
      listsLength = writeDocumentsOnly(subset(fields, documentsOnly), norms, hasPrefixes);
    }
    if (full.isEmpty() == false) {
      groups |= FieldGroups.FULL;
      SegmentWriteState fullState =
          new SegmentWriteState(state, FieldGroups.fullSuffix(state.segmentSuffix));
      write(subset(fields, full), norms, fullState, new Lucene104PostingsWriter(fullState));
    }
    writeMeta(groups, listsLength);
  }

  /**
   * Writes the group, and what is built from the terms while they are written; all of it is closed
   * with the postings.
   */
  private long writeDocumentsOnly(Fields fields, NormsProducer norms, boolean hasPrefixes)
      throws IOException {
    List<TermListener> listeners = new ArrayList<>();
    TermHashWriter hashes = null;
    PrefixSetsWriter prefixes = null;
    boolean success = false;
    try {
      hashes = new TermHashWriter(state, termHash);
      listeners.add(hashes);
      if (hasPrefixes) {
        prefixes = new PrefixSetsWriter(state, prefixesByField);
        listeners.add(prefixes);
      }
      success = true;
    } finally {
      if (success == false) {
        IOUtils.closeWhileHandlingException(listeners);
      }
    }
    RunLengthPostingsWriter postings =
        new RunLengthPostingsWriter(state, new TermListeners(listeners));
    write(fields, norms, state, postings);
    long length = postings.finish();
    hashes.finish();
    if (prefixes != null) {
      prefixes.finish();
    }
    return length;
  }

  private void write(
      Fields fields, NormsProducer norms, SegmentWriteState groupState, PostingsWriterBase postings)
      throws IOException {
    FieldsConsumer consumer = null;
    try {
      consumer = dictionary.writer(groupState, postings);
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

  private void writeMeta(int groups, long listsLength) throws IOException {
    String fileName =
        IndexFileNames.segmentFileName(
            state.segmentInfo.name, state.segmentSuffix, FieldGroups.META_EXTENSION);
    try (IndexOutput meta = state.directory.createOutput(fileName, state.context)) {
      CodecUtil.writeIndexHeader(
          meta,
          FieldGroups.META_CODEC,
          FieldGroups.VERSION_CURRENT,
          state.segmentInfo.getId(),
          state.segmentSuffix);
      meta.writeByte((byte) groups);
      meta.writeByte((byte) dictionary.id());
      meta.writeLong(listsLength);
      CodecUtil.writeFooter(meta);
    }
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(consumers);
  }
}
