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
package dev.streak.tools.advise;

import dev.streak.tools.convert.SortArgument;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.search.Sort;

/**
 * Orders by the doc values of one field that may be worth a try.
 *
 * @param fields one value a document, and fewer values than documents
 * @param leftOut the other fields with doc values, with the reason; not that by which the documents
 *     are sorted
 */
public record OrdersToTry(List<String> fields, Map<String, String> leftOut) {
  /** For indexes of which nobody asks for an order. */
  public static final OrdersToTry NONE = new OrdersToTry(List.of(), Map.of());

  private static final int MOST = 8;
  private static final String TRIED_BY_SORT = "; --sort tries it";

  /** The orders of some segments. */
  public static OrdersToTry of(List<CodecReader> segments) throws IOException {
    // Of fields that fit, nothing.
    Map<String, String> reasons = new TreeMap<>();
    for (CodecReader segment : segments) {
      for (FieldInfo field : segment.getFieldInfos()) {
        if (field.getDocValuesType() != DocValuesType.NONE) {
          reasons.merge(field.name, reason(segment, field), (a, b) -> a.isEmpty() ? b : a);
        }
      }
    }
    Sort sort = SortArgument.commonSort(segments);
    if (sort != null) {
      reasons.remove(sort.getSort()[0].getField());
    }
    List<String> fields = new ArrayList<>();
    Map<String, String> leftOut = new TreeMap<>();
    reasons.forEach(
        (field, reason) -> {
          if (reason.isEmpty() == false) {
            leftOut.put(field, reason);
          } else if (fields.size() == MOST) {
            leftOut.put(field, MOST + " others are tried" + TRIED_BY_SORT);
          } else {
            fields.add(field);
          }
        });
    return new OrdersToTry(fields, leftOut);
  }

  private static String reason(CodecReader segment, FieldInfo field) throws IOException {
    // Commas and colons stand between the parts of an order.
    if (field.name.isEmpty() || field.name.matches("(?s).*[,:].*")) {
      return "--sort takes no such name";
    }
    return switch (field.getDocValuesType()) {
      case NUMERIC -> field.isSoftDeletesField() ? "it marks deleted documents" : "";
      case SORTED ->
          2L * segment.getDocValuesReader().getSorted(field).getValueCount() > segment.maxDoc()
              ? "more than half as many values as documents"
              : "";
      case SORTED_NUMERIC, SORTED_SET -> "a document may have several values" + TRIED_BY_SORT;
      default -> "binary doc values have none";
    };
  }
}
