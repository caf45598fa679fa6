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
package dev.streak.tools.inspect;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SegmentReader;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.BytesRef;

/**
 * One document.
 *
 * @param segment the segment that it is in
 * @param number its number there
 * @param live whether it is not deleted
 * @param stored stored fields, in order, each as name and value
 * @param docValues doc values by field
 * @param numbers fields of which these are numbers; whether they are bits of doubles nothing tells
 */
public record DocumentReport(
    String segment,
    int number,
    boolean live,
    List<String[]> stored,
    Map<String, String> docValues,
    List<String> numbers) {

  /** The document of a number in the whole index. */
  public static DocumentReport of(DirectoryReader reader, int doc) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    SegmentReader segment = (SegmentReader) leaf.reader();
    int number = doc - leaf.docBase;
    List<String[]> stored = new ArrayList<>();
    String name = segment.getSegmentName();
    Document document =
        Unverified.read(
            name,
            "stored fields of document " + number + " in " + storedFieldsFiles(segment),
            () -> segment.storedFields().document(number));
    for (IndexableField field : document.getFields()) {
      stored.add(new String[] {field.name(), value(field)});
    }
    Map<String, String> docValues = new TreeMap<>();
    List<String> numbers = new ArrayList<>();
    for (FieldInfo field : segment.getFieldInfos()) {
      String value =
          Unverified.read(
              name,
              "doc values of document " + number + " in field " + field.name,
              () -> docValue(segment, field, number));
      if (value != null) {
        docValues.put(field.name, value);
        if (isNumber(field)) {
          numbers.add(field.name);
        }
      }
    }
    numbers.sort(Comparator.naturalOrder());
    boolean live = segment.getLiveDocs() == null || segment.getLiveDocs().get(number);
    return new DocumentReport(name, number, live, stored, docValues, numbers);
  }

  /** Where stored fields are: Lucene's files, Streak's, or the compound file. */
  private static String storedFieldsFiles(SegmentReader segment) {
    return segment.getSegmentInfo().info.files().stream()
        .filter(file -> file.matches(".*\\.(fd[tmx]|zs[dim]|cfs)"))
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static String value(IndexableField field) {
    BytesRef bytes = field.binaryValue();
    return bytes == null ? field.stringValue() : bytes.toString();
  }

  private static boolean isNumber(FieldInfo field) {
    return switch (field.getDocValuesType()) {
      case NUMERIC, SORTED_NUMERIC -> true;
      default -> false;
    };
  }

  private static String docValue(SegmentReader segment, FieldInfo field, int doc)
      throws IOException {
    return switch (field.getDocValuesType()) {
      case NONE -> null;
      case NUMERIC -> {
        NumericDocValues values = segment.getNumericDocValues(field.name);
        yield values.advanceExact(doc) ? Long.toString(values.longValue()) : null;
      }
      case BINARY -> {
        BinaryDocValues values = segment.getBinaryDocValues(field.name);
        yield values.advanceExact(doc) ? text(values.binaryValue()) : null;
      }
      case SORTED -> {
        SortedDocValues values = segment.getSortedDocValues(field.name);
        yield values.advanceExact(doc) ? text(values.lookupOrd(values.ordValue())) : null;
      }
      case SORTED_NUMERIC -> {
        SortedNumericDocValues values = segment.getSortedNumericDocValues(field.name);
        yield values.advanceExact(doc) ? numbers(values) : null;
      }
      case SORTED_SET -> {
        SortedSetDocValues values = segment.getSortedSetDocValues(field.name);
        yield values.advanceExact(doc) ? texts(values) : null;
      }
    };
  }

  private static String numbers(SortedNumericDocValues values) throws IOException {
    List<String> all = new ArrayList<>();
    for (int i = values.docValueCount(); i > 0; i--) {
      all.add(Long.toString(values.nextValue()));
    }
    return String.join(", ", all);
  }

  private static String texts(SortedSetDocValues values) throws IOException {
    List<String> all = new ArrayList<>();
    for (int i = values.docValueCount(); i > 0; i--) {
      all.add(text(values.lookupOrd(values.nextOrd())));
    }
    return String.join(", ", all);
  }

  /** Bytes as text if they are text. */
  static String text(BytesRef bytes) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.bytes, bytes.offset, bytes.length))
          .toString();
    } catch (CharacterCodingException e) {
      // Not text.
      return bytes.toString();
    }
  }
}
