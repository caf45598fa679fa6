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
package dev.streak.tools.verify;

import dev.streak.tools.convert.UnfinishedCopy;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Something that is wrong.
 *
 * @param segment its name, or {@link #COMMIT}
 * @param check what was looked at
 * @param message what is wrong
 * @param repairable whether it can be made anew from the rest of the segment
 */
public record Finding(String segment, String check, String message, boolean repairable) {
  /** Stands for the name of a segment. */
  static final String COMMIT = "the commit";

  /** What is looked at before anything within. */
  static final String OPENING = "opening";

  /** What is looked at first: whether all is there that was to be written. */
  private static final String COMPLETENESS = "completeness";

  /** An exception's class, as it begins what the exception says. */
  private static final Pattern CLASS = Pattern.compile("(?:\\w+\\.){2,}\\w+(?:\\$\\w+)*: ");

  /** The file that an exception of Lucene's ends with; a slice is of a compound file or bundle. */
  private static final Pattern FILE =
      Pattern.compile(
          " \\(resource=(?:\\w+\\()*path=\"(?:[^\"]*[/\\\\])?(?<file>[^\"/\\\\]+)\"\\)*"
              + "(?<slices>(?: \\[slice=[^\\]]*])*)\\)*$");

  /** What is wrong with a copy that is not whole. */
  static Finding unfinished(String message) {
    return new Finding(COMMIT, COMPLETENESS, message, false);
  }

  /** What is wrong where segments have no commit. */
  static Finding lostCommit(String message) {
    return new Finding(COMMIT, OPENING, message, false);
  }

  private boolean isOfCommit() {
    return segment.equals(COMMIT);
  }

  private boolean isUnfinished() {
    return check.equals(COMPLETENESS);
  }

  /** As a line for people: without classes, and with the file where a reader looks first. */
  public String told() {
    String words = message;
    String where = segment + ", " + check + ": ";
    Matcher file = FILE.matcher(message);
    if (file.find()) {
      where += file.group("file") + file.group("slices") + ": ";
      words = message.substring(0, file.start());
    }
    return where + CLASS.matcher(words).replaceAll("");
  }

  /** What to do, each thing once; parts that can be made anew are restored with all others. */
  public static List<String> advice(List<Finding> findings) {
    boolean repairable = findings.stream().allMatch(Finding::repairable);
    return findings.stream()
        .filter(finding -> finding.repairable == repairable)
        .map(Finding::advice)
        .distinct()
        .toList();
  }

  private String advice() {
    if (repairable) {
      return "nothing is lost; verify --repair makes it anew";
    }
    // Single files seldom fit: a replica that was indexed for itself has others of the same names.
    return isUnfinished()
        ? UnfinishedCopy.ADVICE
        : "restore the index from a copy of it; files of another index, or of a replica that was"
            + " indexed for itself, do not fit";
  }

  /** Why nothing can be repaired as long as this is wrong. */
  public String obstacle() {
    return isUnfinished()
        ? "it is " + message
        : (isOfCommit() ? COMMIT : "segment " + segment) + " has to be restored first";
  }
}
