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
package dev.streak.segment;

import java.io.IOException;
import java.util.Iterator;
import org.apache.lucene.codecs.FieldsProducer;
import org.apache.lucene.index.Terms;

/**
 * A segment as a merge sees it. The merge builds hash tables and prefix sets anew from terms and
 * lists and never reads those that are there. So damage to them does not stop it: it is the merge
 * that mends them.
 */
final class MergedFieldGroups extends FieldsProducer {

  private final FieldGroupsReader fields;

  MergedFieldGroups(FieldGroupsReader fields) {
    this.fields = fields;
  }

  @Override
  public void checkIntegrity() throws IOException {
    fields.checkMerged();
  }

  @Override
  public Iterator<String> iterator() {
    return fields.iterator();
  }

  @Override
  public Terms terms(String field) throws IOException {
    return fields.terms(field);
  }

  @Override
  public int size() {
    return fields.size();
  }

  /** Nothing was opened. */
  @Override
  public void close() {}
}
