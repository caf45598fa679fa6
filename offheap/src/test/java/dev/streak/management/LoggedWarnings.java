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
package dev.streak.management;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;

/** What warnings {@link StreakLog} gives until this is closed. */
public final class LoggedWarnings implements AutoCloseable {

  /** Held: a logger without references may be collected, with its settings. */
  private final Logger logger = Logger.getLogger(StreakLog.LOGGER);

  private final List<String> lines = new ArrayList<>();
  private final Level before = logger.getLevel();

  private final StreamHandler handler =
      new StreamHandler() {
        @Override
        public synchronized void publish(LogRecord record) {
          lines.add(record.getMessage());
        }
      };

  /** Begins to listen. */
  public LoggedWarnings() {
    logger.setLevel(Level.WARNING);
    logger.addHandler(handler);
  }

  /** The messages so far. */
  public List<String> lines() {
    return lines;
  }

  @Override
  public void close() {
    logger.removeHandler(handler);
    logger.setLevel(before);
  }
}
