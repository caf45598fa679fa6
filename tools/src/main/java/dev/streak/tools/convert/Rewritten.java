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
package dev.streak.tools.convert;

/**
 * A segment that was rewritten, and is proven and committed.
 *
 * @param from name of the segment it was made from
 * @param fromCodec that segment's codec
 * @param bytesBefore that segment's size
 * @param to name of the new segment, or null if there was nothing left to write
 * @param bytesAfter the new segment's size
 * @param documents live documents
 * @param digest of the documents, equal on both sides
 */
public record Rewritten(
    String from,
    String fromCodec,
    long bytesBefore,
    String to,
    long bytesAfter,
    long documents,
    String digest) {}
