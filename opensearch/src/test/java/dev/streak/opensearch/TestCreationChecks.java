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
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.List;
import java.util.Map;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;
import org.opensearch.Version;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.IndexSettings;

public class TestCreationChecks {
  /** What other plugins put a codec of their own around ours for. */
  private static final List<String> WRAPPED =
      List.of("index.knn", "index.sparse", "index.correlation");

  /** The host lets an index have it only behind an experimental flag. */
  private static final String CONTEXT_AWARE = "index.context_aware.enabled";

  private static Settings settings(String codec, String key, boolean value) {
    return Settings.builder().put("index.codec", codec).put(key, value).build();
  }

  /** An index whose own settings, or whose node's, name the codec. */
  private static IndexSettings index(String key, boolean named) {
    Settings codec = Settings.builder().put("index.codec", "streak").build();
    Settings own =
        Settings.builder()
            .put(named ? codec : Settings.EMPTY)
            .put(key, true)
            .put(IndexMetadata.SETTING_VERSION_CREATED, Version.CURRENT)
            .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, 1)
            .put(IndexMetadata.SETTING_NUMBER_OF_REPLICAS, 0)
            .build();
    IndexMetadata metadata = IndexMetadata.builder("catalogue").settings(own).build();
    return new IndexSettings(metadata, named ? Settings.EMPTY : codec);
  }

  private static Codec codec(IndexSettings index, Codec mapped) {
    Map<String, Codec> codecs =
        new StreakPlugin(Settings.EMPTY)
            .getAdditionalCodecs(index)
            .orElseThrow()
            .getCodecs(null, index, () -> mapped);
    return codecs.get("streak");
  }

  private static void assertRefused(String key, ThrowingRunnable check) {
    assertEquals(
        "index.codec=streak cannot serve "
            + key
            + "=true. Take that out of the index or use the codec default.",
        assertThrows(IllegalArgumentException.class, check).getMessage());
  }

  private static void check(String key) {
    CreationChecks.refuseUnserved(null, settings("streak", key, false));
    CreationChecks.refuseUnserved(null, settings("default", key, true));
    assertRefused(key, () -> CreationChecks.refuseUnserved(null, settings("streak", key, true)));
  }

  @Test
  public void testIndexesThatTheCodecCannotServe() {
    check(CONTEXT_AWARE);
    for (String key : WRAPPED) {
      check(key);
      assertRefused(key, () -> new CreationChecks().validate(null, index(key, true)));
      assertRefused(key, () -> codec(index(key, true), new Lucene104Codec()));
    }
  }

  /** They may be older than the node's settings. */
  @Test
  public void testOfANodesSettingsTheyKeepTheCodecOfTheHost() {
    Codec mapped = new Lucene104Codec();
    for (String key : WRAPPED) {
      assertSame(mapped, codec(index(key, false), mapped));
    }
    assertTrue(codec(index("index.hidden", false), mapped) instanceof IndexCodec);
  }
}
