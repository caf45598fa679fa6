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

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** Poms and jars have what a public repository, and a lawyer, ask for. */
public class TestPublishedPoms extends LuceneTestCase {

  private static final Path ROOT = PublishedJars.projectRoot();

  private static Element project(Path pom) throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
    return document.getDocumentElement();
  }

  /** The text at a path of element names, or null. */
  private static String text(Element start, String... path) {
    Element element = start;
    for (String name : path) {
      Element found = null;
      for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
        if (node instanceof Element child && child.getTagName().equals(name)) {
          found = found == null ? child : found;
        }
      }
      if (found == null) {
        return null;
      }
      element = found;
    }
    return element.getTextContent().strip();
  }

  private static List<String> modules() throws Exception {
    List<String> modules = new ArrayList<>();
    for (String line : Files.readAllLines(ROOT.resolve("pom.xml"))) {
      if (line.strip().startsWith("<module>")) {
        modules.add(line.strip().replaceAll("</?module>", ""));
      }
    }
    assertTrue(modules.toString(), modules.contains("codec") && modules.contains("it"));
    return modules;
  }

  public void testPoms() throws Exception {
    // The list of versions has no parent.
    for (String file : new String[] {"pom.xml", "bom/pom.xml"}) {
      Element pom = project(ROOT.resolve(file));
      for (String[] path :
          new String[][] {
            {"url"},
            {"licenses", "license", "name"},
            {"developers", "developer", "name"},
            {"scm", "connection"},
            {"scm", "url"}
          }) {
        assertNotNull(file + ": " + String.join("/", path), text(pom, path));
      }
    }
    for (String module : modules()) {
      Element pom = project(ROOT.resolve(module).resolve("pom.xml"));
      assertNotNull("name of " + module, text(pom, "name"));
      assertNotNull("description of " + module, text(pom, "description"));
    }
  }

  /** Who imports it would else get our versions of Lucene and JUnit as well. */
  public void testTheListOfVersionsManagesNothingButOurs() throws Exception {
    Element bom = project(ROOT.resolve("bom/pom.xml"));
    assertNull(text(bom, "parent"));
    NodeList groups = bom.getElementsByTagName("groupId");
    assertTrue(groups.getLength() > 1);
    for (int i = 0; i < groups.getLength(); i++) {
      assertEquals("dev.streak", groups.item(i).getTextContent());
    }
  }

  public void testOneVersionEverywhere() throws Exception {
    String version = text(project(ROOT.resolve("pom.xml")), "version");
    for (String module : modules()) {
      Element pom = project(ROOT.resolve(module).resolve("pom.xml"));
      boolean alone = text(pom, "parent") == null;
      assertEquals(module, version, alone ? text(pom, "version") : text(pom, "parent", "version"));
    }
    String named = "<version>" + version + "</version>";
    for (String file : new String[] {"README.md", "it/src/it/user/pom.xml"}) {
      assertTrue(file + " names " + version, Files.readString(ROOT.resolve(file)).contains(named));
    }
  }

  public void testWhatIsOnlyForUsIsNotPublished() throws Exception {
    for (String module : new String[] {"bench", "it"}) {
      Element pom = project(ROOT.resolve(module).resolve("pom.xml"));
      assertEquals("true", text(pom, "properties", "maven.deploy.skip"));
      assertEquals("true", text(pom, "properties", "maven.install.skip"));
    }
  }

  public void testLicencesAndReleaseAreInside() throws Exception {
    for (String module : new String[] {"codec", "compression", "offheap"}) {
      for (String file : new String[] {"LICENSE", "NOTICE"}) {
        Path copy = ROOT.resolve(module).resolve("target/classes/META-INF").resolve(file);
        assertEquals(Files.readString(ROOT.resolve(file)), Files.readString(copy));
      }
    }
    PublishedJars jars = new PublishedJars(createTempDir());
    for (Path path : jars.all()) {
      // A build that stops before packaging has none.
      if (path.getParent().endsWith("target")) {
        try (JarFile jar = new JarFile(path.toFile());
            InputStream licence = jar.getInputStream(jar.getEntry("META-INF/LICENSE"))) {
          assertTrue(licence.readAllBytes().length > 1000);
          assertNotNull(
              path.toString(),
              jar.getManifest()
                  .getMainAttributes()
                  .getValue(Attributes.Name.IMPLEMENTATION_VERSION));
        }
      }
    }
  }
}
