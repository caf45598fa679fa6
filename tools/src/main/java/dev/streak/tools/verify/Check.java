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

import java.io.IOException;
import org.apache.lucene.index.CheckIndex;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.search.Sort;

/** What is looked at in a segment. Each throws, or returns, what is wrong; null if nothing is. */
enum Check {
  CHECKSUMS("checksums of all files") {
    @Override
    Throwable run(CodecReader segment, boolean slow) throws IOException {
      segment.checkIntegrity();
      BlockChecksumFiles.check(segment);
      return null;
    }
  },
  TERMS("terms and postings") {
    @Override
    Throwable run(CodecReader segment, boolean slow) throws IOException {
      int level =
          slow
              ? CheckIndex.Level.MIN_LEVEL_FOR_SLOW_CHECKS
              : CheckIndex.Level.MIN_LEVEL_FOR_INTEGRITY_CHECKS;
      return CheckIndex.testPostings(segment, null, false, level, false).error;
    }
  },
  SHORTCUTS("hash tables and prefix sets") {
    @Override
    Throwable run(CodecReader segment, boolean slow) throws IOException {
      return new Shortcuts(segment).firstError();
    }
  },
  STORED_FIELDS("stored fields") {
    @Override
    Throwable run(CodecReader segment, boolean slow) throws IOException {
      return CheckIndex.testStoredFields(segment, null, false).error;
    }
  },
  TERM_VECTORS("term vectors") {
    @Override
    Throwable run(CodecReader segment, boolean slow) throws IOException {
      int level =
          slow
              ? CheckIndex.Level.MIN_LEVEL_FOR_SLOW_CHECKS
              : CheckIndex.Level.MIN_LEVEL_FOR_INTEGRITY_CHECKS;
      return CheckIndex.testTermVectors(segment, null, false, level, false).error;
    }
  },
  DOC_VALUES("doc values") {
    @Override
    Throwable run(CodecReader segment, boolean slow) throws IOException {
      return CheckIndex.testDocValues(segment, null, false).error;
    }
  },
  POINTS("points") {
    @Override
    Throwable run(CodecReader segment, boolean slow) throws IOException {
      return CheckIndex.testPoints(segment, null, false).error;
    }
  },
  VECTORS("vectors") {
    @Override
    Throwable run(CodecReader segment, boolean slow) throws IOException {
      return CheckIndex.testVectors(segment, null, false).error;
    }
  },
  NORMS("norms") {
    @Override
    Throwable run(CodecReader segment, boolean slow) throws IOException {
      return CheckIndex.testFieldNorms(segment, null, false).error;
    }
  },
  FIELDS("field infos") {
    @Override
    Throwable run(CodecReader segment, boolean slow) throws IOException {
      return CheckIndex.testFieldInfos(segment, null, false).error;
    }
  },
  LIVE_DOCS("live documents") {
    @Override
    Throwable run(CodecReader segment, boolean slow) throws IOException {
      return CheckIndex.testLiveDocs(segment, null, false).error;
    }
  },
  SORT("index sort") {
    @Override
    Throwable run(CodecReader segment, boolean slow) throws IOException {
      Sort sort = segment.getMetaData().sort();
      return sort == null ? null : CheckIndex.testSort(segment, sort, null, false).error;
    }
  };

  private final String title;

  Check(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  abstract Throwable run(CodecReader segment, boolean slow) throws IOException;
}
