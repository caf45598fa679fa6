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
import dev.streak.monitor.StreakCounters;
import dev.streak.search.StreakQueries;
import dev.streak.termhash.TermHashSwitch;
import java.lang.management.ManagementFactory;
import javax.management.Attribute;
import javax.management.InvalidAttributeValueException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Version;

/** Each bean shows its counters and changes its setting. */
public class TestStreakBeans extends LuceneTestCase {

  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

  private static Object get(String type, String attribute) throws JMException {
    new StreakCodec();
    return SERVER.getAttribute(new ObjectName("dev.streak:type=" + type), attribute);
  }

  private static void set(String type, String attribute, Object value) throws JMException {
    new StreakCodec();
    SERVER.setAttribute(new ObjectName("dev.streak:type=" + type), new Attribute(attribute, value));
  }

  public void testAnswerChecks() throws Exception {
    int before = AnswerChecks.oneIn();
    try {
      set("AnswerChecks", "OneIn", 77);
      assertEquals(77, AnswerChecks.oneIn());
      assertEquals(77, get("AnswerChecks", "OneIn"));
      expectThrows(InvalidAttributeValueException.class, () -> set("AnswerChecks", "OneIn", -1));
    } finally {
      AnswerChecks.setOneIn(before);
    }
    AnswerChecks.noted(true);
    AnswerChecks.noted(false);
    AnswerChecks.Counts counts = AnswerChecks.counts();
    assertEquals(counts.compared(), get("AnswerChecks", "Compared"));
    assertEquals(counts.mismatches(), get("AnswerChecks", "Mismatches"));
    assertTrue(counts.compared() > counts.mismatches() && counts.mismatches() > 0);
  }

  public void testTermHash() throws Exception {
    try {
      set("TermHash", "Enabled", false);
      assertFalse(TermHashSwitch.isEnabled());
      assertEquals(false, get("TermHash", "Enabled"));
    } finally {
      TermHashSwitch.setEnabled(true);
    }
    assertEquals(true, get("TermHash", "Enabled"));
    StreakCounters counters = StreakCounters.now();
    assertEquals(counters.tablesOpened(), get("TermHash", "Opened"));
    assertEquals(counters.tablesRefused(), get("TermHash", "Refused"));
    assertEquals(counters.tablesMissing(), get("TermHash", "Missing"));
    assertEquals(counters.tablesDamaged(), get("TermHash", "Damaged"));
    assertEquals(counters.unknownLookups(), get("TermHash", "Unknown"));
  }

  public void testRunQueries() throws Exception {
    long before = (Long) get("RunQueries", "Replaced");
    StreakQueries.accelerate(new PrefixQuery(new Term("field", "a")));
    assertEquals(before + 1, get("RunQueries", "Replaced"));
    StreakCounters counters = StreakCounters.now();
    assertEquals(counters.rankedReaders(), get("RunQueries", "RankedReaders"));
    assertEquals(counters.rankBytes(), get("RunQueries", "RankBytes"));
    assertEquals(counters.ranksRefused(), get("RunQueries", "RanksRefused"));
  }

  public void testOthers() throws Exception {
    assertEquals(StreakCounters.now().prefixSetFailures(), get("PrefixSets", "Failures"));
    assertEquals(0L, get("NativeMemory", "CompressionContexts"));
    assertEquals(Version.LATEST.toString(), get("Streak", "Lucene"));
    assertEquals(StreakCodec.class.getClassLoader().toString(), get("Streak", "ClassLoader"));
  }
}
