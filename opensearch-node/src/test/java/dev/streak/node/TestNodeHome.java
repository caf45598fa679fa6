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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class TestNodeHome {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  /** Folders of users are called anything. */
  @Test
  public void testSettingsAreQuoted() throws IOException {
    Path empty = folder.newFolder().toPath();
    NodeHome home =
        NodeHome.create(
            new NodeFiles(empty, empty, empty, empty), folder.getRoot().toPath().resolve("home"));
    home.configure(Map.of("a", "Käse \"und\" \\Brot", "b", "127.0.0.1"));
    assertEquals(
        "a: \"Käse \\\"und\\\" \\\\Brot\"\nb: \"127.0.0.1\"\n",
        Files.readString(home.path().resolve("config").resolve("opensearch.yml")));
  }
}
