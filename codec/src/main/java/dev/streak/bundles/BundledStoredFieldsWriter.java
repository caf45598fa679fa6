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
package dev.streak.bundles;

import dev.streak.file.FileBundleWriter;
import java.io.IOException;
import org.apache.lucene.codecs.StoredFieldsWriter;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.StoredFieldDataInput;
import org.apache.lucene.util.BytesRef;

/** Writes stored fields to files that become one if they are small enough. */
final class BundledStoredFieldsWriter extends StoredFieldsWriter {
  private final StoredFieldsWriter files;
  private final FileBundleWriter bundle;

  BundledStoredFieldsWriter(StoredFieldsWriter files, FileBundleWriter bundle) {
    this.files = files;
    this.bundle = bundle;
    bundle.begin();
  }

  @Override
  public void startDocument() throws IOException {
    files.startDocument();
  }

  @Override
  public void finishDocument() throws IOException {
    files.finishDocument();
  }

  @Override
  public void writeField(FieldInfo info, int value) throws IOException {
    files.writeField(info, value);
  }

  @Override
  public void writeField(FieldInfo info, long value) throws IOException {
    files.writeField(info, value);
  }

  @Override
  public void writeField(FieldInfo info, float value) throws IOException {
    files.writeField(info, value);
  }

  @Override
  public void writeField(FieldInfo info, double value) throws IOException {
    files.writeField(info, value);
  }

  @Override
  public void writeField(FieldInfo info, StoredFieldDataInput value) throws IOException {
    files.writeField(info, value);
  }

  @Override
  public void writeField(FieldInfo info, BytesRef value) throws IOException {
    files.writeField(info, value);
  }

  @Override
  public void writeField(FieldInfo info, String value) throws IOException {
    files.writeField(info, value);
  }

  @Override
  public int merge(MergeState mergeState) throws IOException {
    int merged = files.merge(mergeState);
    // A merge ends with the finish of the writer that merges, which is not this one.
    bundle.end();
    return merged;
  }

  @Override
  public void finish(int numDocs) throws IOException {
    files.finish(numDocs);
    bundle.end();
  }

  @Override
  public long ramBytesUsed() {
    return files.ramBytesUsed() + bundle.ramBytesUsed();
  }

  @Override
  public void close() throws IOException {
    files.close();
    bundle.finish();
  }
}
