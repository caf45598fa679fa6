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
package dev.streak.file;

import java.io.IOException;
import java.util.Random;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;

/** Changes a bit of a file each time that it is opened, if its name contains something. */
public final class DamagingDirectory extends FilterDirectory {
  private final Random random;
  private final String part;

  public DamagingDirectory(Directory in, Random random, String part) {
    super(in);
    this.random = random;
    this.part = part;
  }

  @Override
  public IndexInput openInput(String name, IOContext context) throws IOException {
    if (name.contains(part)) {
      byte[] bytes = FileBytes.read(in, name);
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      FileBytes.replace(in, name, bytes, bytes.length);
    }
    return in.openInput(name, context);
  }
}
