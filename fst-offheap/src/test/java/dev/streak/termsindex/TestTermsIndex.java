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
package dev.streak.termsindex;

import dev.streak.offheap.BlockCache;
import dev.streak.offheap.BlockCacheInvariants;
import dev.streak.offheap.CachePolicy;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.SegmentInfo;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.InfoStream;
import org.apache.lucene.util.StringHelper;
import org.apache.lucene.util.Version;

/** What is written can be found again, whatever the blocks and wherever they are. */
public class TestTermsIndex extends LuceneTestCase {

  static SegmentInfo segment(Directory directory) {
    return new SegmentInfo(
        directory,
        Version.LATEST,
        Version.LATEST,
        "_0",
        1,
        false,
        false,
        Codec.getDefault(),
        Map.of(),
        StringHelper.randomId(),
        Map.of(),
        null);
  }

  static TermsIndexWriter writer(Directory directory, SegmentInfo segment, int targetBlockBytes)
      throws IOException {
    return new TermsIndexWriter(
        new SegmentWriteState(
            InfoStream.NO_OUTPUT, directory, segment, FieldInfos.EMPTY, null, IOContext.DEFAULT),
        targetBlockBytes);
  }

  static TermsIndexReader reader(Directory directory, SegmentInfo segment, BlockCache cache)
      throws IOException {
    return new TermsIndexReader(
        new SegmentReadState(directory, segment, FieldInfos.EMPTY, IOContext.DEFAULT), cache);
  }

  private TreeMap<BytesRef, Long> randomKeys() {
    TreeMap<BytesRef, Long> keys = new TreeMap<>();
    int count = random().nextBoolean() ? 1 + random().nextInt(10) : 1 + random().nextInt(5000);
    for (int i = 0; i < count; i++) {
      keys.put(randomKey(), 0L);
    }
    long pointer = random().nextInt(1000);
    for (Map.Entry<BytesRef, Long> entry : keys.entrySet()) {
      entry.setValue(pointer);
      pointer += 1 + random().nextInt(random().nextBoolean() ? 10 : 100_000);
    }
    return keys;
  }

  private BytesRef randomKey() {
    return switch (random().nextInt(4)) {
      case 0 -> new BytesRef(Integer.toString(random().nextInt(1_000_000)));
      case 1 -> new BytesRef(TestUtil.randomUnicodeString(random(), 20));
      case 2 -> TestUtil.randomBinaryTerm(random(), random().nextInt(6));
      default -> new BytesRef("common/prefix/" + random().nextInt(1000));
    };
  }

  public void testFloorAgreesWithTreeMap() throws Exception {
    BlockCache cache =
        BlockCache.builder()
            .capacityBytes(TestUtil.nextInt(random(), 1 << 16, 1 << 18))
            .slabBytes(1 << 15)
            .debug(true)
            .build();
    try (Directory directory = newDirectory()) {
      SegmentInfo segment = segment(directory);
      Map<Integer, TreeMap<BytesRef, Long>> fields = new TreeMap<>();
      try (TermsIndexWriter writer =
          writer(directory, segment, TestUtil.nextInt(random(), 64, 1 << 14))) {
        for (int field = 0; field < 5; field++) {
          TreeMap<BytesRef, Long> keys = randomKeys();
          fields.put(field * 3, keys);
          writer.startField(field * 3);
          for (Map.Entry<BytesRef, Long> entry : keys.entrySet()) {
            writer.add(entry.getKey(), entry.getValue());
          }
          writer.finishField();
        }
        writer.startField(100);
        writer.finishField();
        writer.finish();
      }
      try (TermsIndexReader reader = reader(directory, segment, cache)) {
        reader.checkIntegrity();
        assertNull(reader.field(100, CachePolicy.CACHED));
        assertNull(reader.field(1, CachePolicy.CACHED));
        expectThrows(IllegalArgumentException.class, () -> reader.field(0, CachePolicy.SPARE_ROOM));
        for (CachePolicy policy : EnumSet.complementOf(EnumSet.of(CachePolicy.SPARE_ROOM))) {
          for (Map.Entry<Integer, TreeMap<BytesRef, Long>> entry : fields.entrySet()) {
            checkFloor(entry.getValue(), reader.field(entry.getKey(), policy).browser());
          }
        }
        BlockCacheInvariants.check(cache);
      }
    }
    BlockCacheInvariants.collectAndCheckEmpty(cache);
  }

  private void checkFloor(TreeMap<BytesRef, Long> keys, TermsIndexBrowser browser)
      throws IOException {
    for (Map.Entry<BytesRef, Long> entry : keys.entrySet()) {
      assertEquals(entry.getValue().longValue(), browser.floor(entry.getKey()));
    }
    for (int i = 0; i < 1000; i++) {
      BytesRef term = randomKey();
      Map.Entry<BytesRef, Long> floor = keys.floorEntry(term);
      assertEquals(floor == null ? -1 : floor.getValue(), browser.floor(term));
    }
  }
}
