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
package dev.streak.tools;

import java.io.Console;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Whether somebody is watching. */
final class Terminal {
  private Terminal() {}

  /** Whether standard input and output are a terminal. */
  @SuppressWarnings("SystemConsoleNull") // It does on Java 21; what later ones do follows below.
  static boolean isThere() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      // From Java 22 on there may be a console where there is no terminal.
      return (boolean)
          MethodHandles.publicLookup()
              .findVirtual(Console.class, "isTerminal", MethodType.methodType(boolean.class))
              .invoke(console);
    } catch (NoSuchMethodException beforeJava22) {
      return true;
    } catch (Throwable e) {
      throw new IllegalStateException("Console.isTerminal", e);
    }
  }
}
