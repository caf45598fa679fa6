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
package dev.streak.termblock;

import dev.streak.symbols.SymbolTable;
import java.io.IOException;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.store.RandomAccessInput;

/**
 * The tables of symbols of a field, between its last block and where its blocks begin. Most fields
 * have none. Read when the first block asks for one, which is when it is verified. Safe for use by
 * several threads.
 *
 * <pre>
 * tables := number of tables (byte) | table*
 * </pre>
 */
public final class SymbolTables {

  /** A block names its table with a byte. */
  public static final int MOST = 255;

  private final IndexInput file;
  private final TermBlockStarts starts;

  /** Null until somebody asks. */
  private volatile SymbolTable[] tables;

  public SymbolTables(IndexInput file, TermBlockStarts starts) {
    this.file = file;
    this.starts = starts;
  }

  /** The table with a number. */
  public SymbolTable get(int number, RandomAccessInput in) throws IOException {
    SymbolTable[] known = tables;
    if (known == null) {
      known = read(in);
      tables = known;
    }
    if (number >= known.length) {
      throw new CorruptIndexException(
          "number of a table of symbols is " + number + ", must be less than " + known.length,
          file);
    }
    return known[number];
  }

  private SymbolTable[] read(RandomAccessInput in) throws IOException {
    long at = starts.position(in, starts.blocks());
    long end = starts.packedAt();
    if (at < 0 || at > end) {
      throw new CorruptIndexException(
          "tables of symbols are at " + at + ", must be between 0 and " + end, file);
    }
    if (at == end) {
      return new SymbolTable[0];
    }
    SymbolTable[] read = new SymbolTable[in.readByte(at++) & 0xFF];
    for (int i = 0; i < read.length; i++) {
      read[i] = SymbolTable.read(in, at, end, file.toString());
      at += read[i].writtenBytes();
    }
    if (at != end) {
      throw new CorruptIndexException(
          "end of the tables of symbols is " + at + ", must be " + end, file);
    }
    return read;
  }
}
