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
package dev.streak.tools.inspect;

import dev.streak.tools.cli.Refusal;
import java.io.IOException;
import org.apache.lucene.util.IOSupplier;

/** Reading what nobody has compared with its checksum. */
final class Unverified {
  private Unverified() {}

  /**
   * Reads; damaged bytes that Lucene takes for others may make it throw anything.
   *
   * @param what is read, for the message
   */
  static <T> T read(String segment, String what, IOSupplier<T> reading) throws IOException {
    try {
      return reading.get();
    } catch (Refusal e) {
      throw e;
    } catch (RuntimeException | AssertionError e) {
      throw new IOException(
          "segment "
              + segment
              + ", "
              + what
              + " cannot be read: "
              + e
              + "; verify says what is damaged",
          e);
    }
  }
}
