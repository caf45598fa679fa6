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

import org.apache.lucene.util.BytesRef;

/**
 * A prefix that might get a set.
 *
 * @param prefix its bytes
 * @param terms how many terms begin with it
 * @param docs how many documents have one of them
 * @param isEncoded whether its documents were encoded; otherwise it can only be counted
 * @param entry what stands for the documents; a pointer is a position in the spool
 * @param spoolStart where in the spool the documents begin
 * @param spoolEnd where they end
 */
record PrefixCandidate(
    BytesRef prefix,
    long terms,
    int docs,
    boolean isEncoded,
    long entry,
    long spoolStart,
    long spoolEnd) {

  /** Bytes of a record in the table beside the prefix, roughly. */
  private static final int RECORD_OVERHEAD = 13;

  long listBytes() {
    return spoolEnd - spoolStart;
  }

  long recordBytes() {
    return (long) prefix.length + RECORD_OVERHEAD;
  }
}
