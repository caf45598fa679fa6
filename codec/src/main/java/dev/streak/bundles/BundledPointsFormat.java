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
import org.apache.lucene.codecs.PointsFormat;
import org.apache.lucene.codecs.PointsReader;
import org.apache.lucene.codecs.PointsWriter;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.MergeState;
import org.apache.lucene.index.PointValues;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.util.IOUtils;

/** Points with their small files in one, whatever format of Lucene writes them. */
public final class BundledPointsFormat extends PointsFormat {
  private final PointsFormat lucene;
  private final boolean bundles;

  /**
   * @param lucene what writes and reads
   * @param bundles whether small files of a segment become one
   */
  public BundledPointsFormat(PointsFormat lucene, boolean bundles) {
    this.lucene = lucene;
    this.bundles = bundles;
  }

  @Override
  public PointsWriter fieldsWriter(SegmentWriteState state) throws IOException {
    if (bundles == false) {
      return lucene.fieldsWriter(state);
    }
    FileBundleWriter bundle = LuceneBundle.POINTS.writer(state);
    return new Writer(lucene.fieldsWriter(bundle.state()), bundle);
  }

  @Override
  public PointsReader fieldsReader(SegmentReadState state) throws IOException {
    FileBundle bundle = LuceneBundle.POINTS.open(state);
    return bundle == null
        ? lucene.fieldsReader(state)
        : bundle.read(files -> new Reader(lucene.fieldsReader(files), bundle));
  }

  private static final class Writer extends PointsWriter {
    private final PointsWriter files;
    private final FileBundleWriter bundle;

    Writer(PointsWriter files, FileBundleWriter bundle) {
      this.files = files;
      this.bundle = bundle;
    }

    @Override
    public void writeField(FieldInfo field, PointsReader points) throws IOException {
      bundle.write(() -> files.writeField(field, points));
    }

    @Override
    public void finish() throws IOException {
      bundle.write(() -> files.finish());
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
  private static final class Reader extends PointsReader {
    private final PointsReader files;
    private final FileBundle bundle;

    Reader(PointsReader files, FileBundle bundle) {
      this.files = files;
      this.bundle = bundle;
    }

    @Override
    public PointValues getValues(String field) throws IOException {
      return files.getValues(field);
    }

    @Override
    public PointsReader getMergeInstance() {
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
