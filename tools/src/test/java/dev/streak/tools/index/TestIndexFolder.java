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

import dev.streak.tools.cli.Refusal;
import java.nio.file.Path;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.util.Version;

public class TestIndexFolder extends LuceneTestCase {

  /** A newer Lucene reads it with these tools, which its user has to be told. */
  public void testANewerIndex() {
    Path path = createTempDir("index");
    IndexFolder folder = IndexFolder.existing(path.toString());
    Refusal refusal =
        expectThrows(
            Refusal.class,
            () ->
                folder.opened(
                    () -> {
                      throw new IndexFormatTooNewException("segments_4", 11, 9, 10);
                    }));
    assertEquals(
        "the index in "
            + path
            + " is newer than Lucene "
            + Version.LATEST
            + " reads: Format version is not supported (resource segments_4): 11 (needs to be between"
            + " 9 and 10); with a newer lucene-core-10.x.jar: java -cp"
            + " lucene-core-10.x.jar:streak-tools.jar dev.streak.tools.Main",
        refusal.getMessage());
  }
}
