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
import dev.streak.file.FileBundleWriter;
import dev.streak.file.LuceneBundle;
import java.io.IOException;
import org.apache.lucene.codecs.DocValuesConsumer;
import org.apache.lucene.codecs.DocValuesFormat;
import org.apache.lucene.codecs.DocValuesProducer;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValuesSkipper;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.IOUtils;

/** Doc values with their small files in one, whatever format of Lucene writes them. */
public final class BundledDocValuesFormat extends DocValuesFormat {
  private final DocValuesFormat lucene;
  private final boolean bundles;

  /**
   * @param lucene what writes and reads
   * @param bundles whether small files of a segment become one
   */
  public BundledDocValuesFormat(DocValuesFormat lucene, boolean bundles) {
    super(lucene.getName());
    this.lucene = lucene;
    this.bundles = bundles;
  }

  @Override
  public DocValuesConsumer fieldsConsumer(SegmentWriteState state) throws IOException {
    boolean isUpdate = state.segmentSuffix.isEmpty() == false;
    if (bundles == false || (isUpdate && LuceneBundle.areIn(state.segmentInfo) == false)) {
      return lucene.fieldsConsumer(state);
    }
    FileBundleWriter bundle = LuceneBundle.DOC_VALUES.writer(state);
    return new Writer(lucene.fieldsConsumer(bundle.state()), bundle);
  }

  @Override
  public DocValuesProducer fieldsProducer(SegmentReadState state) throws IOException {
    FileBundle bundle = LuceneBundle.DOC_VALUES.open(state);
    return bundle == null
        ? lucene.fieldsProducer(state)
        : bundle.read(files -> new Reader(lucene.fieldsProducer(files), bundle));
  }

  private static final class Writer extends DocValuesConsumer {
    private final DocValuesConsumer files;
    private final FileBundleWriter bundle;

    Writer(DocValuesConsumer files, FileBundleWriter bundle) {
      this.files = files;
      this.bundle = bundle;
    }

    @Override
    public void addNumericField(FieldInfo field, DocValuesProducer values) throws IOException {
      bundle.write(() -> files.addNumericField(field, values));
    }

    @Override
    public void addBinaryField(FieldInfo field, DocValuesProducer values) throws IOException {
      bundle.write(() -> files.addBinaryField(field, values));
    }

    @Override
    public void addSortedField(FieldInfo field, DocValuesProducer values) throws IOException {
      bundle.write(() -> files.addSortedField(field, values));
    }

    @Override
    public void addSortedNumericField(FieldInfo field, DocValuesProducer values)
        throws IOException {
      bundle.write(() -> files.addSortedNumericField(field, values));
    }

    @Override
    public void addSortedSetField(FieldInfo field, DocValuesProducer values) throws IOException {
      bundle.write(() -> files.addSortedSetField(field, values));
    }

    @Override
    public void merge(MergeState mergeState) throws IOException {
      bundle.write(() -> files.merge(mergeState));
    }

    @Override
    public void close() throws IOException {
      files.close();
      bundle.finish();
    }
  }

  /** Merges get what reads the files inside, so that they copy as they ever did. */
  private static final class Reader extends DocValuesProducer {
    private final DocValuesProducer files;
    private final FileBundle bundle;

    Reader(DocValuesProducer files, FileBundle bundle) {
      this.files = files;
      this.bundle = bundle;
    }

    @Override
    public NumericDocValues getNumeric(FieldInfo field) throws IOException {
      return files.getNumeric(field);
    }

    @Override
    public BinaryDocValues getBinary(FieldInfo field) throws IOException {
      return files.getBinary(field);
    }

    @Override
    public SortedDocValues getSorted(FieldInfo field) throws IOException {
      return files.getSorted(field);
    }

    @Override
    public SortedNumericDocValues getSortedNumeric(FieldInfo field) throws IOException {
      return files.getSortedNumeric(field);
    }

    @Override
    public SortedSetDocValues getSortedSet(FieldInfo field) throws IOException {
      return files.getSortedSet(field);
    }

    @Override
    public DocValuesSkipper getSkipper(FieldInfo field) throws IOException {
      return files.getSkipper(field);
    }

    @Override
    public DocValuesProducer getMergeInstance() {
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
      IOUtils.close(files, bundle);
    }
  }
}
