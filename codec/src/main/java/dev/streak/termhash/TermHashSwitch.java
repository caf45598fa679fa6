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
package dev.streak.termhash;

/**
 * Turns all hash tables of this JVM off and on, for readers that are open and readers to come. Off
 * means that every look-up goes to the dictionary, with the same answers. Starts as the system
 * property {@value #PROPERTY} says: {@code true} (the default) or {@code false}. Safe for use by
 * several threads.
 */
public final class TermHashSwitch {

  /** The system property that is read once, when the first table is looked at. */
  public static final String PROPERTY = "dev.streak.termhash.enabled";

  private static final String INITIAL = System.getProperty(PROPERTY, "true");

  /** Null if the property's value cannot be understood. */
  private static volatile Boolean enabled = initially();

  private TermHashSwitch() {}

  /**
   * Whether tables are used.
   *
   * @throws IllegalArgumentException if the property says something else and nothing was set since
   */
  public static boolean isEnabled() {
    Boolean now = enabled;
    return now == null ? parse(INITIAL) : now;
  }

  /** Uses tables from now on, or stops using them. */
  public static void setEnabled(boolean enabled) {
    TermHashSwitch.enabled = enabled;
  }

  /** Never fails: a class whose initializer fails does so once, and is then said to be missing. */
  private static Boolean initially() {
    try {
      return parse(INITIAL);
    } catch (
        @SuppressWarnings("unused")
        IllegalArgumentException e) {
      return null; // whoever asks is told
    }
  }

  static boolean parse(String value) {
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new IllegalArgumentException(
              PROPERTY + " must be true or false: " + PROPERTY + "=" + value);
    };
  }
}
