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

import dev.streak.termhash.TermHashCounters;

/** What JMX shows of hash tables, see {@link TermHashCounters}. */
public interface TermHashMXBean {

  /** Returns whether tables are used. */
  boolean isEnabled();

  /** Uses tables from now on, or stops using them. */
  void setEnabled(boolean enabled);

  /** Returns {@link TermHashCounters#opened()}. */
  long getOpened();

  /** Returns {@link TermHashCounters#refused()}. */
  long getRefused();

  /** Returns {@link TermHashCounters#missing()}. */
  long getMissing();

  /** Returns {@link TermHashCounters#damaged()}. */
  long getDamaged();

  /** Returns {@link TermHashCounters#unknown()}. */
  long getUnknown();
}
