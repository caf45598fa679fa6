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
package dev.streak.opensearch;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import org.junit.Test;
import org.opensearch.common.settings.Settings;

public class TestCreationChecks {

  private static Settings settings(String codec, boolean contextAware) {
    return Settings.builder()
        .put("index.codec", codec)
        .put("index.context_aware.enabled", contextAware)
        .build();
  }

  @Test
  public void testContextAwareIndexes() {
    CreationChecks.refuseContextAware(settings("streak", false));
    CreationChecks.refuseContextAware(settings("default", true));
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> CreationChecks.refuseContextAware(settings("streak", true)));
    assertEquals(
        "index.codec=streak cannot serve index.context_aware.enabled=true. Use the codec default.",
        e.getMessage());
  }
}
