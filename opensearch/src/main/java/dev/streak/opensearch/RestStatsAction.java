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

import java.util.List;
import org.opensearch.core.common.Strings;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestActions;
import org.opensearch.transport.client.node.NodeClient;

/** {@code GET /_plugins/_streak/stats}, of all nodes or of those named in the path. */
final class RestStatsAction extends BaseRestHandler {
  private static final String PATH = "/_plugins/_streak/stats";

  @Override
  public String getName() {
    return "streak_stats";
  }

  @Override
  public List<Route> routes() {
    return List.of(
        new Route(RestRequest.Method.GET, PATH),
        new Route(RestRequest.Method.GET, PATH + "/{nodeId}"));
  }

  @Override
  protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
    StatsAction.Request ofNodes =
        new StatsAction.Request(Strings.splitStringByCommaToArray(request.param("nodeId")));
    ofNodes.timeout(request.param("timeout"));
    return channel ->
        client.execute(
            StatsAction.INSTANCE, ofNodes, new RestActions.NodesResponseRestListener<>(channel));
  }
}
