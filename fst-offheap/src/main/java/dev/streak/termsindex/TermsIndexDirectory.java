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

import dev.streak.offheap.BlockVerification;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.IndexInput;

/** Where the blocks of a terms index lie and with which keys they begin: what stays on the heap. */
final class TermsIndexDirectory {
  /** A directory costs at least this much in the file for each block: a length of one byte. */
  private static final int MIN_ENTRY_BYTES = 1;

  private final int[] fieldNumbers;
  private final FieldBlocks[] fields;

  /** Start of each block, and the end of the last. */
  private final long[] blockStarts;

  private TermsIndexDirectory(int[] fieldNumbers, FieldBlocks[] fields, long[] blockStarts) {
    this.fieldNumbers = fieldNumbers;
    this.fields = fields;
    this.blockStarts = blockStarts;
  }

  static TermsIndexDirectory read(IndexInput input, long blocksStart) throws IOException {
    long tail = input.length() - CodecUtil.footerLength() - TermsIndexWriter.TAIL_BYTES;
    if (tail < blocksStart) {
      throw new CorruptIndexException("terms index is too short: " + input.length(), input);
    }
    input.seek(tail);
    long start = input.readLong();
    int expected = input.readInt();
    if (start < blocksStart || start > tail || tail - start > Integer.MAX_VALUE - 8) {
      throw new CorruptIndexException(
          "directory of the terms index starts at "
              + start
              + ", not in ["
              + blocksStart
              + ", "
              + tail
              + "]",
          input);
    }
    byte[] bytes = new byte[(int) (tail - start)];
    input.seek(start);
    input.readBytes(bytes, 0, bytes.length);
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    BlockVerification.compare(
        "directory of the terms index", start, (int) checksum.getValue(), expected, input);
    return new Parser(new ByteArrayDataInput(bytes), bytes.length, input).parse(blocksStart, start);
  }

  /** Returns a field's blocks, or null if it has none. */
  FieldBlocks field(int fieldNumber) {
    int index = Arrays.binarySearch(fieldNumbers, fieldNumber);
    return index < 0 ? null : fields[index];
  }

  int blockCount() {
    return blockStarts.length - 1;
  }

  long blockStart(int blockIndex) {
    return blockStarts[blockIndex];
  }

  int blockLength(int blockIndex) {
    return (int) (blockStarts[blockIndex + 1] - blockStarts[blockIndex]);
  }

  /** Reads the directory; the checksum was right, yet nothing is believed that cannot be. */
  private static final class Parser {
    private final ByteArrayDataInput in;
    private final int length;
    private final IndexInput source;
    private long[] blockStarts;
    private int blockCount;

    Parser(ByteArrayDataInput in, int length, IndexInput source) {
      this.in = in;
      this.length = length;
      this.source = source;
    }

    TermsIndexDirectory parse(long blocksStart, long blocksEnd) throws IOException {
      blockStarts = new long[8];
      blockStarts[0] = blocksStart;
      int fieldCount = checked("fieldCount", in.readVInt(), length - in.getPosition());
      int[] numbers = new int[fieldCount];
      FieldBlocks[] fields = new FieldBlocks[fieldCount];
      for (int i = 0; i < fieldCount; i++) {
        numbers[i] = checked("fieldNumber", in.readVInt(), Integer.MAX_VALUE);
        fields[i] = parseField();
      }
      if (blockStarts[blockCount] != blocksEnd || in.getPosition() != length) {
        throw new CorruptIndexException(
            "blocks of the terms index end at "
                + blockStarts[blockCount]
                + ", directory at "
                + in.getPosition()
                + ", expected "
                + blocksEnd
                + " and "
                + length,
            source);
      }
      return sorted(numbers, fields);
    }

    private TermsIndexDirectory sorted(int[] numbers, FieldBlocks[] fields)
        throws CorruptIndexException {
      int[] sortedNumbers = numbers.clone();
      Arrays.sort(sortedNumbers);
      FieldBlocks[] sortedFields = new FieldBlocks[fields.length];
      for (int i = 0; i < numbers.length; i++) {
        int place = Arrays.binarySearch(sortedNumbers, numbers[i]);
        if (sortedFields[place] != null) {
          throw new CorruptIndexException("field " + numbers[i] + " is there twice", source);
        }
        sortedFields[place] = fields[i];
      }
      return new TermsIndexDirectory(
          sortedNumbers, sortedFields, Arrays.copyOf(blockStarts, blockCount + 1));
    }

    private FieldBlocks parseField() throws IOException {
      int firstBlock = blockCount;
      int count =
          checked("blockCount", in.readVInt(), (length - in.getPosition()) / MIN_ENTRY_BYTES);
      if (count == 0) {
        throw new CorruptIndexException("a field has no blocks", source);
      }
      addBlock();
      if (count == 1) {
        return new FieldBlocks(firstBlock, new byte[0], new int[0]);
      }
      int[] keyEnds = new int[count - 1];
      byte[] keyBytes = new byte[0];
      int end = 0;
      for (int i = 0; i < count - 1; i++) {
        addBlock();
        int keyLength = checked("keyLength", in.readVInt(), length - in.getPosition());
        if (end + keyLength > keyBytes.length) {
          keyBytes = Arrays.copyOf(keyBytes, (end + keyLength) * 2);
        }
        in.readBytes(keyBytes, end, keyLength);
        end += keyLength;
        keyEnds[i] = end;
      }
      return new FieldBlocks(firstBlock, Arrays.copyOf(keyBytes, end), keyEnds);
    }

    private void addBlock() throws IOException {
      int blockLength = checked("blockLength", in.readVInt(), FstBlockDescriptor.MAX_BLOCK_BYTES);
      if (blockLength < FstBlockDescriptor.FST_OFFSET) {
        throw new CorruptIndexException("block is too short: blockLength=" + blockLength, source);
      }
      if (++blockCount == blockStarts.length) {
        blockStarts = Arrays.copyOf(blockStarts, 2 * blockStarts.length);
      }
      blockStarts[blockCount] = blockStarts[blockCount - 1] + blockLength;
    }

    private int checked(String name, int value, int max) throws CorruptIndexException {
      if (value < 0 || value > max) {
        throw new CorruptIndexException(
            name
                + "="
                + value
                + " is not in [0, "
                + max
                + "] at "
                + in.getPosition()
                + " of the"
                + " directory of the terms index",
            source);
      }
      return value;
    }
  }
}
