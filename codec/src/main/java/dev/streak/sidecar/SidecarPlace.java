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
package dev.streak.sidecar;

import dev.streak.codec.StreakCodec;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.util.StringHelper;

/** Where the sidecar of a segment lies: in a folder with the name of the segment's id. */
final class SidecarPlace {
  /** What a sidecar consists of: the description of a segment, its fields, their postings. */
  private static final String DESCRIPTION = "si";

  /** A segment's id, and what a build under way, or one that was replaced, has behind it. */
  private static final Pattern NAME = Pattern.compile("[0-9a-f]{32}(\\..*)?");

  /** What no other folder has a file of. */
  private static final Pattern DESCRIPTION_NAME = Pattern.compile("_[0-9a-f]{32}\\.si");

  private SidecarPlace() {}

  static Path of(Path folder, SegmentReader segment) {
    return folder.resolve(StringHelper.idToString(segment.getSegmentInfo().info.getId()));
  }

  static Codec codec() {
    return Codec.forName(StreakCodec.NAME);
  }

  /**
   * Whether there is nothing at all, as for segments that were only flushed. Each refresh asks for
   * each of them, and to look into what is not there costs an exception.
   */
  static boolean isAbsent(Path place) {
    FileSystemProvider provider = place.getFileSystem().provider();
    try {
      return provider.readAttributesIfExists(place, BasicFileAttributes.class) == null;
    } catch (
        @SuppressWarnings("unused")
        IOException e) {
      // Whoever looks into it meets that, too, and tells.
      return false;
    }
  }

  /** The file that describes the sidecar, another one for each that is written; null if none is. */
  static Path description(Path place) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(place, "_*." + DESCRIPTION)) {
      for (Path file : files) {
        return file;
      }
      return null;
    } catch (NoSuchFileException | NotDirectoryException e) {
      return null;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /** The name that a sidecar's files begin with. */
  static String name(Path description) {
    return IndexFileNames.parseSegmentName(description.getFileName().toString());
  }

  /**
   * All folders within {@code folder} that hold a sidecar, whatever file managers put beside it, or
   * nothing but an unfinished one: whoever names a wrong folder must not lose what is in it.
   */
  static List<Path> all(Path folder) throws IOException {
    List<Path> places = new ArrayList<>();
    for (Path place : files(folder)) {
      if (NAME.matcher(place.getFileName().toString()).matches() && Files.isDirectory(place)) {
        if (isSidecar(files(place))) {
          places.add(place);
        }
      }
    }
    return places;
  }

  private static boolean isSidecar(List<Path> files) {
    boolean ours = true;
    for (Path file : files) {
      String name = file.getFileName().toString();
      if (DESCRIPTION_NAME.matcher(name).matches()) {
        return true;
      }
      ours &= name.startsWith("_") && Files.isRegularFile(file);
    }
    return ours;
  }

  /** What is in a folder; nothing if it does not exist. */
  static List<Path> files(Path folder) throws IOException {
    List<Path> all = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      files.forEach(all::add);
    } catch (NoSuchFileException e) {
      return all;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return all;
  }

  /**
   * Deletes a sidecar, or a file or a link in the place of one. Folders that others have put there
   * stay, and so does what a link leads to. Another thread or process may delete it, too, or put
   * one in its place.
   */
  static void delete(Path place) throws IOException {
    if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
      for (Path file : files(place)) {
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) == false) {
          Files.deleteIfExists(file);
        }
      }
    }
    try {
      Files.deleteIfExists(place);
    } catch (
        @SuppressWarnings("unused")
        DirectoryNotEmptyException e) {
      // What is there now is not what was to be deleted, or another's.
    }
  }
}
