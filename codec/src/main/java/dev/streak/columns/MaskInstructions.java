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
package dev.streak.columns;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether this processor moves bits by a mask in one fast instruction, PDEP and PEXT of x86. Others
 * have none, and AMD's before Zen 3 need up to 300 cycles for it. The system property {@value
 * #PROPERTY} says {@code true} or {@code false} where this cannot be found out; its default is
 * {@code auto}. Terms are read with the same result either way.
 */
public final class MaskInstructions {

  /** The system property that is read once. */
  public static final String PROPERTY = "dev.streak.maskInstructions";

  /** The family of Zen 3. */
  private static final int FIRST_FAST_FAMILY = 25;

  private static final Path LINUX_PROCESSORS = Path.of("/proc/cpuinfo");

  /** The key of a line of Linux's file, and its value. */
  private static final Pattern LINE = Pattern.compile("([^:]*?)\\s*:\\s*(.*)");

  /** What Windows says of an x86 processor. */
  private static final Pattern WINDOWS_NAME = Pattern.compile(".* Family (\\d+) .*, *(\\w+)");

  private MaskInstructions() {}

  /** Whether to use them; a wrong value of the property counts as none. */
  static boolean areUsed() {
    String value = property();
    return isKnown(value) ? Boolean.parseBoolean(value) : areFastHere();
  }

  /**
   * Returns quietly if the property can be understood.
   *
   * @throws IllegalArgumentException if not
   */
  public static void check() {
    check(property());
  }

  static void check(String value) {
    if (value.equals("auto") == false && isKnown(value) == false) {
      throw new IllegalArgumentException(
          PROPERTY + " must be auto, true or false: " + PROPERTY + "=" + value);
    }
  }

  private static String property() {
    return System.getProperty(PROPERTY, "auto");
  }

  private static boolean isKnown(String value) {
    return value.equals("true") || value.equals("false");
  }

  private static boolean areFastHere() {
    if (isX86(System.getProperty("os.arch", "")) == false) {
      return false;
    }
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    try {
      return system.startsWith("windows") ? areFastOnWindows() : areFastOnLinux();
    } catch (@SuppressWarnings("unused") IOException | RuntimeException e) {
      // There is no such file, or the host forbids to read it. Most processors are fast.
      return true;
    }
  }

  private static boolean areFastOnWindows() {
    String name = System.getenv("PROCESSOR_IDENTIFIER");
    return name == null || areFastOnWindows(name);
  }

  private static boolean areFastOnLinux() throws IOException {
    try (BufferedReader lines =
        Files.newBufferedReader(LINUX_PROCESSORS, StandardCharsets.ISO_8859_1)) {
      return areFastOnLinux(lines);
    }
  }

  static boolean isX86(String architecture) {
    return architecture.equals("amd64") || architecture.equals("x86_64");
  }

  /** Reads what Linux says of the first processor, of which others are copies. */
  static boolean areFastOnLinux(BufferedReader lines) throws IOException {
    String vendor = "";
    int family = FIRST_FAST_FAMILY;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher matcher = LINE.matcher(line);
      if (matcher.matches() == false) {
        continue;
      }
      String value = matcher.group(2).strip();
      switch (matcher.group(1)) {
        case "vendor_id" -> vendor = value;
        case "cpu family" -> family = number(value);
        case "flags" -> {
          return (" " + value + " ").contains(" bmi2 ") && areFast(vendor, family);
        }
        default -> {
          // of no interest
        }
      }
    }
    return areFast(vendor, family);
  }

  static boolean areFastOnWindows(String name) {
    Matcher matcher = WINDOWS_NAME.matcher(name);
    return matcher.matches() == false || areFast(matcher.group(2), number(matcher.group(1)));
  }

  /** Hygon's processors are Zen's of the first generation. */
  private static boolean areFast(String vendor, int family) {
    return switch (vendor) {
      case "AuthenticAMD", "HygonGenuine" -> family >= FIRST_FAST_FAMILY;
      default -> true;
    };
  }

  private static int number(String value) {
    return value.matches("\\d{1,9}") ? Integer.parseInt(value) : FIRST_FAST_FAMILY;
  }
}
