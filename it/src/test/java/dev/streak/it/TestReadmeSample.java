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
package dev.streak.it;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.analysis.MockAnalyzer;
import org.apache.lucene.tests.util.LuceneTestCase;

/** The Java code in the README compiles as it stands, and finds what it has written. */
public class TestReadmeSample extends LuceneTestCase {

  private static final Pattern JAVA = Pattern.compile("(?s)```java\\n(.*?)```");

  /** What the sample is given. */
  private static final List<String> GIVEN =
      List.of("org.apache.lucene.analysis.Analyzer", "org.apache.lucene.store.Directory");

  public void testSampleFindsItsDocument() throws Exception {
    Path classes = createTempDir("sample");
    compile(source(), classes);
    try (Directory directory = new ByteBuffersDirectory();
        Analyzer analyzer = new MockAnalyzer(random());
        URLClassLoader loader =
            new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, TestReadmeSample.class.getClassLoader())) {
      Object hits =
          loader
              .loadClass("Sample")
              .getMethod("run", Directory.class, Analyzer.class)
              .invoke(null, directory, analyzer);
      assertEquals(1, hits);
    }
  }

  private static String source() throws IOException {
    Matcher sample =
        JAVA.matcher(Files.readString(PublishedJars.projectRoot().resolve("README.md")));
    assertTrue("Java in the README", sample.find());
    StringBuilder source = new StringBuilder();
    for (String name : GIVEN) {
      source.append("import ").append(name).append(";\n");
    }
    String code = sample.group(1);
    int imports = code.indexOf(";\n\n") + 2;
    source
        .append(code, 0, imports)
        .append("public class Sample {\n")
        .append(
            "  public static int run(Directory directory, Analyzer analyzer) throws Exception {\n")
        .append(code.substring(imports).replace("int hits =", "return"))
        .append("}}\n");
    assertFalse("one sample", sample.find());
    return source.toString();
  }

  private static void compile(String source, Path classes) throws IOException {
    Path file = classes.resolve("Sample.java");
    Files.writeString(file, source);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    List<String> options =
        List.of(
            "-proc:none",
            "-classpath",
            System.getProperty("java.class.path"),
            "-d",
            classes.toString());
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(messages, files, null, options, null, files.getJavaFileObjects(file))
              .call();
      assertTrue(messages + "\n" + source, compiled);
    }
  }
}
