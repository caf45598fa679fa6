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
package dev.streak.bench.harness;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.lucene.util.Version;

/** What the figures were measured on. */
final class Machine {
  private Machine() {}

  static JsonObject describe() {
    JsonObject machine = new JsonObject();
    machine.addProperty(
        "os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    machine.addProperty("arch", System.getProperty("os.arch"));
    machine.addProperty("cpu", cpuModel());
    machine.addProperty("cores", Runtime.getRuntime().availableProcessors());
    if (ManagementFactory.getOperatingSystemMXBean()
        instanceof com.sun.management.OperatingSystemMXBean os) {
      machine.addProperty("memoryBytes", os.getTotalMemorySize());
    }
    machine.addProperty(
        "loadAverage", ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    return machine;
  }

  static JsonObject describeJvm() {
    JsonObject jvm = new JsonObject();
    jvm.addProperty("version", Runtime.version().toString());
    jvm.addProperty("vendor", System.getProperty("java.vendor"));
    jvm.addProperty("heapBytes", Runtime.getRuntime().maxMemory());
    JsonArray flags = new JsonArray();
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("-Dstreak.root=") == false)
        .forEach(flags::add);
    jvm.add("flags", flags);
    jvm.addProperty("lucene", Version.LATEST.toString());
    return jvm;
  }

  private static String cpuModel() {
    Path cpuInfo = Path.of("/proc/cpuinfo");
    if (Files.isReadable(cpuInfo)) {
      try (Stream<String> lines = Files.lines(cpuInfo)) {
        return lines
            .filter(line -> line.startsWith("model name"))
            .map(line -> line.substring(line.indexOf(':') + 1).strip())
            .findFirst()
            .orElse("unknown");
      } catch (IOException e) {
        return "unknown";
      }
    }
    return "unknown";
  }
}
