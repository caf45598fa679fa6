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

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * What Maven gives a user who depends on {@code streak-codec}: the jars that the published poms
 * name, and no other. In a build that stops before packaging, jars are made of the class folders.
 */
final class PublishedJars {

  private static final Map<String, String> MODULES =
      Map.of(
          "streak-codec",
          "codec",
          "streak-compression",
          "compression",
          "streak-offheap",
          "offheap");

  private final Path root;
  private final Path scratch;
  private final Map<String, Path> jars = new LinkedHashMap<>();

  /** {@code scratch} takes the jars that have to be made. */
  PublishedJars(Path scratch) throws Exception {
    this.scratch = scratch;
    this.root = projectRoot();
    addModule("streak-codec");
  }

  List<Path> all() {
    return List.copyOf(jars.values());
  }

  /** All but our own. */
  List<Path> withoutStreak() {
    return jars.entrySet().stream()
        .filter(jar -> !MODULES.containsKey(jar.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Names of artifacts, as in {@code pom.xml}. */
  Set<String> artifacts() {
    return Collections.unmodifiableSet(jars.keySet());
  }

  /** The jar of an artifact. */
  Path jar(String artifact) {
    return jars.get(artifact);
  }

  /** All but one. */
  List<Path> without(String artifact) {
    return jars.entrySet().stream()
        .filter(jar -> !jar.getKey().equals(artifact))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** All, but another jar in the place of one. */
  List<Path> with(String artifact, Path jar) {
    List<Path> paths = new ArrayList<>(List.of(jar));
    paths.addAll(without(artifact));
    return paths;
  }

  /** A copy of a jar whose manifest says that it is of the given release. */
  Path released(String artifact, String release, Path folder) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, release);
    Path copy = folder.resolve(artifact + "-" + release + ".jar");
    try (JarFile jar = new JarFile(jars.get(artifact).toFile());
        OutputStream file = Files.newOutputStream(copy);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
        if (!entry.isDirectory() && !isLeftOut(entry.getName())) {
          out.putNextEntry(new JarEntry(entry.getName()));
          jar.getInputStream(entry).transferTo(out);
        }
      }
    }
    return copy;
  }

  static String asPath(List<Path> jars) {
    return String.join(File.pathSeparator, jars.stream().map(Path::toString).toList());
  }

  static Path projectRoot() {
    Path folder = Path.of(System.getProperty("streak.root", "")).toAbsolutePath();
    while (!Files.exists(folder.resolve("codec/pom.xml"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  private void addModule(String artifact) throws Exception {
    if (jars.containsKey(artifact)) {
      return;
    }
    Path module = root.resolve(MODULES.get(artifact));
    jars.put(artifact, packaged(artifact, module));
    for (String dependency : dependencies(module.resolve("pom.xml"))) {
      if (MODULES.containsKey(dependency)) {
        addModule(dependency);
      } else {
        jars.putIfAbsent(dependency, onTestClassPath(dependency));
      }
    }
  }

  /** Artifacts that a user of the module gets too: neither for tests nor optional. */
  private static List<String> dependencies(Path pom) throws Exception {
    NodeList nodes =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(pom.toFile())
            .getElementsByTagName("dependency");
    List<String> artifacts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      Element dependency = (Element) nodes.item(i);
      if (!"test".equals(text(dependency, "scope"))
          && !"true".equals(text(dependency, "optional"))) {
        artifacts.add(text(dependency, "artifactId"));
      }
    }
    return artifacts;
  }

  private static String text(Element element, String name) {
    NodeList nodes = element.getElementsByTagName(name);
    return nodes.getLength() == 0 ? null : nodes.item(0).getTextContent().strip();
  }

  private static Path onTestClassPath(String artifact) {
    for (String entry : ChildJvm.testClassPath().split(File.pathSeparator)) {
      Path path = Path.of(entry);
      if (path.getFileName().toString().matches(artifact + "-[0-9].*\\.jar")) {
        return path;
      }
    }
    throw new AssertionError(artifact + " is in a pom and not on " + ChildJvm.testClassPath());
  }

  private Path packaged(String artifact, Path module) throws IOException {
    Path classes = module.resolve("target/classes");
    for (String entry : ChildJvm.testClassPath().split(File.pathSeparator)) {
      String name = Path.of(entry).getFileName().toString();
      if (name.matches(artifact + "-[0-9].*\\.jar") && !name.endsWith("-tests.jar")) {
        return Path.of(entry);
      }
    }
    Path jar = scratch.resolve(artifact + ".jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> files = Files.walk(classes)) {
      for (Path path : files.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(
            new JarEntry(classes.relativize(path).toString().replace(File.separatorChar, '/')));
        Files.copy(path, out);
      }
    }
    return jar;
  }

  /** What becomes of service files of one name. */
  enum Services {
    MERGED,
    FIRST,
    LAST
  }

  /** One jar of all, as shading tools make it. */
  Path shade(Services services) throws IOException {
    Map<String, byte[]> entries = new TreeMap<>();
    for (Path path : all()) {
      try (JarFile jar = new JarFile(path.toFile())) {
        for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
          if (!entry.isDirectory() && !isLeftOut(entry.getName())) {
            byte[] bytes = jar.getInputStream(entry).readAllBytes();
            boolean merge =
                services == Services.MERGED && entry.getName().startsWith("META-INF/services/");
            boolean keep = services == Services.FIRST;
            entries.merge(
                entry.getName(), bytes, merge ? PublishedJars::lines : (a, b) -> keep ? a : b);
          }
        }
      }
    }
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MULTI_RELEASE, "true");
    Path shaded = scratch.resolve("shaded-" + services + ".jar");
    try (OutputStream file = Files.newOutputStream(shaded);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        out.putNextEntry(new JarEntry(entry.getKey()));
        out.write(entry.getValue());
      }
    }
    return shaded;
  }

  private static boolean isLeftOut(String entry) {
    return entry.equals("META-INF/MANIFEST.MF") || entry.endsWith("module-info.class");
  }

  private static byte[] lines(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + 1 + second.length);
    both[first.length] = '\n';
    System.arraycopy(second, 0, both, first.length + 1, second.length);
    return both;
  }
}
