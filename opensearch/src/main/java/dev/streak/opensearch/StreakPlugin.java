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

import dev.streak.leaf.LeafReaders;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.lucene.codecs.Codec;
import org.opensearch.action.ActionRequest;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.node.DiscoveryNodes;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.IndexScopedSettings;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.settings.SettingsFilter;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.io.stream.NamedWriteableRegistry;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.env.Environment;
import org.opensearch.env.NodeEnvironment;
import org.opensearch.index.IndexCreationValidator;
import org.opensearch.index.IndexModule;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.codec.AdditionalCodecs;
import org.opensearch.index.mapper.MapperService;
import org.opensearch.indices.breaker.BreakerSettings;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.CircuitBreakerPlugin;
import org.opensearch.plugins.EnginePlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.plugins.SearchPlugin;
import org.opensearch.repositories.RepositoriesService;
import org.opensearch.rest.RestController;
import org.opensearch.rest.RestHandler;
import org.opensearch.script.ScriptService;
import org.opensearch.search.query.QueryRewriterRegistry;
import org.opensearch.threadpool.Scheduler;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.client.Client;
import org.opensearch.watcher.ResourceWatcherService;

/** What the host loads. */
public final class StreakPlugin extends Plugin
    implements ActionPlugin, CircuitBreakerPlugin, EnginePlugin, SearchPlugin {
  private static final Logger LOG = LogManager.getLogger(StreakPlugin.class);

  private static final TimeValue ACCOUNTING = TimeValue.timeValueSeconds(1);

  /** Of the JVM, as the host's registry of rewriters is; a second node in it adds nothing. */
  private static final AtomicBoolean REWRITES = new AtomicBoolean();

  private final NodeSettings nodeSettings;

  /** Whether the codec is that of all indexes which name none. */
  private final boolean isNodeWide;

  private final LeafReaders.Unwrapper readers = HostReaders::unwrap;
  private final MemoryBreaker memory = new MemoryBreaker();
  private Scheduler.Cancellable accounting;

  /** Called by the host with the node's settings. */
  public StreakPlugin(Settings settings) {
    this.nodeSettings = new NodeSettings(settings);
    this.isNodeWide = CreationChecks.isOurs(settings);
  }

  @Override
  public List<Setting<?>> getSettings() {
    List<Setting<?>> settings = new ArrayList<>(NodeSettings.SETTINGS);
    settings.addAll(IndexChoices.settings());
    settings.add(KeywordFields.MAX_IDS);
    return settings;
  }

  @Override
  public Collection<Object> createComponents(
      Client client,
      ClusterService clusterService,
      ThreadPool threadPool,
      ResourceWatcherService resourceWatcherService,
      ScriptService scriptService,
      NamedXContentRegistry xContentRegistry,
      Environment environment,
      NodeEnvironment nodeEnvironment,
      NamedWriteableRegistry namedWriteableRegistry,
      IndexNameExpressionResolver indexNameExpressionResolver,
      Supplier<RepositoriesService> repositoriesServiceSupplier) {
    nodeSettings.start(environment.settings(), clusterService.getClusterSettings());
    LeafReaders.register(readers);
    if (REWRITES.compareAndSet(false, true)) {
      QueryRewriterRegistry.INSTANCE.registerRewriter(new TermsRewriter(nodeSettings));
    }
    accounting =
        threadPool.scheduleWithFixedDelay(memory::account, ACCOUNTING, ThreadPool.Names.GENERIC);
    return List.of(nodeSettings);
  }

  @Override
  public BreakerSettings getCircuitBreaker(Settings settings) {
    return MemoryBreaker.settings();
  }

  @Override
  public void setCircuitBreaker(CircuitBreaker breaker) {
    memory.set(breaker);
  }

  @Override
  public void close() {
    if (accounting != null) {
      accounting.cancel();
    }
    LeafReaders.unregister(readers);
  }

  @Override
  public void onIndexModule(IndexModule module) {
    CreationChecks.refuseOwnNames(module.getSettings());
    if (isNodeWide == false) {
      CreationChecks.refuseUnserved(null, module.getSettings());
    }
    // In any index, for our own queries find segments of ours where the codec is another by now.
    module.addSearchOperationListener(
        new SearchAcceleration(
            CreationChecks.isOurs(module.getSettings()) ? nodeSettings::accelerates : () -> false));
  }

  @Override
  public List<ActionHandler<? extends ActionRequest, ? extends ActionResponse>> getActions() {
    return List.of(new ActionHandler<>(StatsAction.INSTANCE, TransportStatsAction.class));
  }

  @Override
  public List<RestHandler> getRestHandlers(
      Settings settings,
      RestController controller,
      ClusterSettings clusterSettings,
      IndexScopedSettings indexSettings,
      SettingsFilter settingsFilter,
      IndexNameExpressionResolver indexNames,
      Supplier<DiscoveryNodes> nodes) {
    return List.of(new RestStatsAction());
  }

  @Override
  public List<QuerySpec<?>> getQueries() {
    return List.of(
        new QuerySpec<>(
            StreakTermsQueryBuilder.NAME,
            StreakTermsQueryBuilder::new,
            StreakTermsQueryBuilder::fromXContent),
        new QuerySpec<>(
            StreakIdsQueryBuilder.NAME,
            StreakIdsQueryBuilder::new,
            StreakIdsQueryBuilder::fromXContent));
  }

  @Override
  public Collection<IndexCreationValidator> getIndexCreationValidators() {
    return List.of(new CreationChecks());
  }

  /** The host asks for every index; a failure here would be that index's, so others get nothing. */
  @Override
  public Optional<AdditionalCodecs> getAdditionalCodecs(IndexSettings index) {
    if (CreationChecks.isOurs(index) == false) {
      return Optional.empty();
    }
    return Optional.of(
        (mapper, settings, mapped) ->
            Map.of(StreakCodecAlias.ALIAS, codec(mapper, settings, mapped.get())));
  }

  private static Codec codec(MapperService mapper, IndexSettings settings, Codec mapped) {
    CreationChecks.refuseUnserved(mapper, settings);
    String obstacle = CreationChecks.obstacle(mapper, settings.getSettings());
    if (obstacle != null) {
      LOG.warn(
          "Index [{}] keeps the codec of the host: it has {}, which the codec [{}] of this node's"
              + " settings cannot serve",
          settings.getIndex().getName(),
          obstacle,
          StreakCodecAlias.ALIAS);
      return mapped;
    }
    return new IndexCodec(new IndexChoices(settings.getSettings()), mapped);
  }
}
