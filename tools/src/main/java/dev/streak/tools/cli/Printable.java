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

import java.util.Locale;

/** Text on one line: any characters may be in names and values, and terminals obey some of them. */
public final class Printable {
  private Printable() {}

  /** The text with control characters as programs write them: {@code \n} and {@code \u001b}. */
  public static String text(String text) {
    if (text.chars().noneMatch(Character::isISOControl)) {
      return text;
    }
    StringBuilder printable = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\n' -> printable.append("\\n");
        case '\r' -> printable.append("\\r");
        case '\t' -> printable.append("\\t");
        default -> {
          if (Character.isISOControl(c)) {
            printable.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            printable.append(c);
          }
        }
      }
    }
    return printable.toString();
  }
}
