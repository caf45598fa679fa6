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
package dev.streak.tools.cli;

/** What was asked for cannot be done as asked; the message is one sentence for the user. */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A refusal with the reason. */
  public Refusal(String message) {
    super(message);
  }

  /** A refusal with the reason, and what brought it up. */
  public Refusal(String message, Throwable cause) {
    super(message, cause);
  }
}
