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
package dev.streak.codec;

/**
 * The codec as Lucene's service loader makes it when it opens a segment that names {@value
 * StreakCodec#NAME}. Lucene makes one instance of every registered codec as soon as any index is
 * touched, so nothing that can fail may happen here: an application that merely has Streak on its
 * class path must keep working where, say, the native Zstandard library cannot load. Applications
 * that write use {@link StreakCodec}, which checks what it needs at construction.
 */
public final class StreakCodecProvider extends StreakCodec {

  /** Called by the service loader. */
  public StreakCodecProvider() {
    super(Builder.forReading());
  }
}
