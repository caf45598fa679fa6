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
import dev.streak.file.SegmentFile;
import java.io.IOException;
import org.apache.lucene.codecs.StoredFieldsFormat;
import org.apache.lucene.codecs.StoredFieldsReader;
import org.apache.lucene.codecs.StoredFieldsWriter;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.util.InfoStream;

/** The three files of stored fields: in a small segment one, in most others two. */
public final class StoredFieldsBundle {

  /** The file of that name among the three is of the version before. */
  public static final SegmentFile FILE = new SegmentFile("zsm", "StreakStoredMeta", 1, 2);

  private StoredFieldsBundle() {}

  /** A writer whose small files become one. */
  public static StoredFieldsWriter writer(
      StoredFieldsFormat format, Directory directory, SegmentInfo segment, IOContext context)
      throws IOException {
    FileBundleWriter bundle =
        new FileBundleWriter(
            FILE,
            new SegmentWriteState(InfoStream.NO_OUTPUT, directory, segment, null, null, context),
            name -> false);
    return new BundledStoredFieldsWriter(
        format.fieldsWriter(bundle.state().directory, segment, context), bundle);
  }

  /** A reader of what is in one file, or in several. */
  public static StoredFieldsReader reader(
      StoredFieldsFormat format,
      Directory directory,
      SegmentInfo segment,
      FieldInfos infos,
      IOContext context)
      throws IOException {
    FileBundle bundle =
        FileBundle.open(FILE, new SegmentReadState(directory, segment, infos, context));
    return bundle == null
        ? format.fieldsReader(directory, segment, infos, context)
        : bundle.read(
            files ->
                new BundledStoredFieldsReader(
                    format.fieldsReader(files.directory, segment, infos, context), bundle));
  }
}
