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
package dev.streak.tools.compare;

import java.util.function.Supplier;
import org.apache.lucene.search.Query;

/**
 * A query of a user's file. Making it is part of the work: of thousands of ids it is much of it.
 *
 * @param line where it stands in the file, from 1
 * @param text the line, shortened
 * @param lucene makes the query for Lucene
 * @param streak makes the query for Streak
 */
public record UserQuery(int line, String text, Supplier<Query> lucene, Supplier<Query> streak) {}
