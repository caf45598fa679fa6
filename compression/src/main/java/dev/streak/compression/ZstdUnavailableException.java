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

/**
 * The native Zstandard library cannot be used on this machine; the message says why and what to do.
 * The next use tries again, and goes well if the process was short of memory or of open files.
 */
public final class ZstdUnavailableException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  ZstdUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
