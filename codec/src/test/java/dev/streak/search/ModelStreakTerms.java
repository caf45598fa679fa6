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
package dev.streak.search;

import dev.streak.field.AcceptedLiteral;
import dev.streak.field.DocSink;
import dev.streak.field.EntryRange;
import dev.streak.field.OrdinalTerms;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermEntry;
import dev.streak.leaf.PassingLeafReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IORunnable;
import org.apache.lucene.util.automaton.ByteRunnable;
import org.apache.lucene.util.automaton.CompiledAutomaton;

/**
 * Terms of any other codec, as entries that are made up in memory: what queries are tested with.
 */
final class ModelStreakTerms extends StreakTerms {

  private final LeafReader leaf;
  private final String field;
  private final Terms in;
  private final Model model;

  private ModelStreakTerms(LeafReader leaf, String field, Terms in, Model model) {
    this.leaf = leaf;
    this.field = field;
    this.in = in;
    this.model = model;
  }

  /** What the terms of a field map to. Shared by threads, which terms must not be. */
  private static final class Model {
    private final Map<BytesRef, Long> entries = new HashMap<>();
    private final List<BytesRef> sorted = new ArrayList<>();
    private final List<int[]> lists = new ArrayList<>();
    private final List<BytesRef> listTerms = new ArrayList<>();

    Model(Terms in) throws IOException {
      TermsEnum termsEnum = in.iterator();
      for (BytesRef term = termsEnum.next(); term != null; term = termsEnum.next()) {
        int[] docs = new int[termsEnum.docFreq()];
        PostingsEnum postings = termsEnum.postings(null, PostingsEnum.NONE);
        for (int i = 0; i < docs.length; i++) {
          docs[i] = postings.nextDoc();
        }
        BytesRef copy = BytesRef.deepCopyOf(term);
        sorted.add(copy);
        int length = docs[docs.length - 1] - docs[0] + 1;
        if (length == docs.length && length <= TermEntry.MAX_RUN_LENGTH) {
          entries.put(copy, TermEntry.ofRun(docs[0], length));
        } else {
          entries.put(copy, TermEntry.ofPointer(lists.size()));
          lists.add(docs);
          listTerms.add(copy);
        }
      }
    }

    long entry(BytesRef term) {
      return entries.getOrDefault(term, TermEntry.ABSENT);
    }

    int[] list(long entry) {
      return lists.get((int) TermEntry.pointer(entry));
    }
  }

  /** A model's terms by their place among the sorted. */
  private record ModelOrdinals(Model model) implements OrdinalTerms {
    @Override
    public long entryIfEqual(long ordinal, BytesRef term) {
      return model.sorted.get((int) ordinal).equals(term) ? model.entry(term) : DIFFERENT;
    }

    @Override
    public void entriesIfEqual(BytesRef[] terms, int from, int to, long[] ordinals) {
      for (int i = from; i < to; i++) {
        ordinals[i] = ordinals[i] < 0 ? ordinals[i] : entryIfEqual(ordinals[i], terms[i]);
      }
    }
  }

  /** A view of {@code reader} with such terms in the fields without frequencies. */
  static DirectoryReader wrap(DirectoryReader reader) throws IOException {
    return new ModelReader(reader);
  }

  @Override
  public TermsEnum iterator() throws IOException {
    return in.iterator();
  }

  @Override
  public long size() throws IOException {
    return in.size();
  }

  @Override
  public long getSumTotalTermFreq() throws IOException {
    return in.getSumTotalTermFreq();
  }

  @Override
  public long getSumDocFreq() throws IOException {
    return in.getSumDocFreq();
  }

  @Override
  public int getDocCount() throws IOException {
    return in.getDocCount();
  }

  @Override
  public boolean hasFreqs() {
    return in.hasFreqs();
  }

  @Override
  public boolean hasOffsets() {
    return in.hasOffsets();
  }

  @Override
  public boolean hasPositions() {
    return in.hasPositions();
  }

