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
package dev.streak.tools.index;

import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestSegmentFiles extends LuceneTestCase {

  /** Of a file of anybody else's format nobody knows from what it could be made. */
  public void testWhatMergesMakeAnew() {
    for (String extension : List.of("skh", "skx", "skdk", "skik", "timk", "tipk")) {
      assertTrue(extension, SegmentFiles.isMadeAnew("_0_StreakPostings1_0." + extension));
    }
    for (String extension : List.of("skm", "skp", "skd", "ski", "tim", "cfs", "disk", "blk", "k")) {
      assertFalse(extension, SegmentFiles.isMadeAnew("_0_Other_0." + extension));
    }
  }
}
