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
package dev.streak.codec;

import dev.streak.file.BundleRoom;
import dev.streak.termhash.TermHashSettings;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.tests.index.BasePostingsFormatTestCase;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.junit.AfterClass;
import org.junit.BeforeClass;

/** Lucene's suite against the format by itself, without per-field choice around it. */
@LuceneTestCase.SuppressSysoutChecks(bugUrl = "Lucene's suite prints a line for each seed")
public class TestStreakPostingsFormat extends BasePostingsFormatTestCase {

  @BeforeClass
  public static void leaveRoom() {
    if (random().nextBoolean()) {
      BundleRoom.setAny(random());
    }
  }

  @AfterClass
  public static void resetRoom() {
    BundleRoom.reset();
  }

  @Override
  protected Codec getCodec() {
    return TestUtil.alwaysPostingsFormat(
        new StreakPostingsFormat(TermHashSettings.DEFAULT, random().nextBoolean()));
  }
}
