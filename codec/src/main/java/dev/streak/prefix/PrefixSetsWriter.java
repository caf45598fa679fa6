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
package dev.streak.prefix;

import dev.streak.docset.MatchingDocs;
import dev.streak.field.DocSink;
import dev.streak.field.TermEntry;
import dev.streak.field.TermListener;
import dev.streak.listblock.ListEncoder;
import dev.streak.management.StreakLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/**
 * Builds the prefix sets of a segment while its terms are written. The documents of a prefix are
 * encoded into a temporary file when the last term that begins with it has gone by. Only at the end
 * of the field is it known how large the field is, and so which prefixes are best. Those that
 * clearly are not are left out at once, see {@link PrefixPrice}. Memory does not grow with the
 * segment beyond a bitmap for each length of prefix.
 */
public final class PrefixSetsWriter implements TermListener {

  /** A prefix of fewer terms is as fast without a set. */
  static final int MIN_TERMS = 16;

  /** With more candidates than this the least of them are dropped. */
  static final int MAX_CANDIDATES = 1 << 16;

  /** What a term costs in the dictionary beside its suffix, after compression, at the least. */
  private static final int TERM_OVERHEAD = 3;

  private final SegmentWriteState state;
  private final Map<String, PrefixSettings> settingsByField;
  private final PrefixSetOutput output;
  private final ListEncoder encoder = new ListEncoder();

  /** The field that is being written; null when it has no prefix sets. */
  private OpenField open;

  /** Creates the file. {@code settingsByField} has the fields that get prefix sets. */
  public PrefixSetsWriter(SegmentWriteState state, Map<String, PrefixSettings> settingsByField)
      throws IOException {
    this.state = state;
    this.settingsByField = settingsByField;
    output = new PrefixSetOutput(PrefixSetFile.FILE.create(state));
  }

  @Override
  public void startField(FieldInfo field) throws IOException {
    PrefixSettings settings = settingsByField.get(field.name);
    open = settings == null ? null : new OpenField(field, settings);
  }

  @Override
  public DocSink startTerm(BytesRef term) throws IOException {
    return open == null ? null : open.startTerm(term);
  }

  @Override
  public void term(BytesRef term, long entry, int docFreq) {
    if (open != null) {
      open.term(term, entry);
    }
  }

  @Override
  public void finishField(long bytes) throws IOException {
    if (open != null) {
      open.finish();
      deleteSpool();
    }
  }

  private void deleteSpool() throws IOException {
    String name = open.spool.getName();
    open = null;
    state.directory.deleteFile(name);
  }

  /** Writes the end of the file, after the last field. */
  public void finish() throws IOException {
    output.finish();
  }

  @Override
  public void close() throws IOException {
    try {
      IOUtils.close(output, open == null ? null : open.spool);
    } finally {
      if (open != null) {
        // A failure left it behind.
        deleteSpool();
      }
    }
  }

  /** A field with prefix sets while its terms go by. */
  private final class OpenField {
    private final FieldInfo field;
    private final PrefixSettings settings;
    private final OpenPrefixes prefixes;
    private final IndexOutput spool;
    private final List<PrefixCandidate> candidates = new ArrayList<>();
    private final PrefixPrice price;
    private final TextTerms text = new TextTerms();
    private int minTerms = MIN_TERMS;
    private long fieldBytes;
    private long firstPointer = -1;
    private long lastPointer = -1;

    OpenField(FieldInfo field, PrefixSettings settings) throws IOException {
      this.field = field;
      this.settings = settings;
      prefixes = new OpenPrefixes(settings, state.segmentInfo.maxDoc(), this::addCandidate);
      price = new PrefixPrice(state.segmentInfo.maxDoc());
      spool = state.directory.createTempOutput(state.segmentInfo.name, "prefixes", state.context);
    }

    DocSink startTerm(BytesRef term) throws IOException {
      text.add(term);
      return prefixes.startTerm(term);
    }

    void term(BytesRef term, long entry) {
      fieldBytes += term.length - prefixes.sharedBytes() + TERM_OVERHEAD;
      if (TermEntry.isRun(entry) == false) {
        lastPointer = TermEntry.pointer(entry);
        firstPointer = firstPointer < 0 ? lastPointer : firstPointer;
      }
    }

    private void addCandidate(BytesRef prefix, long terms, MatchingDocs docs) throws IOException {
      if (terms < minTerms) {
        return;
      }
      if (price.isOutOfReach(terms, docs)) {
        candidates.add(
            new PrefixCandidate(
                BytesRef.deepCopyOf(prefix), terms, docs.cardinality(), false, 0, 0, 0));
      } else {
        candidates.add(encode(prefix, terms, docs));
      }
      while (candidates.size() > MAX_CANDIDATES) {
        minTerms *= 2;
        candidates.removeIf(candidate -> candidate.terms() < minTerms);
      }
      price.update(candidates, budgetBytes());
    }

    private PrefixCandidate encode(BytesRef prefix, long terms, MatchingDocs docs)
        throws IOException {
      long start = spool.getFilePointer();
      encoder.start(spool);
      DocIdSetIterator iterator = docs.iterator();
      int doc = iterator.nextDoc();
      while (doc != DocIdSetIterator.NO_MORE_DOCS) {
        int end = iterator.docIDRunEnd();
        encoder.addRun(doc, end);
        doc = iterator.advance(end);
      }
      long entry = encoder.finish();
      return new PrefixCandidate(
          BytesRef.deepCopyOf(prefix),
          terms,
          encoder.docCount(),
          true,
          entry,
          start,
          spool.getFilePointer());
    }

    /** What may be spent on the field as it is so far. */
    private long budgetBytes() {
      long bytes = fieldBytes + lastPointer - firstPointer;
      return (long) (bytes * settings.budgetPercent() / 100);
    }

    /** Writes the sets; the spool is closed then, and of no use any more. */
    void finish() throws IOException {
      prefixes.finish();
      // Prefixes end after those they begin.
      candidates.sort((a, b) -> a.prefix().compareTo(b.prefix()));
      PrefixSelection selection = new PrefixSelection(candidates, budgetBytes());
      CodecUtil.writeFooter(spool);
      spool.close();
      try (IndexInput spooled = state.directory.openInput(spool.getName(), state.context)) {
        // A wrong byte would be in a file with a right checksum.
        CodecUtil.checksumEntireFile(spooled);
        output.writeField(field.number, settings, candidates, selection, spooled);
      }
      text.record(field);
      StreakLog.choice(state, field, () -> "stored prefixes: " + selection);
    }
  }
}
