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

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.SegmentWriteState;

/**
 * Tells an operator what users of an index do not notice, because the answer is right all the same:
 * once for each cause, to the system's logger {@value #LOGGER}.
 */
public final class StreakLog {

  /** The name of the logger. */
  public static final String LOGGER = "dev.streak";

  /** The component of a writer's {@code InfoStream}. */
  private static final String INFO_STREAM = "Streak";

  /** A bound on what is remembered; beyond it everything may be told once more. */
  private static final int MAX_CAUSES = 10_000;

  private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

  private StreakLog() {}

  /** Logs a warning unless one with this cause was logged before. */
  public static void warnOnce(String cause, Supplier<String> message) {
    once(Level.WARNING, cause, message);
  }

  /** Logs a fact unless one with this cause was logged before. */
  public static void infoOnce(String cause, Supplier<String> message) {
    once(Level.INFO, cause, message);
  }

  /** Tells what was chosen for a field to the writer's {@code InfoStream}, if somebody listens. */
  public static void choice(SegmentWriteState state, FieldInfo field, Supplier<String> choice) {
    // Lucene's tests of formats write segments without one.
    if (state.infoStream != null && state.infoStream.isEnabled(INFO_STREAM)) {
      state.infoStream.message(
          INFO_STREAM,
          "segment=" + state.segmentInfo.name + " field=" + field.name + ": " + choice.get());
    }
  }

  private static void once(Level level, String cause, Supplier<String> message) {
    if (TOLD.size() >= MAX_CAUSES) {
      TOLD.clear();
    }
    try {
      Logger logger = System.getLogger(LOGGER);
      if (logger.isLoggable(level) && TOLD.add(cause)) {
        logger.log(level, message.get());
      }
    } catch (RuntimeException | ServiceConfigurationError e) {
      // What tells failed, so nobody can be told. No query and no merge is to end for that.
    }
  }
}
