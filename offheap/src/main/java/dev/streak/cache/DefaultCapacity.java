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
package dev.streak.cache;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * How large a cache is that nobody sized: an eighth of the machine's memory (the container's, where
 * there is one) that the heap leaves over, and never more than half of what the JVM allows for
 * direct memory.
 */
final class DefaultCapacity {
  private static final int FRACTION_OF_MEMORY = 8;
  private static final int FRACTION_OF_DIRECT_LIMIT = 2;

  private DefaultCapacity() {}

  /** Returns the default capacity on this machine. */
  static long bytes() {
    return of(physicalBytes(), Runtime.getRuntime().maxMemory(), directLimitBytes());
  }

  static long of(long physicalBytes, long maxHeapBytes, long directLimitBytes) {
    long outsideHeap = Math.max(0, physicalBytes - maxHeapBytes);
    return Math.clamp(
        Math.min(outsideHeap / FRACTION_OF_MEMORY, directLimitBytes / FRACTION_OF_DIRECT_LIMIT),
        BlockCacheBuilder.MIN_CAPACITY_BYTES,
        BlockCacheBuilder.MAX_CAPACITY_BYTES);
  }

  private static long physicalBytes() {
    return asked(Machine::physicalBytes, 2 * Runtime.getRuntime().maxMemory());
  }

  /** The JVM's limit is the heap's maximum unless -XX:MaxDirectMemorySize says otherwise. */
  private static long directLimitBytes() {
    return asked(Machine::directLimitBytes, Runtime.getRuntime().maxMemory());
  }

  /** What the JVM says, if it does. Runtimes that are put together may lack these modules. */
  private static long asked(LongSupplier bytes, long otherwise) {
    try {
      long answer = bytes.getAsLong();
      return answer > 0 ? answer : otherwise;
    } catch (
        @SuppressWarnings("unused")
        NoClassDefFoundError e) {
      return otherwise;
    }
  }

  /** All that needs the modules java.management and jdk.management; 0 for no answer. */
  private static final class Machine {
    static long physicalBytes() {
      return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
          ? system.getTotalMemorySize()
          : 0;
    }

    static long directLimitBytes() {
      HotSpotDiagnosticMXBean hotSpot =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      return hotSpot == null
          ? 0
          : Long.parseLong(hotSpot.getVMOption("MaxDirectMemorySize").getValue());
    }
  }
}
