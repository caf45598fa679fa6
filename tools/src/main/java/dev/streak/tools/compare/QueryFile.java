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
package dev.streak.tools.compare;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.streak.search.RunTermsQuery;
import dev.streak.tools.cli.CommandLine;
import dev.streak.tools.cli.Refusal;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.TooComplexToDeterminizeException;

/**
 * A file with a query on each line: Lucene's syntax, or JSON with ids. Empty lines and those that
 * begin with # are passed over.
 */
public final class QueryFile {
  private static final int SHOWN = 40;

  /** What editors of Windows may begin a file with. Nobody sees it, and it is no part of a line. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /** What a long prints as, so that a number and its digits are the same term. */
  private static final Pattern NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,17}");

  /** Begins as JSON does, and is Lucene's: {@code [a TO b]}. Lines of JSON may be long. */
  private static final Pattern RANGE =
      Pattern.compile("[\\[{]\\s*+(?:\"[^\"]*+\"|[^\\s\"]++)\\s++TO\\s.*+");

  private final FieldInfos fields;
  private final Optional<String> defaultField;
  private final UserQueryParser parser;

  /**
   * A reader of files.
   *
   * @param fields of the index
   * @param defaultField what a query means that names no field
   */
  public QueryFile(FieldInfos fields, Optional<String> defaultField) {
    this.fields = fields;
    this.defaultField = defaultField;
    defaultField.ifPresent(field -> indexed(field, "--field"));
    this.parser = new UserQueryParser(fields, defaultField);
  }

  /** All queries of a file; refused if there is none, or one that cannot be read. */
  public List<UserQuery> read(Path file) throws IOException {
    List<UserQuery> queries = new ArrayList<>();
    int number = 0;
    for (String line : lines(file)) {
      number++;
      String text = line.strip();
      if (!text.isEmpty() && text.charAt(0) != '#') {
        queries.add(isJson(text) ? ids(number, text) : query(number, text));
      }
    }
    if (queries.isEmpty()) {
      throw new Refusal("no queries in " + file);
    }
    return queries;
  }

  private static boolean isJson(String text) {
    boolean begins = text.charAt(0) == '{' || (text.charAt(0) == '[' && text.endsWith("]"));
    return begins && !RANGE.matcher(text).matches();
  }

  private static List<String> lines(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new Refusal("no such file: " + file);
    }
    // A pipe will do.
    if (Files.isDirectory(file)) {
      throw new Refusal("a folder, not a file of queries: " + file);
    }
    CommandLine.mustBeReadable(file);
    try {
      List<String> lines = new ArrayList<>(Files.readAllLines(file, StandardCharsets.UTF_8));
      if (!lines.isEmpty() && lines.get(0).startsWith(BYTE_ORDER_MARK)) {
        lines.set(0, lines.get(0).substring(BYTE_ORDER_MARK.length()));
      }
      return lines;
    } catch (MalformedInputException e) {
      throw new Refusal("not UTF-8: " + file, e);
    }
  }

  private UserQuery query(int number, String text) {
    try {
      Query query = parser.parse(text);
      for (String field : UserQueryParser.fields(query)) {
        if (field.isEmpty()) {
          throw new Refusal("line " + number + " names no field; say --field: " + shown(text));
        }
        indexed(field, "line " + number);
      }
      return new UserQuery(number, shown(text), () -> query, () -> query);
    } catch (ParseException e) {
      throw new Refusal(
          "line " + number + " is no query: " + shown(text) + " (" + reason(e) + ")", e);
    } catch (StackOverflowError e) {
      throw new Refusal("line " + number + " is nested too deeply: " + shown(text), e);
    } catch (IllegalArgumentException | TooComplexToDeterminizeException e) {
      // A regular expression that is none, or too much of one.
      throw new Refusal(
          "line " + number + " is no query: " + shown(text) + " (" + e.getMessage() + ")", e);
    }
  }

  /**
   * The parser says first what it cannot parse, which is shown already, and at last all it knows.
   */
  private static String reason(ParseException e) {
    Throwable said = e.getCause() == null ? e : e.getCause();
    return shown(String.valueOf(said.getMessage()).lines().findFirst().orElse("no reason given"));
  }

  private UserQuery ids(int number, String text) {
    String where = "line " + number;
    JsonElement json;
    try {
      json = JsonParser.parseString(text);
    } catch (JsonParseException e) {
      throw new Refusal(where + " is no JSON: " + shown(text), e);
    }
    String field;
    JsonElement ids;
    if (json.isJsonArray()) {
      ids = json;
      field =
          defaultField.orElseThrow(
              () -> new Refusal(where + " has ids and no field; say --field: " + shown(text)));
    } else {
      JsonObject object = json.getAsJsonObject();
      JsonElement name = object.get("field");
      ids = object.get("ids");
      if (name == null || !name.isJsonPrimitive() || ids == null || !ids.isJsonArray()) {
        throw new Refusal(where + " must be {\"field\": \"...\", \"ids\": [...]}: " + shown(text));
      }
      field = name.getAsString();
    }
    indexed(field, where);
    return ids(number, field, ids.getAsJsonArray());
  }

  private static UserQuery ids(int number, String field, JsonArray ids) {
    List<String> texts = new ArrayList<>();
    for (JsonElement id : ids) {
      // A yes or no would be taken for the word.
      if (!id.isJsonPrimitive() || id.getAsJsonPrimitive().isBoolean()) {
        throw new Refusal("line " + number + ": ids must be numbers or strings: " + shown(id + ""));
      }
      texts.add(id.getAsString());
    }
    List<BytesRef> terms = texts.stream().map(BytesRef::new).toList();
    String shown = field + ": " + texts.size() + " ids";
    if (texts.stream().allMatch(text -> NUMBER.matcher(text).matches())) {
      long[] numbers = texts.stream().mapToLong(Long::parseLong).toArray();
      return new UserQuery(
          number,
          shown,
          () -> new TermInSetQuery(field, terms),
          () -> RunTermsQuery.ofIds(field, numbers));
    }
    return new UserQuery(
        number,
        shown,
        () -> new TermInSetQuery(field, terms),
        () -> new TermInSetQuery(field, terms));
  }

  /** Refuses a field in which nothing could ever be found: most often it is misspelt. */
  private void indexed(String field, String where) {
    FieldInfo info = fields.fieldInfo(field);
    if (info == null || info.getIndexOptions() == IndexOptions.NONE) {
      throw new Refusal(where + ": no field of the index has terms and is called " + field);
    }
  }

  private static String shown(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN - 3) + "...";
  }
}
