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
package dev.streak.it;

import dev.streak.field.DocSink;
import dev.streak.field.PrefixSets;
import dev.streak.field.StreakTerms;
import dev.streak.field.TermEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.codecs.TermVectorsReader;
import org.apache.lucene.document.DocumentStoredFieldVisitor;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.Fields;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.Automata;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.apache.lucene.util.automaton.Operations;

/**
 * Reads all that one format of a segment keeps, in each way that there is, into one number. Of a
 * segment reader it makes only the part that is tried, so that thousands are made a second.
 */
final class PartReading {

  /** Of the first terms that are sought in a field. */
  private static final int MOST_AUTOMATA = 2;

  /** Of a document and a term. Lucene's term vectors may speak of two billion, which takes 17 s. */
  private static final int MOST_POSITIONS = 10_000;

  /** What is read. */
  enum Part {
    POSTINGS,
    TEXT_POSTINGS,
    STORED_FIELDS,
    TERM_VECTORS
  }

  /** How postings are read. */
  enum Way {
    /** All terms in order. */
    TERMS,
    /** All terms in order with their documents. */
    LISTS,
    /** Terms one by one, by their bytes. */
    SEEKS,
    /** Terms one by one, by their ordinals. */
    ORDINALS,
    /** Terms that an automaton accepts, in order. */
    AUTOMATA,
    /** Terms as a batch, with their documents. */
    ENTRIES,
    /** Sets of documents by prefix. */
    SETS
  }

  private final SegmentInfo segment;
  private final FieldInfos fields;
  private final Map<String, List<BytesRef>> sought;
  private final Map<String, List<CompiledAutomaton>> automata = new HashMap<>();
  private final Part part;
  private final Set<Way> ways;
  private long digest;

  /** {@code sought}: terms to be looked up by field, whether they are there or not. */
  PartReading(
      SegmentInfo segment,
      FieldInfos fields,
      Map<String, List<BytesRef>> sought,
      ReaderUnderTest reader) {
    this.segment = segment;
    this.fields = fields;
    this.sought = sought;
    this.part = reader.part();
    this.ways = reader.ways();
    sought.forEach((field, terms) -> automata.put(field, automata(terms)));
  }

  long read(Directory directory) throws IOException {
    digest = 17;
    Codec codec = segment.getCodec();
    IOContext context = IOContext.DEFAULT;
    switch (part) {
      case POSTINGS, TEXT_POSTINGS -> {
        SegmentReadState state = new SegmentReadState(directory, segment, fields, context);
        try (FieldsProducer producer = codec.postingsFormat().fieldsProducer(state)) {
          producer.checkIntegrity();
          for (String field : producer) {
            List<BytesRef> some = sought.getOrDefault(field, List.of());
            terms(producer.terms(field), some, automata.getOrDefault(field, List.of()));
          }
        }
      }
      case STORED_FIELDS -> {
        try (StoredFieldsReader reader =
            codec.storedFieldsFormat().fieldsReader(directory, segment, fields, context)) {
          reader.checkIntegrity();
          for (int doc = 0; doc < segment.maxDoc(); doc++) {
            storedFields(reader, doc);
          }
        }
      }
      case TERM_VECTORS -> {
        try (TermVectorsReader reader =
            codec.termVectorsFormat().vectorsReader(directory, segment, fields, context)) {
          reader.checkIntegrity();
          for (int doc = 0; doc < segment.maxDoc(); doc++) {
            Fields vectors = reader.get(doc);
            if (vectors != null) {
              for (String field : vectors) {
                enumerate(vectors.terms(field), true);
              }
            }
          }
        }
      }
    }
    return digest;
  }

  private void storedFields(StoredFieldsReader reader, int doc) throws IOException {
    DocumentStoredFieldVisitor visitor = new DocumentStoredFieldVisitor();
    reader.document(doc, visitor);
    for (IndexableField field : visitor.getDocument()) {
      add(field.name().hashCode());
      BytesRef bytes = field.binaryValue();
      add(bytes != null ? bytes.hashCode() : field.stringValue().hashCode());
    }
  }

  private void terms(Terms terms, List<BytesRef> some, List<CompiledAutomaton> patterns)
      throws IOException {
    if (terms == null) {
      return;
    }
    add(terms.size());
    add(terms.getSumDocFreq());
    add(terms.getMin());
    add(terms.getMax());
    if (ways.contains(Way.TERMS) || ways.contains(Way.LISTS)) {
      enumerate(terms, ways.contains(Way.LISTS));
    }
    if (ways.contains(Way.SEEKS)) {
      seek(terms.iterator(), some);
    }
    if (terms instanceof StreakTerms streak) {
      if (ways.contains(Way.AUTOMATA)) {
        accept(terms, patterns);
      }
      if (ways.contains(Way.ENTRIES)) {
        lookUp(streak, some);
      }
      if (ways.contains(Way.SETS)) {
        prefixes(streak.prefixSets());
      }
      TermsEnum each = terms.iterator();
      for (long ord = 0; ways.contains(Way.ORDINALS) && ord < terms.size(); ord += 7) {
        each.seekExact(ord);
        add(each.term());
      }
    }
  }

