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
package dev.streak.cache.blocks;

/** Names a block in the cache: the registration of its file, and its place in the file. */
record BlockKey(OpenFile file, int blockIndex) {
  @Override
  public int hashCode() {
    return (file.ordinal() * 0x9E3779B1) ^ (blockIndex * 0x85EBCA6B);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BlockKey that && blockIndex == that.blockIndex && file == that.file;
  }
}
