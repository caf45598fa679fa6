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
import org.apache.lucene.codecs.NormsConsumer;
import org.apache.lucene.codecs.NormsFormat;
import org.apache.lucene.codecs.NormsProducer;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.util.IOUtils;

/** Norms with their small files in one, whatever format of Lucene writes them. */
public final class BundledNormsFormat extends NormsFormat {
  private final NormsFormat lucene;
  private final boolean bundles;

  /**
   * @param lucene what writes and reads
   * @param bundles whether small files of a segment become one
   */
  public BundledNormsFormat(NormsFormat lucene, boolean bundles) {
    this.lucene = lucene;
    this.bundles = bundles;
  }

  @Override
  public NormsConsumer normsConsumer(SegmentWriteState state) throws IOException {
    if (bundles == false) {
      return lucene.normsConsumer(state);
    }
    FileBundleWriter bundle = LuceneBundle.NORMS.writer(state);
    return new Writer(lucene.normsConsumer(bundle.state()), bundle);
  }

  @Override
  public NormsProducer normsProducer(SegmentReadState state) throws IOException {
    FileBundle bundle = LuceneBundle.NORMS.open(state);
    return bundle == null
        ? lucene.normsProducer(state)
        : bundle.read(files -> new Reader(lucene.normsProducer(files), bundle));
  }

  private static final class Writer extends NormsConsumer {
    private final NormsConsumer files;
    private final FileBundleWriter bundle;

    Writer(NormsConsumer files, FileBundleWriter bundle) {
      this.files = files;
      this.bundle = bundle;
    }

    @Override
    public void addNormsField(FieldInfo field, NormsProducer norms) throws IOException {
      bundle.write(() -> files.addNormsField(field, norms));
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
  private static final class Reader extends NormsProducer {
    private final NormsProducer files;
    private final FileBundle bundle;

    Reader(NormsProducer files, FileBundle bundle) {
      this.files = files;
      this.bundle = bundle;
    }

    @Override
    public NumericDocValues getNorms(FieldInfo field) throws IOException {
      return files.getNorms(field);
    }

    @Override
    public NormsProducer getMergeInstance() {
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
