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

import java.io.IOException;
import java.util.List;
import org.opensearch.action.FailedNodeException;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.action.support.nodes.TransportNodesAction;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.indices.IndicesService;
import org.opensearch.threadpool.ThreadPool;
import org.opensearch.transport.TransportService;

/** Collects the figures of all nodes. Public because the host makes it. */
public final class TransportStatsAction
    extends TransportNodesAction<
        StatsAction.Request, StatsAction.Answer, StatsAction.NodeRequest, StatsAction.NodeAnswer> {
  private final NodeFigures figures;

  /** Called by the host. */
  @Inject
  public TransportStatsAction(
      ThreadPool threads,
      ClusterService cluster,
      TransportService transport,
      ActionFilters filters,
      IndicesService indices,
      NodeSettings settings) {
    super(
        StatsAction.INSTANCE.name(),
        threads,
        cluster,
        transport,
        filters,
        StatsAction.Request::new,
        StatsAction.NodeRequest::new,
        ThreadPool.Names.MANAGEMENT,
        StatsAction.NodeAnswer.class);
    this.figures = new NodeFigures(indices, settings);
  }

  @Override
  protected StatsAction.Answer newResponse(
      StatsAction.Request request,
      List<StatsAction.NodeAnswer> nodes,
      List<FailedNodeException> failures) {
    return new StatsAction.Answer(clusterService.getClusterName(), nodes, failures);
  }

  @Override
  protected StatsAction.NodeRequest newNodeRequest(StatsAction.Request request) {
    return new StatsAction.NodeRequest();
  }

  @Override
  protected StatsAction.NodeAnswer newNodeResponse(StreamInput in) throws IOException {
    return new StatsAction.NodeAnswer(in);
  }

  @Override
  protected StatsAction.NodeAnswer nodeOperation(StatsAction.NodeRequest request) {
    return new StatsAction.NodeAnswer(clusterService.localNode(), figures.now());
  }
}
