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
package dev.streak.it;

import dev.streak.it.CorruptionTrial.Outcome;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What came of many changed files, and at how many places of our code they were refused. */
final class MutationOutcomes {

  private final Map<Outcome, Long> counts = new EnumMap<>(Outcome.class);
  private final Set<String> places = new HashSet<>();
  private long inputs;
  private long lastNewPlace;

  void add(Outcome outcome) {
    inputs++;
    counts.merge(outcome, 1L, Long::sum);
  }

  /** A place is a line and who called it: much is refused by a method that only throws. */
  void noteRefusal(Throwable failure) {
    String place =
        Arrays.stream(failure.getStackTrace())
            .filter(frame -> frame.getClassName().startsWith("dev.streak."))
            .limit(3)
            .map(frame -> frame.getClassName() + ":" + frame.getLineNumber())
            .collect(Collectors.joining(" "));
    if (places.add(place)) {
      lastNewPlace = inputs + 1;
    }
  }

  Map<Outcome, Long> counts() {
    return counts;
  }

  /** Where the last new place comes early, nothing is to be gained by guiding inputs to more. */
  @Override
  public String toString() {
    return counts
        + ", refused at "
        + places.size()
        + " places, the last new one at input "
        + lastNewPlace;
  }
}
