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
package dev.streak.tools.convert;

import dev.streak.tools.cli.Refusal;
import dev.streak.tools.index.IndexFolder;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.index.IndexCommit;

/**
 * A copy that {@code convert --out} has begun. It opens as any index does, with the segments that
 * are copied, so those who would take it for the whole are told.
 */
public final class UnfinishedCopy {
  /** In the user data of its commits: what is copied, and how. */
  static final String TASK = "streak.convert.task";

  /** In the user data of its commits: how many segments are done. */
  static final String DONE = "streak.convert.done";

  /** What its user has to do. */
  public static final String ADVICE = "run the same convert again, or delete it";

  private UnfinishedCopy() {}

  /** What to tell of a commit with such user data; nothing if it is no unfinished copy. */
  public static Optional<String> told(Map<String, String> userData) {
    return Optional.ofNullable(userData.get(DONE))
        .map(done -> "an unfinished copy: convert --out has copied " + done + " of the segments");
  }

  /** The sentence for whoever reads a commit with such user data; nothing if it is no such copy. */
  public static Optional<String> told(IndexFolder folder, Map<String, String> userData) {
    return told(userData).map(told -> folder + " is " + told + "; " + ADVICE);
  }

  /** Refuses to take an unfinished copy for the index that it is of. */
  public static void refuse(IndexFolder folder, IndexCommit commit) throws IOException {
    Optional<String> told = told(folder, commit.getUserData());
    if (told.isPresent()) {
      throw new Refusal(told.get());
    }
  }
}
