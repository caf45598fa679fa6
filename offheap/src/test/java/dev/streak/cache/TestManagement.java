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

import dev.streak.cache.blocks.HandleSource;
import dev.streak.cache.blocks.PatternHandle;
import dev.streak.cache.blocks.PatternLoader;
import dev.streak.cache.blocks.SegmentFileKey;
import dev.streak.cache.monitor.BlockCacheMXBean;
import dev.streak.management.ManagementBeans;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
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
    try (HandleSource<PatternHandle> handles =
        cache.blocks().open(new SegmentFileKey("segment", "file"), 2, new PatternLoader(1000))) {
      BlockCacheMXBean bean =
          JMX.newMXBeanProxy(
              SERVER, new ObjectName(BlockCacheMXBean.OBJECT_NAME), BlockCacheMXBean.class);
      PatternHandle handle = handles.get(1);
      assertEquals(1, bean.getLoads());
      assertEquals(1024, bean.getUsedBytes());
      assertEquals(cache.stats().toLine(), bean.getLine());
      bean.setCapacityBytes(1 << 19);
      assertEquals(1 << 19, cache.capacityBytes());
      assertEquals(1 << 19, bean.getCapacityBytes());
      bean.setEnabled(false);
      assertFalse(cache.isEnabled() || bean.isEnabled());
      handle.checkContent();
    } finally {
      BlockCache.setShared(before);
      cache.close();
    }
  }

  /** Two numbers that are always equal. */
  public interface TwinsMXBean {
    /** Returns the number. */
    long getFirst();

    /** Returns the number once more. */
    long getSecond();
  }

  private record Twins(long number) implements TwinsMXBean {
    @Override
    public long getFirst() {
      return number;
    }

    @Override
    public long getSecond() {
      return number;
    }
  }

  public void testOneReadIsOneSnapshot() throws Exception {
    AtomicLong reads = new AtomicLong();
    ManagementBeans.register("Twins", TwinsMXBean.class, () -> new Twins(reads.incrementAndGet()));
    ObjectName name = new ObjectName("dev.streak:type=Twins");
    try {
      AttributeList both = SERVER.getAttributes(name, new String[] {"First", "Second"});
      assertEquals(((Attribute) both.get(0)).getValue(), ((Attribute) both.get(1)).getValue());
      long read = reads.get();
      assertEquals(read + 1, SERVER.getAttribute(name, "First"));
      assertEquals("long", SERVER.getMBeanInfo(name).getAttributes()[0].getType());
    } finally {
      SERVER.unregisterMBean(name);
    }
  }

  /** Another copy of Streak would have the name. */
  public void testTakenName() throws Exception {
    ObjectName name = new ObjectName("dev.streak:type=Taken");
    SERVER.registerMBean(new javax.management.StandardMBean(new Twins(7), TwinsMXBean.class), name);
    try {
      ManagementBeans.register("Taken", TwinsMXBean.class, () -> new Twins(8));
      ObjectName second = new ObjectName("dev.streak:type=Taken,copy=2");
      assertEquals(7L, SERVER.getAttribute(name, "First"));
      assertEquals(8L, SERVER.getAttribute(second, "First"));
      SERVER.unregisterMBean(second);
    } finally {
      SERVER.unregisterMBean(name);
    }
  }
}
