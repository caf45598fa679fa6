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
package dev.streak.search;

import java.io.IOException;
import java.util.Locale;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.junit.AfterClass;

/** Tests of one index, which is made before the first of them. */
public abstract class SharedIndexTestCase extends LuceneTestCase {

  protected static Directory directory;
  protected static DirectoryReader reader;

  @AfterClass
  public static void closeIndex() throws IOException {
    reader.close();
    directory.close();
    reader = null;
    directory = null;
  }

  /** A term of a number, in the order of numbers. */
  protected static String number(int number) {
    return String.format(Locale.ROOT, "%06d", number);
  }
}
