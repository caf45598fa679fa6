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
package dev.streak.tools.inspect;

import dev.streak.inspection.KeptTerms;
import dev.streak.monitor.StreakCounters;
import dev.streak.search.TermLookup;
import dev.streak.tools.index.SegmentFiles;
import dev.streak.tools.index.TrackedDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/** One field of one segment: all of it is read, and what was read of which file is noted. */
final class FieldInspection {
  private static final String TABLE = "hash table";
  private static final String PREFIX_SETS = "prefix sets";
  private static final int BATCH = 1024;

  private final CodecReader segment;
  private final FieldInfo field;
  private final TrackedDirectory tracked;
  private final Map<String, Long> bytes = new TreeMap<>();
  private final List<String> reasons = new ArrayList<>();

  FieldInspection(CodecReader segment, FieldInfo field, TrackedDirectory tracked) {
    this.segment = segment;
    this.field = field;
    this.tracked = tracked;
  }

  FieldReport report() throws IOException {
    tracked.take();
    long damagedBefore = StreakCounters.now().tablesDamaged();
    Terms terms = field.getIndexOptions() == IndexOptions.NONE ? null : segment.terms(field.name);
    ListShapes shapes = new ListShapes();
    StoredPrefixes prefixes = StoredPrefixes.NONE;
    if (terms != null) {
      KeptTerms kept = KeptTerms.of(segment, field.name).orElse(null);
      shapes = ListShapes.of(terms, kept);
      takeTerms();
      if (kept != null) {
        lookUp(terms);
      }
      // A table is read as a whole before it is found to be damaged.
      boolean hasTable =
          bytes.containsKey(TABLE) && StreakCounters.now().tablesDamaged() == damagedBefore;
      reasons.addAll(new Reasons(field, hasTable).of(kept));
      if (kept != null) {
        prefixes = readPrefixSets(kept);
      }
    }
    Values values = new Values(segment, field);
    for (Values.Kind kind : Values.Kind.values()) {
      if (kind.read(values)) {
        take(kind.title());
      }
    }
    return FieldReport.of(field.name, indexed(), bytes, shapes, prefixes, reasons, recorded());
  }

  /** Which format each part of the field has is no setting. */
  private Map<String, String> recorded() {
    Map<String, String> recorded = Reasons.settings(field.attributes());
    recorded.keySet().removeIf(key -> key.startsWith("PerField"));
    return recorded;
  }

  private void takeTerms() {
    tracked
        .take()
        .forEach(
            (file, count) -> {
              String what =
                  switch (SegmentFiles.extension(file)) {
                    case "doc", "skp" -> "lists";
                    case "pos", "pay" -> "positions";
                    case "skh" -> TABLE;
                    case "skx" -> PREFIX_SETS;
                    default -> "dictionary";
                  };
              bytes.merge(what, count, Long::sum);
            });
  }

  private void take(String what) {
    long sum = tracked.take().values().stream().mapToLong(Long::longValue).sum();
    if (sum > 0) {
      bytes.merge(what, sum, Long::sum);
    }
  }

  /** Looks up every term; what is read of the table is the table. */
  private void lookUp(Terms terms) throws IOException {
    TermsEnum each = terms.iterator();
    List<BytesRef> batch = new ArrayList<>();
    for (BytesRef term = each.next(); term != null; term = each.next()) {
      batch.add(BytesRef.deepCopyOf(term));
      if (batch.size() == BATCH) {
        lookUp(batch);
      }
    }
    lookUp(batch);
    long table = 0;
    for (Map.Entry<String, Long> file : tracked.take().entrySet()) {
      table += SegmentFiles.extension(file.getKey()).equals("skh") ? file.getValue() : 0;
    }
    if (table > 0) {
      bytes.merge(TABLE, table, Long::sum);
    }
  }

  private void lookUp(List<BytesRef> batch) throws IOException {
    if (!batch.isEmpty()) {
      new TermLookup(segment, field.name).find(batch.toArray(new BytesRef[0]));
      batch.clear();
    }
  }

  private StoredPrefixes readPrefixSets(KeptTerms kept) throws IOException {
    int withDocuments = 0;
    for (int i = 0; i < kept.prefixes(); i++) {
      kept.prefix(i);
      withDocuments += kept.prefixSet(i).isPresent() ? 1 : 0;
    }
    take(PREFIX_SETS);
    return new StoredPrefixes(withDocuments, kept.prefixes() - withDocuments);
  }

  private String indexed() {
    List<String> words = new ArrayList<>();
    if (field.getIndexOptions() != IndexOptions.NONE) {
      words.add(
          switch (field.getIndexOptions()) {
            case DOCS -> "documents";
            case DOCS_AND_FREQS -> "frequencies";
            case DOCS_AND_FREQS_AND_POSITIONS -> "positions";
            default -> "offsets";
          });
    }
    if (field.getDocValuesType() != DocValuesType.NONE) {
      words.add("doc values (" + field.getDocValuesType() + ")");
    }
    if (field.hasNorms()) {
      words.add("norms");
    }
    if (field.getPointDimensionCount() > 0) {
      words.add("points (" + field.getPointDimensionCount() + ")");
    }
    if (field.hasVectorValues()) {
      words.add("vectors (" + field.getVectorDimension() + ")");
    }
    if (field.hasTermVectors()) {
      words.add("term vectors");
    }
    return words.isEmpty() ? "stored only" : String.join(", ", words);
  }
}
