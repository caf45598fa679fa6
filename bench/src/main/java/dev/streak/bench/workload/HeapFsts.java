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
package dev.streak.bench.workload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.IntsRefBuilder;
import org.apache.lucene.util.fst.BytesRefFSTEnum;
import org.apache.lucene.util.fst.FST;
import org.apache.lucene.util.fst.FSTCompiler;
import org.apache.lucene.util.fst.PositiveIntOutputs;
import org.apache.lucene.util.fst.Util;

/**
 * The peer: the same keys in as many FSTs, on the heap, looked up as Lucene's uniform-split
 * dictionary does.
 */
final class HeapFsts {
  private final List<FST<Long>> fsts = new ArrayList<>();
  private final BytesRef[] firstKeys;

  HeapFsts(BytesRef[] keys, int count) throws IOException {
    firstKeys = new BytesRef[count];
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) keys.length * i / count);
      int to = (int) ((long) keys.length * (i + 1) / count);
      firstKeys[i] = keys[from];
      fsts.add(build(keys, from, to));
    }
  }

  private static FST<Long> build(BytesRef[] keys, int from, int to) throws IOException {
    FSTCompiler<Long> compiler =
        new FSTCompiler.Builder<>(FST.INPUT_TYPE.BYTE1, PositiveIntOutputs.getSingleton()).build();
    IntsRefBuilder labels = new IntsRefBuilder();
    for (int i = from; i < to; i++) {
      compiler.add(Util.toIntsRef(keys[i], labels), IndexKeys.pointer(i));
    }
    FST<Long> written = FST.fromFSTReader(compiler.compile(), compiler.getFSTReader());
    // Saved and loaded, so that the bytes lie in one array, as after reading an index.
    ByteBuffersDataOutput bytes = new ByteBuffersDataOutput();
    written.save(new ByteBuffersDataOutput(), bytes);
    return new FST<>(written.getMetadata(), new ByteArrayDataInput(bytes.toArrayCopy()));
  }

  Browser browser() {
    return new Browser();
  }

  /** Looks keys up; for one thread. */
  final class Browser {
    private final List<BytesRefFSTEnum<Long>> enums =
        new ArrayList<>(Collections.nCopies(fsts.size(), null));

    long sum(BytesRef[] terms) throws IOException {
      long sum = 0;
      for (BytesRef term : terms) {
        sum += floor(term);
      }
      return sum;
    }

    private long floor(BytesRef term) throws IOException {
      int found = Arrays.binarySearch(firstKeys, term);
      int index = Math.max(0, found >= 0 ? found : -2 - found);
      BytesRefFSTEnum<Long> keys = enums.get(index);
      if (keys == null) {
        keys = new BytesRefFSTEnum<>(fsts.get(index));
        enums.set(index, keys);
      }
      BytesRefFSTEnum.InputOutput<Long> floor = keys.seekFloor(term);
      return floor == null ? -1 : floor.output;
    }
  }
}
