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
import java.io.StringReader;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What is known of a processor by what an operating system says of it. */
public class TestMaskInstructions extends LuceneTestCase {

  private static boolean onLinux(String vendor, String family, String flags) throws IOException {
    String text =
        "processor\t: 0\nvendor_id\t: "
            + vendor
            + "\ncpu family\t: "
            + family
            + "\nmodel name\t: Some: 8-Core\npower management:\n\nflags\t\t: "
            + flags
            + "\n\nprocessor\t: 1\nvendor_id\t: AuthenticAMD\ncpu family\t: 23\n";
    return MaskInstructions.areFastOnLinux(new BufferedReader(new StringReader(text)));
  }

  public void testLinux() throws IOException {
    assertTrue(onLinux("GenuineIntel", "6", "fpu bmi1 bmi2 erms"));
    assertFalse("no such instruction", onLinux("GenuineIntel", "6", "fpu bmi1 erms"));
    assertTrue("Zen 3", onLinux("AuthenticAMD", "25", "bmi2"));
    assertTrue("Zen 5", onLinux("AuthenticAMD", "26", "fpu bmi2"));
    assertFalse("Zen 2", onLinux("AuthenticAMD", "23", "bmi2 fpu"));
    assertFalse("Excavator", onLinux("AuthenticAMD", "21", "bmi2"));
    assertFalse("Dhyana", onLinux("HygonGenuine", "24", "bmi2"));
    assertTrue("what is not understood", onLinux("AuthenticAMD", "?", "bmi2"));
  }

  public void testLinuxThatSaysLittle() throws IOException {
    assertTrue(MaskInstructions.areFastOnLinux(new BufferedReader(new StringReader(""))));
    assertFalse(
        MaskInstructions.areFastOnLinux(
            new BufferedReader(new StringReader("vendor_id : AuthenticAMD\ncpu family : 23"))));
  }

  public void testWindows() {
    assertTrue(
        MaskInstructions.areFastOnWindows("Intel64 Family 6 Model 85 Stepping 7, GenuineIntel"));
    assertTrue(
        MaskInstructions.areFastOnWindows("AMD64 Family 25 Model 1 Stepping 1, AuthenticAMD"));
    assertFalse(
        MaskInstructions.areFastOnWindows("AMD64 Family 23 Model 49 Stepping 0, AuthenticAMD"));
    assertTrue(MaskInstructions.areFastOnWindows("something else"));
  }

  public void testArchitectures() {
    assertTrue(MaskInstructions.isX86("amd64"));
    assertTrue(MaskInstructions.isX86("x86_64"));
    assertFalse(MaskInstructions.isX86("aarch64"));
    assertFalse(MaskInstructions.isX86("x86"));
  }

  public void testProperty() {
    MaskInstructions.check("auto");
    MaskInstructions.check("true");
    MaskInstructions.check("false");
    IllegalArgumentException refused =
        expectThrows(IllegalArgumentException.class, () -> MaskInstructions.check("yes"));
    assertEquals(
        "dev.streak.maskInstructions must be auto, true or false: dev.streak.maskInstructions=yes",
        refused.getMessage());
  }
}
