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
package dev.streak.node;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class TestNodeFiles {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path target;

  @Before
  public void makeTarget() throws IOException {
    target = folder.newFolder("target").toPath();
    for (String part : new String[] {"lib", "modules/one", "config"}) {
      Files.createDirectories(target.resolve("node").resolve(part));
    }
    Files.writeString(target.resolve("node/modules/one/one.jar"), "jar");
  }

  private void archive(String entry) throws IOException {
    try (OutputStream out = Files.newOutputStream(target.resolve("plugin.zip"));
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry(entry));
      zip.write(1);
    }
  }

  @Test
  public void testHomeHasModulesAndPluginUntilItIsRemoved() throws IOException {
    archive("plugin.jar");
    NodeHome home =
        NodeHome.create(NodeFiles.in(target), folder.getRoot().toPath().resolve("home"));
    home.installPlugin();
    Path plugin = home.path().resolve("plugins/streak/plugin.jar");
    assertEquals("jar", Files.readString(home.path().resolve("modules/one/one.jar")));
    assertTrue(Files.exists(plugin));
    home.removePlugin();
    assertFalse(Files.exists(plugin.getParent()));
  }

  @Test
  public void testArchiveWithFoldersIsRefused() throws IOException {
    archive("opensearch/plugin.jar");
    NodeHome home =
        NodeHome.create(NodeFiles.in(target), folder.getRoot().toPath().resolve("home"));
    IOException e = assertThrows(IOException.class, home::installPlugin);
    assertEquals("the archive must be flat: opensearch/plugin.jar", e.getMessage());
  }

  @Test
  public void testWhatIsNotBuiltIsNamed() {
    IllegalStateException e = assertThrows(IllegalStateException.class, () -> NodeFiles.in(target));
    assertTrue(e.getMessage(), e.getMessage().contains("mvn package"));
  }
}
