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

import static dev.streak.cache.blocks.PatternLoader.checkContent;

import dev.streak.cache.blocks.BlockHandle;
import dev.streak.cache.blocks.HandleSource;
import dev.streak.cache.blocks.PatternLoader;
import dev.streak.cache.blocks.SegmentFileKey;
import dev.streak.management.BeanAttribute;
import dev.streak.management.ManagementBeans;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.InvalidAttributeValueException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import org.apache.lucene.tests.util.LuceneTestCase;

/** What JMX shows; it/ has what becomes of it when class loaders go. */
public class TestManagement extends LuceneTestCase {

  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

  @Override
  public void setUp() throws Exception {
    super.setUp();
    BlockCache.shared(); // so that this copy is the first
  }

  public void testCache() throws Exception {
    BlockCache cache = BlockCache.builder().capacityBytes(1 << 20).build();
    BlockCache before = BlockCache.setShared(cache);
    try (HandleSource handles =
        cache.blocks().open(new SegmentFileKey("segment", "file"), 2, new PatternLoader(1000))) {
      ObjectName name = new ObjectName("dev.streak:type=BlockCache");
      BlockHandle handle = handles.get(1);
      assertEquals(1L, SERVER.getAttribute(name, "Loads"));
      assertEquals(1024L, SERVER.getAttribute(name, "UsedBytes"));
      assertEquals(cache.stats().toLine(), SERVER.getAttribute(name, "Line"));
      SERVER.setAttribute(name, new Attribute("CapacityBytes", 1L << 19));
      assertEquals(1 << 19, cache.capacityBytes());
      assertEquals(1L << 19, SERVER.getAttribute(name, "CapacityBytes"));
      SERVER.setAttribute(name, new Attribute("Enabled", false));
      assertFalse(cache.isEnabled());
      assertEquals(false, SERVER.getAttribute(name, "Enabled"));
      checkContent(handle);
      cache.close();
      InvalidAttributeValueException refused =
          expectThrows(
              InvalidAttributeValueException.class,
              () -> SERVER.setAttribute(name, new Attribute("Enabled", true)));
      assertEquals("this cache is closed", refused.getMessage());
    } finally {
      BlockCache.setShared(before);
      cache.close();
    }
  }

  /** Two numbers that are always equal, and a setting. */
  private static void registerTwins(String type, Supplier<Long> snapshot, AtomicInteger setting) {
    ManagementBeans.register(
        type,
        "twins",
        snapshot,
        List.of(
            BeanAttribute.number("First", "one", number -> number),
            BeanAttribute.number("Second", "the other", number -> number),
            new BeanAttribute<>(
                "Setting",
                "changes",
                Integer.class,
                any -> setting.get(),
                value -> setNatural(setting, value))));
  }

  private static void setNatural(AtomicInteger setting, int value) {
    if (value < 0) {
      throw new IllegalArgumentException("setting must be >= 0: setting=" + value);
    }
    setting.set(value);
  }

  public void testOneReadIsOneSnapshot() throws Exception {
    AtomicLong reads = new AtomicLong();
    registerTwins("Twins", reads::incrementAndGet, new AtomicInteger());
    ObjectName name = new ObjectName("dev.streak:type=Twins");
    try {
      AttributeList both = SERVER.getAttributes(name, new String[] {"First", "Second"});
      assertEquals(((Attribute) both.get(0)).getValue(), ((Attribute) both.get(1)).getValue());
      long read = reads.get();
      assertEquals(read + 1, SERVER.getAttribute(name, "First"));
      MBeanAttributeInfo first = SERVER.getMBeanInfo(name).getAttributes()[0];
      assertEquals("long", first.getType());
      assertEquals("one", first.getDescription());
    } finally {
      SERVER.unregisterMBean(name);
    }
  }

  public void testWhatCannotBeReadOrChanged() throws Exception {
    AtomicInteger setting = new AtomicInteger(7);
    registerTwins("Refusing", () -> 1L, setting);
    ObjectName name = new ObjectName("dev.streak:type=Refusing");
    try {
      expectThrows(AttributeNotFoundException.class, () -> SERVER.getAttribute(name, "Third"));
      expectThrows(
          AttributeNotFoundException.class,
          () -> SERVER.setAttribute(name, new Attribute("Third", 1)));
      expectThrows(
          InvalidAttributeValueException.class,
          () -> SERVER.setAttribute(name, new Attribute("First", 1L)));
      Exception e =
          expectThrows(
              InvalidAttributeValueException.class,
              () -> SERVER.setAttribute(name, new Attribute("Setting", "x")));
      assertEquals("Setting must be of type int: x", e.getMessage());
      Exception range =
          expectThrows(
              InvalidAttributeValueException.class,
              () -> SERVER.setAttribute(name, new Attribute("Setting", -1)));
      assertEquals("setting must be >= 0: setting=-1", range.getMessage());
      assertEquals(1, SERVER.getAttributes(name, new String[] {"Third", "First"}).size());
      AttributeList changes = new AttributeList();
      changes.add(new Attribute("Third", 3));
      changes.add(new Attribute("Setting", -1));
      changes.add(new Attribute("First", 2L));
      changes.add(new Attribute("Setting", 8));
      assertEquals(1, SERVER.setAttributes(name, changes).size());
      assertEquals(8, setting.get());
      expectThrows(ReflectionException.class, () -> SERVER.invoke(name, "clear", null, null));
    } finally {
      SERVER.unregisterMBean(name);
    }
  }

  /** Another copy of Streak would have the name. */
  public void testTakenName() throws Exception {
    ObjectName name = new ObjectName("dev.streak:type=Taken");
    registerTwins("Taken", () -> 7L, new AtomicInteger());
    try {
      registerTwins("Taken", () -> 8L, new AtomicInteger());
      ObjectName second = new ObjectName("dev.streak:type=Taken,copy=2");
      assertEquals(7L, SERVER.getAttribute(name, "First"));
      assertEquals(8L, SERVER.getAttribute(second, "First"));
      SERVER.unregisterMBean(second);
    } finally {
      SERVER.unregisterMBean(name);
    }
  }
}