  @Override
  public boolean hasPayloads() {
    return in.hasPayloads();
  }

  @Override
  public void lookup(BytesRef[] terms, int from, int to, long[] result) {
    for (int i = from; i < to; i++) {
      result[i] = model.entry(terms[i]);
    }
  }

  @Override
  public void lookup(long[] ids, int from, int to, long[] result) {
    for (int i = from; i < to; i++) {
      result[i] = model.entry(new BytesRef(Long.toString(ids[i])));
    }
  }

  @Override
  public long entry(TermsEnum termsEnum) throws IOException {
    return model.entry(termsEnum.term());
  }

  @Override
  public EntryRange entries(BytesRef from, BytesRef to) {
    return entries(term -> term.compareTo(from) >= 0 && (to == null || term.compareTo(to) < 0));
  }

  @Override
  public EntryRange entries(
      CompiledAutomaton automaton, AcceptedLiteral literal, IORunnable check) {
    ByteRunnable runnable = automaton.getByteRunnable();
    return entries(term -> runnable.run(term.bytes, term.offset, term.length));
  }

  private EntryRange entries(Predicate<BytesRef> wanted) {
    Iterator<BytesRef> range = model.sorted.stream().filter(wanted).iterator();
    return entries -> {
      int count = 0;
      while (count < entries.length && range.hasNext()) {
        entries[count++] = model.entry(range.next());
      }
      return count;
    };
  }

  @Override
  public int docFreq(long entry) {
    return TermEntry.isRun(entry) ? TermEntry.runLength(entry) : model.list(entry).length;
  }

  @Override
  public PostingsEnum postings(long entry, PostingsEnum reuse) throws IOException {
    // Another thread may have asked for these terms, and terms must not be shared by threads.
    PostingsEnum postings =
        leaf.postings(
            new Term(field, model.listTerms.get((int) TermEntry.pointer(entry))),
            PostingsEnum.NONE);
    if (postings == null) {
      throw new AssertionError("a term of this index is gone");
    }
    return postings;
  }

  /** In a shape that depends on the list, so that equal questions have equal answers. */
  @Override
  public void collect(long entry, DocSink sink) {
    if (TermEntry.isRun(entry)) {
      int start = TermEntry.runStart(entry);
      sink.run(start, start + TermEntry.runLength(entry));
      return;
    }
    int[] docs = model.list(entry);
    switch (docs.length % 3) {
      case 0 -> sink.docs(docs, docs.length);
      case 1 -> {
        for (int doc : docs) {
          sink.run(doc, doc + 1);
        }
      }
      default -> {
        int base = docs[0] & ~63;
        long[] words = new long[((docs[docs.length - 1] - base) >>> 6) + 1];
        for (int doc : docs) {
          words[(doc - base) >>> 6] |= 1L << doc;
        }
        sink.bitmap(base, words, words.length);
      }
    }
  }

  @Override
  public OrdinalTerms ordinals() {
    return new ModelOrdinals(model);
  }

  private static final class ModelReader extends FilterDirectoryReader {
    ModelReader(DirectoryReader in) throws IOException {
      super(
          in,
          new SubReaderWrapper() {
            @Override
            public LeafReader wrap(LeafReader reader) {
              return new ModelLeafReader(reader);
            }
          });
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader in) throws IOException {
      return new ModelReader(in);
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return in.getReaderCacheHelper();
    }
  }

  private static final class ModelLeafReader extends PassingLeafReader {
    private final Map<String, Model> known = new HashMap<>();

    ModelLeafReader(LeafReader in) {
      super(in);
    }

    @Override
    public synchronized Terms terms(String field) throws IOException {
      Terms terms = in.terms(field);
      if (terms == null || terms.hasFreqs()) {
        return terms;
      }
      Model model = known.get(field);
      if (model == null) {
        model = new Model(terms);
        known.put(field, model);
      }
      return new ModelStreakTerms(in, field, terms, model);
    }
  }
}
