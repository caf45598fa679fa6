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
package dev.streak.tools.cli;

/** How a command ended, for scripts. */
public enum ExitCode {
  /** Done; where a question was asked, the answer is yes. */
  OK(0),
  /** Something failed on the way: a disk, memory, a bug. */
  FAILED(1),
  /** Not begun: the command line or the index will not do; a sentence says why. */
  REFUSED(2),
  /** Done, and the answer is no: indexes differ, an index is damaged. */
  NO(3);

  private final int status;

  ExitCode(int status) {
    this.status = status;
  }

  /** The exit status of the process. */
  public int status() {
    return status;
  }
}
