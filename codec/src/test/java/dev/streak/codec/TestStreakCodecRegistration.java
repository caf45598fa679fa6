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
package dev.streak.codec;

import dev.streak.compression.ZstdStoredFieldsFormat;
import dev.streak.registration.StreakCodecProvider;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.PostingsFormat;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

/**
 * The two ways in which Java finds services, the class path's and the module path's, must agree.
 */
public class TestStreakCodecRegistration extends LuceneTestCase {

  public void testLuceneFindsTheCodecByName() {
    Codec codec = Codec.forName(StreakCodec.NAME);
    assertEquals(StreakCodecProvider.class, codec.getClass());
    assertEquals("Streak1", codec.getName());
    assertTrue("Lucene allows ASCII letters and digits", codec.getName().matches("[A-Za-z0-9]+"));
  }

  /** As an application writes that takes the name from its configuration. */
  public void testTheCodecByItsNameWritesWithTheDefaults() throws Exception {
    try (Directory directory = newDirectory()) {
      IndexWriterConfig config = new IndexWriterConfig().setCodec(Codec.forName(StreakCodec.NAME));
      try (IndexWriter writer = new IndexWriter(directory, config.setUseCompoundFile(false))) {
        Document document = new Document();
        document.add(new StringField("id", "1", Field.Store.YES));
        writer.addDocument(document);
      }
      SegmentInfo segment = SegmentInfos.readLatestCommit(directory).info(0).info;
      assertTrue(ZstdStoredFieldsFormat.wrote(segment));
      assertTrue(segment.files().toString(), segment.files().contains("_0.zsd"));
    }
  }

  public void testServiceFilesAndModuleDescriptorAgree() throws Exception {
    URI classes = StreakCodec.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    TreeMap<String, Set<String>> fromModule = new TreeMap<>();
    try (InputStream in = classes.resolve("module-info.class").toURL().openStream()) {
      for (ModuleDescriptor.Provides provides : ModuleDescriptor.read(in).provides()) {
        fromModule.put(provides.service(), new TreeSet<>(provides.providers()));
      }
    }
    TreeMap<String, Set<String>> fromFiles = new TreeMap<>();
    for (Class<?> service : List.of(Codec.class, PostingsFormat.class)) {
      Set<String> lines = serviceLines(classes, service.getName());
      if (!lines.isEmpty()) {
        fromFiles.put(service.getName(), lines);
      }
    }
    assertTrue(fromModule.toString(), fromModule.containsKey(Codec.class.getName()));
    assertEquals(fromModule, fromFiles);
  }

  private static Set<String> serviceLines(URI classes, String service) throws IOException {
    Set<String> lines = new TreeSet<>();
    URL file = classes.resolve("META-INF/services/" + service).toURL();
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(file.openStream(), StandardCharsets.UTF_8))) {
      reader
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .forEach(lines::add);
    } catch (FileNotFoundException none) {
      return Set.of();
    }
    return lines;
  }
}
