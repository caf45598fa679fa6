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
package dev.streak.tools.convert;

import dev.streak.tools.cli.Refusal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSortField;
import org.apache.lucene.search.SortedSetSortField;

/** An order as users write it: {@code FIELD[:TYPE][:desc],...}. */
public final class SortArgument {
  /** Why the documents of some indexes have to stay in the order that they have. */
  public static final String BLOCKS = "this index has blocks of documents that belong together";

  private SortArgument() {}

  /** Whether documents belong together, as a parent and its children, and so stand together. */
  public static boolean hasBlocks(List<CodecReader> segments) {
    return segments.stream().anyMatch(segment -> segment.getMetaData().hasBlocks());
  }

  /** Refuses another order for documents that belong together. */
  public static void refuseBlocks(List<CodecReader> segments) {
    if (hasBlocks(segments)) {
      throw new Refusal("--sort: " + BLOCKS);
    }
  }

  /** The order, by doc values that the segments have. */
  public static Sort parse(String text, List<CodecReader> segments) {
    List<SortField> fields = new ArrayList<>();
    for (String each : text.split(",", -1)) {
      fields.add(field(each, segments));
    }
    return new Sort(fields.toArray(SortField[]::new));
  }

  /**
   * The order that all segments are in, or null. An application may sort by fewer fields than it
   * did before, and a writer accepts segments that are sorted by more.
   */
  public static Sort commonSort(List<CodecReader> segments) {
    List<SortField> common = null;
    for (CodecReader segment : segments) {
      Sort sort = segment.getMetaData().sort();
      List<SortField> fields = sort == null ? List.of() : Arrays.asList(sort.getSort());
      common = common == null ? fields : commonPrefix(common, fields);
    }
    return common == null || common.isEmpty() ? null : new Sort(common.toArray(SortField[]::new));
  }

  private static List<SortField> commonPrefix(List<SortField> one, List<SortField> other) {
    int equal = 0;
    int most = Math.min(one.size(), other.size());
    while (equal < most && one.get(equal).equals(other.get(equal))) {
      equal++;
    }
    return one.subList(0, equal);
  }

  /** An order as {@link #parse} takes it. */
  public static String text(Sort sort) {
    return Arrays.stream(sort.getSort()).map(SortArgument::text).collect(Collectors.joining(","));
  }

  private static String text(SortField field) {
    SortField.Type type =
        field instanceof SortedNumericSortField numeric
            ? numeric.getNumericType()
            : field.getType();
    String name =
        switch (type) {
          case INT, FLOAT, DOUBLE -> ":" + type.name().toLowerCase(Locale.ROOT);
          default -> "";
        };
    return field.getField() + name + (field.getReverse() ? ":desc" : "");
  }

  private static SortField field(String text, List<CodecReader> segments) {
    String[] words = text.split(":", -1);
    boolean descending = words.length > 1 && words[words.length - 1].equals("desc");
    int rest = words.length - (descending ? 2 : 1);
    if (words[0].isEmpty() || rest > 1) {
      throw new Refusal("--sort must be FIELD[:TYPE][:desc],...: " + text);
    }
    DocValuesType kind = kind(words[0], segments);
    if (rest == 1 && (kind == DocValuesType.SORTED || kind == DocValuesType.SORTED_SET)) {
      throw new Refusal("--sort: keyword doc values sort as strings and take no type: " + text);
    }
    SortField.Type type = rest == 1 ? type(words[1]) : SortField.Type.LONG;
    return switch (kind) {
      case NUMERIC -> new SortField(words[0], type, descending);
      case SORTED_NUMERIC -> new SortedNumericSortField(words[0], type, descending);
      case SORTED -> new SortField(words[0], SortField.Type.STRING, descending);
      case SORTED_SET -> new SortedSetSortField(words[0], descending);
      default -> throw new Refusal("--sort: the doc values of " + words[0] + " have no order");
    };
  }

  private static SortField.Type type(String text) {
    return switch (text) {
      case "int" -> SortField.Type.INT;
      case "long" -> SortField.Type.LONG;
      case "float" -> SortField.Type.FLOAT;
      case "double" -> SortField.Type.DOUBLE;
      default ->
          throw new Refusal(
              String.format(
                  Locale.ROOT, "--sort: a type must be int, long, float or double: %s", text));
    };
  }

  private static DocValuesType kind(String name, List<CodecReader> segments) {
    for (CodecReader segment : segments) {
      FieldInfo field = segment.getFieldInfos().fieldInfo(name);
      if (field != null && field.getDocValuesType() != DocValuesType.NONE) {
        return field.getDocValuesType();
      }
    }
    throw new Refusal("--sort: no field has doc values under the name " + name);
  }
}
