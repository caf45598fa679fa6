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

import dev.streak.cache.BlockCache;
import java.util.List;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.unit.ByteSizeUnit;
import org.opensearch.core.common.unit.ByteSizeValue;

/**
 * Settings of the node and the cluster. The cache is the JVM's: one size for all indexes. Values of
 * {@code opensearch.yml} apply from the start, those of the cluster at once. What the cache began
 * with is the default, so that the library's system properties hold where neither says anything.
 */
final class NodeSettings {
  private static final ByteSizeValue LEAST = new ByteSizeValue(1, ByteSizeUnit.MB);
  private static final ByteSizeValue MOST = new ByteSizeValue(1L << 40, ByteSizeUnit.BYTES);

  static final Setting<ByteSizeValue> CACHE_SIZE =
      Setting.byteSizeSetting(
          "streak.cache.size",
          usualSize(BlockCache.shared().capacityBytes()),
          LEAST,
          MOST,
          Setting.Property.NodeScope,
          Setting.Property.Dynamic);

  static final Setting<Boolean> CACHE_ENABLED =
      Setting.boolSetting(
          "streak.cache.enabled",
          BlockCache.shared().isEnabled(),
          Setting.Property.NodeScope,
          Setting.Property.Dynamic);

  static final Setting<Boolean> ACCELERATE =
      Setting.boolSetting(
          "streak.search.accelerate", true, Setting.Property.NodeScope, Setting.Property.Dynamic);

  static final List<Setting<?>> SETTINGS = List.of(CACHE_SIZE, CACHE_ENABLED, ACCELERATE);

  private volatile boolean accelerates;

  NodeSettings(Settings settings) {
    accelerates = ACCELERATE.get(settings);
  }

  /** Applies the node's own values and follows the cluster's. */
  void start(Settings settings, ClusterSettings cluster) {
    resize(CACHE_SIZE.get(settings));
    BlockCache.shared().setEnabled(CACHE_ENABLED.get(settings));
    cluster.addSettingsUpdateConsumer(CACHE_SIZE, NodeSettings::resize);
    cluster.addSettingsUpdateConsumer(
        CACHE_ENABLED, enabled -> BlockCache.shared().setEnabled(enabled));
    cluster.addSettingsUpdateConsumer(ACCELERATE, value -> accelerates = value);
  }

  /** Where the heap leaves next to nothing, the library's own default is less than may be set. */
  static ByteSizeValue usualSize(long ofLibrary) {
    return new ByteSizeValue(Math.clamp(ofLibrary, LEAST.getBytes(), MOST.getBytes()));
  }

  private static void resize(ByteSizeValue size) {
    BlockCache.shared().setCapacityBytes(size.getBytes());
  }

  /** Whether queries of users are rewritten. */
  boolean accelerates() {
    return accelerates;
  }
}
