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
package dev.streak.tools;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.streak.cache.BlockCache;
import dev.streak.codec.StreakCodec;
import dev.streak.tools.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TestWarmCommand extends LuceneTestCase {

  private static Path index(Codec codec) throws IOException {
    Path path = createTempDir("index");
    try (Directory directory = FSDirectory.open(path)) {
      SampleDocuments.write(directory, SampleDocuments.config(codec), 0, 2000);
    }
    return path;
  }

  public void testSaysWhatIsLoaded() throws Exception {
    long capacity = BlockCache.shared().capacityBytes();
    Run run = Run.of("warm", index(new StreakCodec()), "--cache", 20, "--json");
    assertEquals(run.err(), ExitCode.OK, run.code());
    JsonObject index = run.json().getAsJsonObject("files").getAsJsonObject("ski");
    assertTrue(run.out(), index.get("loaded").getAsLong() > 0);
    for (Map.Entry<String, JsonElement> file : run.json().getAsJsonObject("files").entrySet()) {
      JsonObject share = file.getValue().getAsJsonObject();
      assertTrue(file.toString(), share.get("loaded").getAsLong() <= share.get("all").getAsLong());
    }
    assertTrue(run.out(), run.json().get("usedBytes").getAsLong() > 0);
    assertTrue(run.out(), run.json().get("nanos").getAsLong() > 0);
    assertEquals(20_000_000, run.json().get("capacityBytes").getAsLong());
    assertEquals(capacity, BlockCache.shared().capacityBytes());
  }

  public void testNamesWhatIsInAFile() throws Exception {
    Run run = Run.of("warm", index(new StreakCodec()));
    assertTrue(run.out(), run.out().contains("terms index (.ski): "));
    assertTrue(
        run.out(), run.out().lines().toList().getLast().matches("in all .* cache of .*, in .*s"));
  }

  /** Parts of files are counted, and the last one ends behind the file. */
  public void testNoMoreIsLoadedThanThereIs() {
    WarmCommand.Share share =
        WarmCommand.shares(Map.of("_0.ski", 128L, "_1.ski", 64L), Map.of("ski", 150L)).get("ski");
    assertEquals(150, share.loaded());
    assertEquals(150, share.all());
  }

  public void testNothingOfLucenesIsLoaded() throws Exception {
    Run run = Run.of("warm", index(new Lucene104Codec()));
    assertEquals(run.err(), ExitCode.OK, run.code());
    assertTrue(run.out(), run.out().startsWith("nothing was loaded: no segment"));
  }

  public void testNothingIsLoadedIntoACacheThatIsOff() throws Exception {
    Path path = index(new StreakCodec());
    BlockCache.shared().setEnabled(false);
    try {
      Run run = Run.of("warm", path);
      assertEquals(run.err(), ExitCode.OK, run.code());
      assertTrue(run.out(), run.out().startsWith("nothing was loaded: the cache is switched off"));
    } finally {
      BlockCache.shared().setEnabled(true);
    }
  }

  public void testRefusals() throws Exception {
    Run run = Run.of("warm", createTempDir("empty"));
    assertEquals(ExitCode.REFUSED, run.code());
    assertTrue(run.err(), run.err().contains("no index in"));
  }
}
