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
package dev.streak.bench.workload.terms;

import dev.streak.bench.data.Shuffle;

/**
 * Which document belongs to which of equally large owners.
 *
 * @param docs documents of the index
 * @param docsPerOwner documents of each owner
 * @param order how owners' documents lie
 * @param segments of the index, each of equally many documents
 */
public record TermsLayout(int docs, int docsPerOwner, Order order, int segments) {

  /** How the documents of an owner lie. */
  public enum Order {
    /** Beside each other. */
    SORTED,
    /** Anywhere. */
    UNSORTED
  }

  /** An index of one segment. */
  public TermsLayout(int docs, int docsPerOwner, Order order) {
    this(docs, docsPerOwner, order, 1);
  }

  int owners() {
    return docs / docsPerOwner;
  }

  boolean isSorted() {
    return order == Order.SORTED;
  }

  /** As it stands in names. */
  String orderName() {
    return isSorted() ? "sorted" : "unsorted";
  }

  /** Tells the owner of each document. */
  public Ownership ownership() {
    if (!isSorted()) {
      // A permutation without any pattern: multiples of a number would leave one in the gaps.
      Shuffle noOrder = new Shuffle(docs, 7);
      return doc -> noOrder.apply(doc) / docsPerOwner;
    }
    if (segments == 1) {
      return doc -> doc / docsPerOwner;
    }
    // As writers leave it: each segment has its share of every owner, and is sorted in itself.
    int docsPerSegment = Math.ceilDiv(docs, segments);
    return doc -> (int) ((long) (doc % docsPerSegment) * owners() / docsPerSegment);
  }

  /** The owner of a document. */
  @FunctionalInterface
  public interface Ownership {
    int ownerOf(int doc);
  }
}
