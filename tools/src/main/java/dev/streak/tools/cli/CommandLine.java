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

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The arguments of a command. Options are taken one by one, then the operands; what nobody took is
 * refused.
 */
public final class CommandLine {
  private static final String END_OF_OPTIONS = "--";

  /** What Java makes of bytes that are no characters of the locale. */
  private static final char UNREADABLE = '\uFFFD';

  /** The characters in which Java reads arguments. */
  private static final String OF_ARGUMENTS = "sun.jnu.encoding";

  private static final Pattern NUMBER = Pattern.compile("([+-]?[0-9]+)([kKmM]?)");

  /** An argument; one behind an equals sign is a value, whatever it begins with. */
  private record Argument(String text, boolean isValue) {
    boolean isOption() {
      return !isValue && text.startsWith("--");
    }
  }

  private final List<Argument> options = new ArrayList<>();
  private final List<String> operands = new ArrayList<>();
  private final List<String> known = new ArrayList<>();

  /** Options that have an equals sign and a value behind it. */
  private final Set<String> withValue = new HashSet<>();

  /**
   * Arguments as the shell gave them; {@code --name=value} is the same as two arguments, but that
   * its value may begin with dashes.
   */
  public CommandLine(List<String> arguments) {
    this(arguments, System.getProperty(OF_ARGUMENTS));
  }

  /** Arguments that Java read in some characters. */
  CommandLine(List<String> arguments, String charset) {
    refuseUnreadable(arguments, charset);
    int end = arguments.indexOf(END_OF_OPTIONS);
    for (String argument : end < 0 ? arguments : arguments.subList(0, end)) {
      int equals = argument.startsWith("--") ? argument.indexOf('=') : -1;
      if (equals > 0) {
        options.add(option(argument.substring(0, equals)));
        withValue.add(argument.substring(0, equals));
        options.add(new Argument(argument.substring(equals + 1), true));
      } else {
        options.add(option(argument));
      }
    }
    if (end >= 0) {
      operands.addAll(arguments.subList(end + 1, arguments.size()));
    }
  }

  /** In UTF-8 that character may be meant: any text may be a term. */
  private static void refuseUnreadable(List<String> arguments, String charset) {
    if (StandardCharsets.UTF_8.name().equals(charset)) {
      return;
    }
    for (String argument : arguments) {
      if (argument.indexOf(UNREADABLE) >= 0) {
        throw new Refusal(
            "Java read an argument as " + charset + ": " + argument + "; set LC_ALL=C.UTF-8");
      }
    }
  }

  private static Argument option(String text) {
    return new Argument(text, false);
  }

  /** Takes an option without a value. */
  public boolean flag(String option) {
    known.add(option);
    if (withValue.contains(option)) {
      throw new Refusal(option + " takes no value");
    }
    return options.remove(option(option));
  }

  /** Takes an option with one value. */
  public Optional<String> value(String option) {
    return values(option, 1).map(values -> values.get(0));
  }

  /**
   * Takes an option with {@code count} values. The first may begin with dashes behind an equals
   * sign, the others where they stand behind {@code --}.
   */
  public Optional<List<String>> values(String option, int count) {
    known.add(option);
    int at = options.indexOf(option(option));
    if (at < 0) {
      return Optional.empty();
    }
    options.remove(at);
    List<String> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean behind = i > 0 && at == options.size() && !operands.isEmpty();
      if (!behind && (at == options.size() || options.get(at).isOption())) {
        throw new Refusal(option + " needs " + (count == 1 ? "a value" : count + " values"));
      }
      values.add(behind ? operands.remove(0) : options.remove(at).text());
    }
    if (options.contains(option(option))) {
      throw new Refusal(option + " is given twice");
    }
    return Optional.of(values);
  }

  /** Takes an option whose value is a whole number within bounds; 10k and 2m are understood. */
  public Optional<Integer> number(String option, int min, int max) {
    return value(option).map(text -> number(option, text, min, max));
  }

  private static int number(String option, String text, int min, int max) {
    Matcher matcher = NUMBER.matcher(text.replaceAll("[_,]", ""));
    if (!matcher.matches()) {
      throw new Refusal(option + " must be a whole number: " + text);
    }
    long unit =
        switch (matcher.group(2)) {
          case "k", "K" -> 1_000;
          case "m", "M" -> 1_000_000;
          default -> 1;
        };
    BigInteger number = new BigInteger(matcher.group(1)).multiply(BigInteger.valueOf(unit));
    if (number.compareTo(BigInteger.valueOf(min)) < 0
        || number.compareTo(BigInteger.valueOf(max)) > 0) {
      throw new Refusal(
          String.format(Locale.ROOT, "%s must be %,d to %,d: %s", option, min, max, text));
    }
    return number.intValueExact();
  }

  /** Takes an option whose value is one of {@code choices}. */
  public Optional<String> choice(String option, List<String> choices) {
    Optional<String> value = value(option);
    value
        .filter(text -> !choices.contains(text))
        .ifPresent(
            text -> {
              throw new Refusal(
                  option + " must be one of " + String.join(", ", choices) + ": " + text);
            });
    return value;
  }

  /** What stands between commas; a comma that belongs to a name has a backslash before it. */
  public static List<String> names(String text) {
    return Stream.of(text.split("(?<!\\\\),", -1)).map(name -> name.replace("\\,", ",")).toList();
  }

  /** A name as {@link #names} reads it. */
  public static String escaped(String name) {
    return name.replace(",", "\\,");
  }

  /** A path, if it is one. Nothing at all would be the folder where the command was started. */
  public static Path path(String text) {
    if (text.isEmpty()) {
      throw new Refusal("an empty name of a file or folder: is a variable of the shell not set?");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new Refusal("not a path: " + text, e);
    }
  }

  /** Refuses a file that may not be read, or a folder whose files may not be. */
  public static void mustBeReadable(Path path) {
    if (!Files.isReadable(path) || (Files.isDirectory(path) && !Files.isExecutable(path))) {
      throw new Refusal("no permission to read " + path);
    }
  }

  /**
   * Takes all that is left as operands; call it after all options were taken.
   *
   * @param names what the operands are called, for the sentence when their number is wrong
   */
  public List<String> operands(int least, int most, String names) {
    for (String left : options.stream().map(Argument::text).toList()) {
      if (known.contains(left)) {
        throw new Refusal(left + " is given twice");
      }
      if (left.startsWith("-")) {
        throw new Refusal("unknown option: " + left + " (known: " + String.join(", ", known) + ")");
      }
    }
    List<String> all = new ArrayList<>(options.stream().map(Argument::text).toList());
    all.addAll(operands);
    if (all.size() < least) {
      throw new Refusal("missing argument: expected " + names);
    }
    if (all.size() > most) {
      throw new Refusal("unexpected argument: " + all.get(most) + " (expected " + names + ")");
    }
    return all;
  }
}
