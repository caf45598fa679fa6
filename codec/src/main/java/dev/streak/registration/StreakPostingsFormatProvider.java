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
package dev.streak.registration;

import dev.streak.codec.StreakPostingsFormat;
import dev.streak.setup.Requirements;
import java.io.IOException;
import org.apache.lucene.codecs.FieldsConsumer;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/**
 * The postings format as Lucene's service loader makes it; it needs nothing but Lucene's core, for
 * the reasons that {@link StreakCodecProvider} gives.
 */
public final class StreakPostingsFormatProvider extends PostingsFormat {

  /** Made with the first segment. */
  private static final class Whole {
    static final StreakPostingsFormat FORMAT = new StreakPostingsFormat();
  }

  /** Called by the service loader. */
  public StreakPostingsFormatProvider() {
    super(StreakPostingsFormat.NAME);
  }

  private static PostingsFormat format() {
    Requirements.check();
    return Whole.FORMAT;
  }

  @Override
  public FieldsConsumer fieldsConsumer(SegmentWriteState state) throws IOException {
    return format().fieldsConsumer(state);
  }

  @Override
  public FieldsProducer fieldsProducer(SegmentReadState state) throws IOException {
    return format().fieldsProducer(state);
  }
}
