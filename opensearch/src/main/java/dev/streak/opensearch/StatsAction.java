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
import java.util.Map;
import org.opensearch.action.ActionType;
import org.opensearch.action.FailedNodeException;
import org.opensearch.action.support.nodes.BaseNodeResponse;
import org.opensearch.action.support.nodes.BaseNodesRequest;
import org.opensearch.action.support.nodes.BaseNodesResponse;
import org.opensearch.cluster.ClusterName;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.transport.TransportRequest;

/** What nodes send each other for {@code GET /_plugins/_streak/stats}. */
final class StatsAction extends ActionType<StatsAction.Answer> {
  static final StatsAction INSTANCE = new StatsAction();

  private StatsAction() {
    super("cluster:monitor/streak/stats", Answer::new);
  }

  /** Asks nodes; all of them if none is named. */
  static final class Request extends BaseNodesRequest<Request> {
    Request(String... nodes) {
      super(nodes);
    }

    Request(StreamInput in) throws IOException {
      super(in);
    }
  }

  /** Asks one node. */
  static final class NodeRequest extends TransportRequest {
    NodeRequest() {}

    NodeRequest(StreamInput in) throws IOException {
      super(in);
    }
  }

  /** What one node said: names and figures, for JSON. */
  static final class NodeAnswer extends BaseNodeResponse {
    private final Map<String, Object> figures;

    NodeAnswer(DiscoveryNode node, Map<String, Object> figures) {
      super(node);
      this.figures = figures;
    }

    NodeAnswer(StreamInput in) throws IOException {
      super(in);
      figures = in.readMap();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      out.writeMap(figures);
    }
  }

  /** What all nodes said. */
  static final class Answer extends BaseNodesResponse<NodeAnswer> implements ToXContentFragment {
    Answer(ClusterName cluster, List<NodeAnswer> nodes, List<FailedNodeException> failures) {
      super(cluster, nodes, failures);
    }

    Answer(StreamInput in) throws IOException {
      super(in);
    }

    @Override
    protected List<NodeAnswer> readNodesFrom(StreamInput in) throws IOException {
      return in.readList(NodeAnswer::new);
    }

    @Override
    protected void writeNodesTo(StreamOutput out, List<NodeAnswer> nodes) throws IOException {
      out.writeList(nodes);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      builder.startObject("nodes");
      for (NodeAnswer node : getNodes()) {
        builder.startObject(node.getNode().getId());
        builder.field("name", node.getNode().getName());
        builder.mapContents(node.figures);
        builder.endObject();
      }
      return builder.endObject();
    }
  }
}
