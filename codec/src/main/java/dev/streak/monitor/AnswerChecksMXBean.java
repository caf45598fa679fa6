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
package dev.streak.monitor;

import dev.streak.checks.AnswerChecks;

/** What JMX shows of checks, see {@link AnswerChecks}. */
public interface AnswerChecksMXBean {

  /** Returns one in how many answers is checked, or 0. */
  int getOneIn();

  /** Checks one in so many answers from now on; 0 for none. */
  void setOneIn(int oneIn);

  /** Returns {@link AnswerChecks.Counts#compared()}. */
  long getCompared();

  /** Returns {@link AnswerChecks.Counts#mismatches()}: anything but 0 is worth an alarm. */
  long getMismatches();
}
