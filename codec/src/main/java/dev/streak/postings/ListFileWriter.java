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
package dev.streak.postings;

import dev.streak.field.DocSink;
import dev.streak.field.TermEntry;
import dev.streak.file.SegmentFile;
import dev.streak.listblock.ListDescriptor;
import dev.streak.listblock.ListEncoder;
import java.io.Closeable;
import java.io.IOException;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.IOUtils;

/** Writes the posting lists of a segment, one after the other, to the file that holds them. */
public final class ListFileWriter implements Closeable {

  /** {@link ListDescriptor} between header and footer. */
  static final SegmentFile FILE = new SegmentFile("skp", "StreakLists", 1, 1);

  private final IndexOutput file;
  private final ListEncoder encoder = new ListEncoder();
  private boolean finished;

  /** Creates the file. */
  public ListFileWriter(SegmentWriteState state) throws IOException {
    file = FILE.create(state);
  }

  /** Starts a list; each run of it goes to {@code copy} as well, unless it is null. */
  public void start(DocSink copy) {
    encoder.start(file, copy);
  }

  /** Adds a document, greater than all of the list before it. */
  public void add(int doc) throws IOException {
    encoder.add(doc);
  }

  /** Ends a list and returns its {@link TermEntry}. */
  public long finish() throws IOException {
    return encoder.finish();
  }

  /** Number of documents of the list that ended last. */
  public int docCount() {
    return encoder.docCount();
  }

  /** Bytes of the file so far. */
  public long bytes() {
    return file.getFilePointer();
  }

  /** Writes the end of the file. Returns its length, which a reader should find. */
  public long finishFile() throws IOException {
    CodecUtil.writeFooter(file);
    finished = true;
    return file.getFilePointer();
  }

  @Override
  public void close() throws IOException {
    if (finished) {
      file.close();
    } else {
      IOUtils.closeWhileHandlingException(file);
    }
  }
}
