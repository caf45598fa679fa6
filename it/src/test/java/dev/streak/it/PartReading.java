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
import java.util.List;
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

/**
 * Reads all that one format of a segment keeps, in each way that there is, into one number. Of a
 * segment reader it makes only the part that is tried, so that thousands are made a second.
 */
final class PartReading {

  /** What is read. */
  enum Part {
    POSTINGS,
    STORED_FIELDS,
    TERM_VECTORS
  }

  private final SegmentInfo segment;
  private final FieldInfos fields;
  private final List<BytesRef> sought;
  private long digest;

  /** {@code sought}: terms to be looked up, whether they are there or not. */
  PartReading(SegmentInfo segment, FieldInfos fields, List<BytesRef> sought) {
    this.segment = segment;
    this.fields = fields;
    this.sought = sought;
  }

  long read(Part part, Directory directory) throws IOException {
    digest = 17;
    Codec codec = segment.getCodec();
    IOContext context = IOContext.DEFAULT;
    switch (part) {
      case POSTINGS -> {
        SegmentReadState state = new SegmentReadState(directory, segment, fields, context);
        try (FieldsProducer producer = codec.postingsFormat().fieldsProducer(state)) {
          producer.checkIntegrity();
          for (String field : producer) {
            terms(producer.terms(field));
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
                enumerate(vectors.terms(field));
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

  private void terms(Terms terms) throws IOException {
    if (terms == null) {
      return;
    }
    add(terms.size());
    add(terms.getSumDocFreq());
    add(terms.getMin());
    add(terms.getMax());
    enumerate(terms);
    TermsEnum each = terms.iterator();
    for (BytesRef term : sought) {
      add(each.seekExact(term) ? each.docFreq() : -1);
      add(each.seekCeil(term).ordinal());
    }
    if (terms instanceof StreakTerms streak) {
      lookUp(streak);
      prefixes(streak.prefixSets());
      for (long ord = 0; ord < terms.size(); ord += 7) {
        each.seekExact(ord);
        add(each.term());
      }
    }
  }

  private void enumerate(Terms terms) throws IOException {
    TermsEnum each = terms.iterator();
    PostingsEnum postings = null;
    for (BytesRef term = each.next(); term != null; term = each.next()) {
      add(term);
      add(each.docFreq());
      postings = each.postings(postings, PostingsEnum.ALL);
      int last = -1;
      for (int doc = postings.nextDoc();
          doc != DocIdSetIterator.NO_MORE_DOCS;
          doc = postings.nextDoc()) {
        require(doc > last && doc < segment.maxDoc(), "document " + doc + " after " + last);
        last = doc;
        add(doc);
        for (int i = postings.freq(); i > 0 && terms.hasPositions(); i--) {
          add(postings.nextPosition());
        }
      }
    }
  }

  private void lookUp(StreakTerms terms) throws IOException {
    long[] entries = new long[sought.size()];
    terms.lookup(sought.toArray(BytesRef[]::new), 0, entries.length, entries);
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
  static List<BytesRef> someOf(List<BytesRef> terms) {
    List<BytesRef> some = new ArrayList<>();
    for (int i = 0; i < terms.size(); i += 3) {
      some.add(terms.get(i));
      some.add(new BytesRef(terms.get(i).utf8ToString() + "0"));
    }
    return some;
  }
}
