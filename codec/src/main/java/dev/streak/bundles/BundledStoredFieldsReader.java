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

import dev.streak.file.FileBundle;
import java.io.IOException;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.index.StoredFieldVisitor;
import org.apache.lucene.util.IOUtils;

/**
 * Owns the file that stored fields are read from. Merges get what reads the files inside it, so
 * that whole blocks are copied as ever.
 */
final class BundledStoredFieldsReader extends StoredFieldsReader {
  private final StoredFieldsReader files;
  private final FileBundle bundle;
  private final boolean isClone;

  BundledStoredFieldsReader(StoredFieldsReader files, FileBundle bundle) {
    this(files, bundle, false);
  }

  private BundledStoredFieldsReader(StoredFieldsReader files, FileBundle bundle, boolean isClone) {
    this.files = files;
    this.bundle = bundle;
    this.isClone = isClone;
  }

  @Override
  public void document(int doc, StoredFieldVisitor visitor) throws IOException {
    files.document(doc, visitor);
  }

  @Override
  public void prefetch(int doc) throws IOException {
    files.prefetch(doc);
  }

  @Override
  public StoredFieldsReader clone() {
    return new BundledStoredFieldsReader(files.clone(), bundle, true);
  }

  @Override
  public StoredFieldsReader getMergeInstance() {
    return files.getMergeInstance();
  }

  @Override
  public void checkIntegrity() throws IOException {
    files.checkIntegrity();
    // Last, as the file inside says better where something is wrong.
    bundle.checkIntegrity();
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(files, isClone ? null : bundle);
  }

  @Override
  public String toString() {
    return files.toString();
  }
}
