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
package dev.streak.compression;

import org.apache.lucene.codecs.Codec;
import org.apache.lucene.tests.index.BaseStoredFieldsFormatTestCase;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.junit.After;
import org.junit.Before;

/** Lucene's whole suite for stored fields, with settings that differ from test to test. */
@LuceneTestCase.SuppressSysoutChecks(bugUrl = "Lucene's suite prints a line for each seed")
public class TestZstdStoredFieldsFormat extends BaseStoredFieldsFormatTestCase {
  private Codec codec;

  @Override
  @Before
  public void setUp() throws Exception {
    codec = new ZstdTestCodec(RandomSettings.next(random()));
    super.setUp();
  }

  @After
  public void checkNothingIsHeld() {
    HeldMemory.awaitNone();
  }

  @Override
  protected Codec getCodec() {
    return codec;
  }
}
