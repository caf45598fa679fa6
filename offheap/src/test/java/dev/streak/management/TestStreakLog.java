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
package dev.streak.management;

import dev.streak.cache.BlockCache;
import dev.streak.cache.blocks.HandleSource;
import dev.streak.cache.blocks.PatternLoader;
import dev.streak.cache.blocks.SegmentFileKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What is logged, and how often. */
public class TestStreakLog extends LuceneTestCase {

  private static final int BLOCKS = 16;

  /** Held: a logger without references may be collected, with its settings. */
  private final Logger logger = Logger.getLogger(StreakLog.LOGGER);

  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
  private Level before;

  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          lines.add(record.getLevel() + " " + record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @Override
  public void setUp() throws Exception {
    super.setUp();
    before = logger.getLevel();
    logger.setLevel(Level.INFO);
    logger.setUseParentHandlers(false);
    logger.addHandler(handler);
  }

  @Override
  public void tearDown() throws Exception {
    logger.removeHandler(handler);
    logger.setUseParentHandlers(true);
    logger.setLevel(before);
    super.tearDown();
  }

  public void testOnceForEachCause() {
    for (int i = 0; i < 3; i++) {
      StreakLog.warnOnce("a", () -> "first");
      StreakLog.warnOnce("b", () -> "second");
      StreakLog.infoOnce("c", () -> "third");
    }
    assertEquals(List.of("WARNING first", "WARNING second", "INFO third"), lines);
  }

  public void testWhatIsNotLoggedIsNotMadeAndIsToldLater() {
    logger.setLevel(Level.SEVERE);
    StreakLog.warnOnce(
        "d",
        () -> {
          throw new AssertionError("made in vain");
        });
    logger.setLevel(Level.WARNING);
    StreakLog.warnOnce("d", () -> "told");
    assertEquals(List.of("WARNING told"), lines);
  }

  public void testLogThatFails() {
    Handler failing =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            throw new IllegalStateException("the log is full");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(failing);
    try {
      StreakLog.warnOnce("e", () -> "told to the first handler");
      StreakLog.warnOnce("e", () -> "and not again");
    } finally {
      logger.removeHandler(failing);
    }
    assertEquals(List.of("WARNING told to the first handler"), lines);
  }

  public void testRemembersABoundedNumberOfCauses() {
    for (int i = 0; i < 25_000; i++) {
      StreakLog.warnOnce("many " + i, () -> "once");
    }
    StreakLog.warnOnce("many 0", () -> "again");
    assertEquals("WARNING again", lines.get(lines.size() - 1));
  }

  public void testRefusedMemory() throws Exception {
    long tooMuch = Runtime.getRuntime().maxMemory() * 4;
    try (BlockCache cache =
            BlockCache.builder()
                .capacityBytes(Math.max(tooMuch, 1L << 33))
                .slabBytes(1 << 30)
                .build();
        HandleSource handles =
            cache
                .blocks()
                .open(new SegmentFileKey("segment", "file"), BLOCKS, new PatternLoader(1 << 29))) {
      boolean refused = false;
      // The JVM grants direct memory up to the size of its heap, which may be more than a slab.
      for (int block = 0; block < BLOCKS && refused == false; block++) {
        refused = handles.get(block) == null;
      }
      assertTrue("refused", refused);
    }
    assertEquals(1, lines.size());
    assertTrue(lines.get(0), lines.get(0).startsWith("WARNING The JVM refused "));
    assertTrue(lines.get(0), lines.get(0).contains("-XX:MaxDirectMemorySize"));
  }
}
