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
package dev.streak.bench.data;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Log events as JSON documents. The lines come from files, in which every source's lines follow
 * each other as they were logged; sources take turns. Beyond the end of a file its lines come again
 * with other numbers in them, so that nothing repeats as a whole.
 */
public final class JsonLogs {
  private static final String SUFFIX = ".log";
  private static final int HOSTS = 60;
  private static final int MAX_BURST = 12;

  private record Source(String name, List<String> lines) {}

  private final List<Source> sources;

  private JsonLogs(List<Source> sources) {
    this.sources = sources;
  }

  /** Events made of the lines of all {@code *.log} files of a folder. */
  public static JsonLogs of(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> list = Files.list(folder)) {
      files = list.filter(f -> f.toString().endsWith(SUFFIX)).sorted().toList();
    }
    if (files.isEmpty()) {
      throw new IOException("no *" + SUFFIX + " files in " + folder);
    }
    List<Source> sources = new ArrayList<>();
    for (Path file : files) {
      String name = file.getFileName().toString().replaceAll("[_.].*", "");
      // Logs are not always clean UTF-8.
      List<String> lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
      sources.add(new Source(name.toLowerCase(Locale.ROOT), lines));
    }
    return new JsonLogs(sources);
  }

  /** Events with lines made from templates, for those who have no logs at hand. */
  public static JsonLogs generated(long seed) {
    LogTemplates templates = new LogTemplates(seed);
    List<Source> sources = new ArrayList<>();
    for (String name : LogTemplates.SOURCES) {
      sources.add(new Source(name, templates.lines(name)));
    }
    return new JsonLogs(sources);
  }

  /** How many sources there are. */
  public int sources() {
    return sources.size();
  }

  /** Events without end. */
  public Events events(long seed) {
    return new Events(sources, new SplittableRandom(seed));
  }

  /** A stream of events, in the order of their times. */
  public static final class Events {
    private final List<Source> sources;
    private final SplittableRandom random;
    private final String[] hosts = new String[HOSTS];

    /** Next line of each source. */
    private final int[] next;

    private long millis = 1_760_000_000_000L;
    private int source;
    private String host;
    private int leftInBurst;

    private Events(List<Source> sources, SplittableRandom random) {
      this.sources = sources;
      this.random = random;
      this.next = new int[sources.size()];
      for (int h = 0; h < HOSTS; h++) {
        hosts[h] = "node-" + h % 12 + "-" + Integer.toHexString(random.nextInt(0x1000, 0x10000));
      }
    }

    /** The next event. */
    public String next() {
      if (leftInBurst == 0) {
        source = random.nextInt(sources.size());
        startBurst();
      }
      leftInBurst--;
      return event();
    }

    /** The next event of one source. */
    public String next(int ofSource) {
      if (leftInBurst == 0 || source != ofSource) {
        source = ofSource;
        startBurst();
      }
      leftInBurst--;
      return event();
    }

    private void startBurst() {
      host = hosts[random.nextInt(HOSTS)];
      leftInBurst = 1 + random.nextInt(MAX_BURST);
    }

    private String event() {
      List<String> lines = sources.get(source).lines();
      int number = next[source]++;
      String line = lines.get(number % lines.size());
      String message = number < lines.size() ? line : withOtherNumbers(line, random);
      millis += random.nextInt(25);
      String trace = String.format(Locale.ROOT, "%016x", random.nextLong());
      return toJson(Instant.ofEpochMilli(millis), host, sources.get(source).name(), trace, message);
    }
  }

  private static String toJson(
      Instant time, String host, String source, String trace, String message) {
    StringBuilder json = new StringBuilder(message.length() + 120);
    json.append("{\"@timestamp\":\"").append(time);
    json.append("\",\"host\":{\"name\":\"").append(host);
    json.append("\"},\"service\":{\"name\":\"").append(source);
    json.append("\"},\"trace\":{\"id\":\"").append(trace);
    json.append("\"},\"message\":\"");
    for (int i = 0; i < message.length(); i++) {
      char c = message.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\');
      }
      json.append(c < ' ' ? ' ' : c);
    }
    return json.append("\"}").toString();
  }

  /** Changes the last digits of long numbers, which are the ones that differ in real logs too. */
  private static String withOtherNumbers(String line, SplittableRandom random) {
    char[] chars = line.toCharArray();
    int digits = 0;
    for (int i = 0; i <= chars.length; i++) {
      if (i < chars.length && chars[i] >= '0' && chars[i] <= '9') {
        digits++;
      } else {
        if (digits >= 3) {
          chars[i - 1] = (char) ('0' + random.nextInt(10));
          chars[i - 2] = (char) ('0' + random.nextInt(10));
        }
        digits = 0;
      }
    }
    return new String(chars);
  }
}
