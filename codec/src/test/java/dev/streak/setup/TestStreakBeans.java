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
package dev.streak.setup;

import dev.streak.checks.AnswerChecks;
import dev.streak.codec.StreakCodec;
import dev.streak.compression.NativeMemoryMXBean;
import dev.streak.monitor.AnswerChecksMXBean;
import dev.streak.monitor.PrefixSetCounters;
import dev.streak.monitor.PrefixSetsMXBean;
import dev.streak.monitor.RunQueriesMXBean;
import dev.streak.monitor.StreakMXBean;
import dev.streak.monitor.TermHashMXBean;
import dev.streak.search.RunQueryCounters;
import dev.streak.search.StreakQueries;
import dev.streak.termhash.TermHashCounters;
import dev.streak.termhash.TermHashSwitch;
import java.lang.management.ManagementFactory;
import javax.management.JMX;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Version;

/** Each bean shows its counters and changes its setting. */
public class TestStreakBeans extends LuceneTestCase {

  private static <T> T bean(String type, Class<T> view) throws MalformedObjectNameException {
    new StreakCodec();
    return JMX.newMXBeanProxy(
        ManagementFactory.getPlatformMBeanServer(),
        new ObjectName("dev.streak:type=" + type),
        view);
  }

  public void testAnswerChecks() throws Exception {
    AnswerChecksMXBean bean = bean("AnswerChecks", AnswerChecksMXBean.class);
    int before = AnswerChecks.oneIn();
    try {
      bean.setOneIn(77);
      assertEquals(77, AnswerChecks.oneIn());
      assertEquals(77, bean.getOneIn());
    } finally {
      AnswerChecks.setOneIn(before);
    }
    AnswerChecks.noted(true);
    AnswerChecks.noted(false);
    assertEquals(AnswerChecks.counts().compared(), bean.getCompared());
    assertEquals(AnswerChecks.counts().mismatches(), bean.getMismatches());
    assertTrue(bean.getCompared() > bean.getMismatches() && bean.getMismatches() > 0);
  }

  public void testTermHash() throws Exception {
    TermHashMXBean bean = bean("TermHash", TermHashMXBean.class);
    try {
      bean.setEnabled(false);
      assertFalse(TermHashSwitch.isEnabled() || bean.isEnabled());
    } finally {
      TermHashSwitch.setEnabled(true);
    }
    assertTrue(bean.isEnabled());
    TermHashCounters counters = TermHashCounters.now();
    assertEquals(
        counters,
        new TermHashCounters(
            bean.getOpened(),
            bean.getRefused(),
            bean.getMissing(),
            bean.getDamaged(),
            bean.getUnknown()));
  }

  public void testRunQueries() throws Exception {
    RunQueriesMXBean bean = bean("RunQueries", RunQueriesMXBean.class);
    long before = bean.getReplaced();
    StreakQueries.accelerate(new PrefixQuery(new Term("field", "a")));
    assertEquals(before + 1, bean.getReplaced());
    assertEquals(
        RunQueryCounters.now(),
        new RunQueryCounters(
            bean.getRankedReaders(),
            bean.getRankBytes(),
            bean.getRanksRefused(),
            bean.getReplaced()));
  }

  public void testOthers() throws Exception {
    assertEquals(
        PrefixSetCounters.now().failures(),
        bean("PrefixSets", PrefixSetsMXBean.class).getFailures());
    assertEquals(0, bean("NativeMemory", NativeMemoryMXBean.class).getCompressionContexts());
    StreakMXBean streak = bean("Streak", StreakMXBean.class);
    assertEquals(Version.LATEST.toString(), streak.getLucene());
    assertEquals(StreakCodec.class.getClassLoader().toString(), streak.getClassLoader());
  }
}
