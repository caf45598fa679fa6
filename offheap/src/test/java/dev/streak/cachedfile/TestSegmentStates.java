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
package dev.streak.cachedfile;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.InfoStream;

/** Only the directory is another one. */
public class TestSegmentStates extends CachedFileTestCase {
  private final Directory other = new FilterDirectory(directory) {};

  private void assertSameBut(Object expected, Object actual) throws IllegalAccessException {
    for (Field field : expected.getClass().getFields()) {
      if (Modifier.isStatic(field.getModifiers()) == false) {
        Object value = field.getName().equals("directory") ? other : field.get(expected);
        assertEquals(field.getName(), value, field.get(actual));
      }
    }
  }

  public void testAllElseIsTheSame() throws Exception {
    SegmentWriteState written =
        new SegmentWriteState(
            InfoStream.NO_OUTPUT,
            directory,
            segment,
            FieldInfos.EMPTY,
            null,
            IOContext.READONCE,
            "suffix");
    written.delCountOnFlush = 7;
    written.liveDocs = new FixedBitSet(1);
    assertSameBut(written, SegmentStates.in(other, written));
    SegmentReadState read =
        new SegmentReadState(directory, segment, FieldInfos.EMPTY, IOContext.READONCE, "suffix");
    assertSameBut(read, SegmentStates.in(other, read));
  }
}
