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
package dev.streak.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.codecs.CompoundDirectory;
import org.apache.lucene.codecs.CompoundFormat;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.store.ChecksumIndexInput;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.util.IOUtils;

/**
 * Compound files of one file each, where Lucene's have a second one that says what is in the first.
 * An attribute of the segment tells them apart.
 */
public final class OneFileCompoundFormat extends CompoundFormat {

  /** Hosts that treat compound files in a way of their own know them by this extension. */
  static final SegmentFile FILE = new SegmentFile("cfs", "StreakCompound", 1, 1);

  private final CompoundFormat lucene;
  private final boolean oneFile;

  /**
   * @param lucene what writes and reads the others
   * @param oneFile whether such files are written; they are read in any case
   */
  public OneFileCompoundFormat(CompoundFormat lucene, boolean oneFile) {
    this.lucene = lucene;
    this.oneFile = oneFile;
  }

  @Override
  public void write(Directory directory, SegmentInfo segment, IOContext context)
      throws IOException {
    if (oneFile == false || FilesWithin.canHold(segment.files()) == false) {
      lucene.write(directory, segment, context);
      return;
    }
    Map<String, Long> lengths = smallestFirst(directory, segment);
    try (IndexOutput output = FILE.create(directory, segment, "", context)) {
      FilesWithin.writeNames(lengths, output);
      for (String name : lengths.keySet()) {
        output.alignFilePointer(FilesWithin.ALIGNMENT);
        copy(directory, segment, name, output);
      }
      CodecUtil.writeFooter(output);
    }
    FILE.note(segment);
  }

  /** Lengths by name: small files side by side are in few pages. */
  private static Map<String, Long> smallestFirst(Directory directory, SegmentInfo segment)
      throws IOException {
    List<Map.Entry<String, Long>> files = new ArrayList<>();
    for (String name : segment.files()) {
      files.add(Map.entry(name, directory.fileLength(name)));
    }
    files.sort(
        Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()));
    Map<String, Long> lengths = new LinkedHashMap<>();
    files.forEach(file -> lengths.put(file.getKey(), file.getValue()));
    return lengths;
  }

  /** Copies a file, which must be sound and of that segment: the copy would hide that it is not. */
  private static void copy(
      Directory directory, SegmentInfo segment, String name, IndexOutput output)
      throws IOException {
    try (ChecksumIndexInput input = directory.openChecksumInput(name)) {
      CodecUtil.verifyAndCopyIndexHeader(input, output, segment.getId());
      long contentEnd = input.length() - CodecUtil.footerLength();
      output.copyBytes(input, contentEnd - input.getFilePointer());
      long checksum = CodecUtil.checkFooter(input);
      CodecUtil.writeBEInt(output, CodecUtil.FOOTER_MAGIC);
      CodecUtil.writeBEInt(output, 0);
      CodecUtil.writeBELong(output, checksum);
    }
  }

  @Override
  public CompoundDirectory getCompoundReader(Directory directory, SegmentInfo segment)
      throws IOException {
    if (FILE.isNoted(segment) == false) {
      return lucene.getCompoundReader(directory, segment);
    }
    IndexInput in = directory.openInput(FILE.name(segment, ""), IOContext.DEFAULT);
    CompoundDirectory files = null;
    try {
      FILE.checkHeader(in, segment, "");
      files = new Files(in, FilesWithin.read(in, segment.name));
    } finally {
      if (files == null) {
        IOUtils.closeWhileHandlingException(in);
      }
    }
    return files;
  }

  /** The files in a compound file. */
  private static final class Files extends CompoundDirectory {
    private final IndexInput in;
    private final FilesWithin files;

    Files(IndexInput in, FilesWithin files) {
      this.in = in;
      this.files = files;
    }

    @Override
    public IndexInput openInput(String name, IOContext context) throws IOException {
      ensureOpen();
      return files.open(name, context);
    }

    @Override
    public long fileLength(String name) throws IOException {
      ensureOpen();
      return files.length(name);
    }

    @Override
    public String[] listAll() throws IOException {
      ensureOpen();
      return files.names();
    }

    @Override
    public Set<String> getPendingDeletions() {
      return Set.of();
    }

    @Override
    public void checkIntegrity() throws IOException {
      files.checkIntegrity();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }

    @Override
    public String toString() {
      return "files in " + in;
    }
  }
}
