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
package dev.streak.bench;

import dev.streak.bench.harness.Numbers;
import dev.streak.bench.harness.UsageException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A command line from which options are taken one by one; what is left over is a mistake. */
final class Arguments {
  private final List<String> rest;
  private final List<String> known = new ArrayList<>();

  /** Options that have an equals sign and a value behind it. */
  private final Set<String> withValue = new HashSet<>();

  Arguments(List<String> args) {
    rest = new ArrayList<>();
    for (String arg : args) {
      int equals = arg.startsWith("--") ? arg.indexOf('=') : -1;
      if (equals > 0) {
        rest.add(arg.substring(0, equals));
        withValue.add(arg.substring(0, equals));
        rest.add(arg.substring(equals + 1));
      } else {
        rest.add(arg);
      }
    }
  }

  /** Takes an option without a value. */
  boolean flag(String option) {
    known.add(option);
    if (withValue.contains(option)) {
      throw new UsageException(option + " takes no value");
    }
    return rest.remove(option);
  }

  /** Takes an option with a value. */
  Optional<String> value(String option) {
    known.add(option);
    int at = rest.indexOf(option);
    if (at < 0) {
      return Optional.empty();
    }
    if (at + 1 == rest.size() || rest.get(at + 1).startsWith("--")) {
      throw new UsageException(option + " needs a value");
    }
    rest.remove(at);
    String value = rest.remove(at);
    if (rest.contains(option)) {
      throw new UsageException(option + " is given twice");
    }
    return Optional.of(value);
  }

  /** Takes an option whose value is a whole number; 10k and 2m are understood. */
  Optional<Long> number(String option, long min, long max) {
    return value(option).map(text -> checkRange(option, text, parse(option, text), min, max));
  }

  private static long checkRange(String option, String text, long number, long min, long max) {
    if (number < min || number > max) {
      throw new UsageException(
          option + " must be " + Numbers.count(min) + " to " + Numbers.count(max) + ": " + text);
    }
    return number;
  }

  private static long parse(String option, String text) {
    String digits = text.replace("_", "").replace(",", "");
    long factor = 1;
    if (digits.endsWith("k") || digits.endsWith("K")) {
      factor = 1_000;
    } else if (digits.endsWith("m") || digits.endsWith("M")) {
      factor = 1_000_000;
    }
    try {
      long number = Long.parseLong(factor == 1 ? digits : digits.substring(0, digits.length() - 1));
      return Math.multiplyExact(number, factor);
    } catch (ArithmeticException | NumberFormatException e) {
      throw new UsageException(option + " must be a whole number: " + text);
    }
  }

  static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new UsageException("not a path: " + text);
    }
  }

  /** Takes what is left as operands, which do not begin with a dash. */
  List<String> operands() {
    rest.stream().filter(arg -> arg.startsWith("-")).findFirst().ifPresent(this::reject);
    return List.copyOf(rest);
  }

  /** Ends parsing: nothing may be left. */
  void rejectOthers() {
    rest.stream().findFirst().ifPresent(this::reject);
  }

  private void reject(String arg) {
    throw new UsageException(
        (arg.startsWith("-") ? "unknown option: " : "unexpected argument: ")
            + arg
            + " (known: "
            + String.join(", ", known)
            + ")");
  }
}
