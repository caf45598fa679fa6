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
package dev.streak.field;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IOUtils;

/** Any number of listeners as one. */
public final class CombinedListener implements TermListener {

  private final List<TermListener> listeners;

  /** Passes on to all of {@code listeners}, in their order. */
  public CombinedListener(List<TermListener> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  @Override
  public void startField(FieldInfo fieldInfo) throws IOException {
    for (TermListener listener : listeners) {
      listener.startField(fieldInfo);
    }
  }

  /** At most one of the listeners may ask for documents. */
  @Override
  public DocSink startTerm(BytesRef term) throws IOException {
    DocSink wanted = null;
    for (TermListener listener : listeners) {
      DocSink sink = listener.startTerm(term);
      assert sink == null || wanted == null : "two listeners ask for documents";
      wanted = sink == null ? wanted : sink;
    }
    return wanted;
  }

  @Override
  public void term(BytesRef term, long entry, int docFreq) throws IOException {
    for (TermListener listener : listeners) {
      listener.term(term, entry, docFreq);
    }
  }

  @Override
  public void finishField(long bytes) throws IOException {
    for (TermListener listener : listeners) {
      listener.finishField(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    IOUtils.close(listeners);
  }
}
