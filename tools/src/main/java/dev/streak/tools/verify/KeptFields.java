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
package dev.streak.tools.verify;

import dev.streak.inspection.KeptTerms;
import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FilterCodecReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.Terms;

/**
 * Fields whose terms Streak keeps. They are checked in one walk through their terms, and CheckIndex
 * gets to see the others.
 */
final class KeptFields {
  private KeptFields() {}

  /** What is wrong with the first field in which something is, or null. */
  static Throwable check(CodecReader segment) throws IOException {
    for (FieldInfo field : segment.getFieldInfos()) {
      Optional<KeptTerms> kept = kept(segment, field);
      Optional<String> wrong = kept.isEmpty() ? Optional.empty() : kept.get().check();
      if (wrong.isPresent()) {
        return new DamagedShortcut(wrong.get(), segment.toString());
      }
    }
    return null;
  }

  /** The same for what a prefix has. */
  static Throwable checkPrefixSets(CodecReader segment) throws IOException {
    for (FieldInfo field : segment.getFieldInfos()) {
      Optional<KeptTerms> kept = kept(segment, field);
      if (kept.isPresent() && kept.get().prefixes() > 0) {
        Terms terms = segment.terms(field.name);
        String wrong = new PrefixAnswers(segment, field.name, terms, kept.get()).firstWrong();
        if (wrong != null) {
          return new DamagedShortcut(wrong, segment.toString());
        }
      }
    }
    return null;
  }

  /** How many terms these fields have, and documents in their lists. */
  static long work(CodecReader segment) throws IOException {
    long work = 0;
    for (FieldInfo field : segment.getFieldInfos()) {
      if (kept(segment, field).isPresent()) {
        work += work(segment.terms(field.name));
      }
    }
    return work;
  }

  /** The same of the other fields, and how often their terms occur in documents. */
  static long workLeft(CodecReader segment) throws IOException {
    long work = 0;
    FieldsProducer left = left(segment).getPostingsReader();
    if (left != null) {
      for (String field : left) {
        Terms terms = left.terms(field);
        work += terms == null ? 0 : work(terms);
        work += terms != null && terms.hasPositions() ? terms.getSumTotalTermFreq() : 0;
      }
    }
    return work;
  }

  /** Some formats do not know how many terms there are. */
  private static long work(Terms terms) throws IOException {
    return Math.max(0, terms.size()) + terms.getSumDocFreq();
  }

  /** A segment without these fields. Those with norms stay: CheckIndex compares the two. */
  static CodecReader left(CodecReader segment) throws IOException {
    FieldsProducer all = segment.getPostingsReader();
    if (all == null) {
      return segment;
    }
    SortedSet<String> left = new TreeSet<>();
    for (String field : all) {
      FieldInfo info = segment.getFieldInfos().fieldInfo(field);
      if (info == null || info.hasNorms() || kept(segment, info).isEmpty()) {
        left.add(field);
      }
    }
    return new Left(segment, left);
  }

  private static Optional<KeptTerms> kept(CodecReader segment, FieldInfo field) throws IOException {
    return field.getIndexOptions() == IndexOptions.DOCS
        ? KeptTerms.of(segment, field.name)
        : Optional.empty();
  }

  private static final class Left extends FilterCodecReader {
    private final SortedSet<String> fields;

    Left(CodecReader in, SortedSet<String> fields) {
      super(in);
      this.fields = fields;
    }

    @Override
    public FieldsProducer getPostingsReader() {
      FieldsProducer all = in.getPostingsReader();
      return new FieldsProducer() {
        @Override
        public Iterator<String> iterator() {
          return fields.iterator();
        }

        @Override
        public Terms terms(String field) throws IOException {
          return fields.contains(field) ? all.terms(field) : null;
        }

        @Override
        public int size() {
          return fields.size();
        }

        @Override
        public void checkIntegrity() throws IOException {
          all.checkIntegrity();
        }

        /** The segment's reader closes it. */
        @Override
        public void close() {}
      };
    }

    @Override
    public CacheHelper getCoreCacheHelper() {
      return null;
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
      return null;
    }
  }
}