  private void seek(TermsEnum each, List<BytesRef> some) throws IOException {
    for (BytesRef term : some) {
      add(each.seekExact(term) ? each.docFreq() : -1);
      add(each.seekCeil(term).ordinal());
    }
  }

  /** What begins like a term, and what has a byte of it somewhere. */
  private static List<CompiledAutomaton> automata(List<BytesRef> terms) {
    List<CompiledAutomaton> automata = new ArrayList<>();
    Automaton any = Automata.makeAnyBinary();
    for (BytesRef term : terms.subList(0, Math.min(MOST_AUTOMATA, terms.size()))) {
      Automaton first =
          Automata.makeBinary(new BytesRef(term.bytes, term.offset, Math.min(1, term.length)));
      for (List<Automaton> parts : List.of(List.of(first, any), List.of(any, first, any))) {
        Automaton automaton = Operations.determinize(Operations.concatenate(parts), 1_000);
        automata.add(new CompiledAutomaton(automaton, false, true, true));
      }
    }
    return automata;
  }

  private void accept(Terms terms, List<CompiledAutomaton> automata) throws IOException {
    for (CompiledAutomaton automaton : automata) {
      if (automaton.type == CompiledAutomaton.AUTOMATON_TYPE.NORMAL) {
        TermsEnum accepted = terms.intersect(automaton, null);
        long count = 0;
        for (BytesRef each = accepted.next(); each != null; each = accepted.next()) {
          add(each);
          count++;
          require(count <= terms.size(), "more terms than the field has: " + count);
        }
      }
    }
  }

  private void enumerate(Terms terms, boolean lists) throws IOException {
    TermsEnum each = terms.iterator();
    PostingsEnum postings = null;
    for (BytesRef term = each.next(); term != null; term = each.next()) {
      add(term);
      add(each.docFreq());
      if (lists == false) {
        continue;
      }
      postings = each.postings(postings, PostingsEnum.ALL);
      int last = -1;
      for (int doc = postings.nextDoc();
          doc != DocIdSetIterator.NO_MORE_DOCS;
          doc = postings.nextDoc()) {
        require(doc > last && doc < segment.maxDoc(), "document " + doc + " after " + last);
        last = doc;
        add(doc);
        add(postings.freq());
        int positions = Math.min(postings.freq(), MOST_POSITIONS);
        for (int i = 0; i < positions && terms.hasPositions(); i++) {
          add(postings.nextPosition());
        }
      }
    }
  }

  private void lookUp(StreakTerms terms, List<BytesRef> some) throws IOException {
    long[] entries = new long[some.size()];
    terms.lookup(some.toArray(BytesRef[]::new), 0, entries.length, entries);
    for (long entry : entries) {
      add(entry);
      if (entry != TermEntry.ABSENT) {
        add(terms.docFreq(entry));
        terms.collect(entry, new Sink());
      }
    }
  }

  private void prefixes(PrefixSets sets) throws IOException {
    // Without sets the terms answer, with equal answers.
    for (int i = 0; sets != null && i < sets.size(); i++) {
      BytesRef prefix = sets.prefix(i);
      add(prefix);
      add(sets.ceiling(prefix));
      add(sets.docCount(i));
      if (sets.hasDocs(i)) {
        sets.collect(i, new Sink());
      }
    }
  }

  private void add(BytesRef value) {
    add(value == null ? -1 : value.hashCode());
  }

  private void add(long value) {
    digest = (digest ^ value) * 0x9E3779B97F4A7C15L;
    digest ^= digest >>> 32;
  }

  private static void require(boolean right, String what) {
    if (!right) {
      throw new FastPaths.WrongAnswer(what);
    }
  }

  /** Documents in whatever shape they come: never outside of the segment. */
  private final class Sink implements DocSink {
    @Override
    public void run(int start, int end) {
      require(start >= 0 && start < end && end <= segment.maxDoc(), start + " to " + end);
      add(start);
      add(end);
    }

    @Override
    public void docs(int[] docs, int count) {
      for (int i = 0; i < count; i++) {
        run(docs[i], docs[i] + 1);
      }
    }

    @Override
    public void bitmap(int base, long[] words, int wordCount) {
      for (int word = 0; word < wordCount; word++) {
        for (long rest = words[word]; rest != 0; rest &= rest - 1) {
          int doc = base + Long.SIZE * word + Long.numberOfTrailingZeros(rest);
          run(doc, doc + 1);
        }
      }
    }
  }

  /** Every third of these terms, and as many that are most likely not there. */
  static List<BytesRef> someOf(Collection<BytesRef> terms) {
    List<BytesRef> some = new ArrayList<>();
    int number = 0;
    for (BytesRef term : terms) {
      if (number++ % 3 == 0) {
        some.add(term);
        some.add(new BytesRef(term.utf8ToString() + "0"));
      }
    }
    return some;
  }
}
