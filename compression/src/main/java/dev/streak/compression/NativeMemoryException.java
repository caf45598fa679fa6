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
package dev.streak.compression;

import java.io.IOException;

/**
 * There was no memory outside the Java heap for something that Zstandard needs. The message says
 * for what, how many bytes that takes and how many are held already. To Lucene it is like a full
 * disk: a writer closes and loses what came after its last commit, and a reader can go on once
 * there is memory again.
 */
public final class NativeMemoryException extends IOException {
  private static final long serialVersionUID = 1L;

  NativeMemoryException(String message, Throwable cause) {
    super(message, cause);
  }
}
