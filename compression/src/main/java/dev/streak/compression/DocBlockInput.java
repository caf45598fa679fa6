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

import static dev.streak.compression.StoredFieldsDescriptor.TOKEN_DOCS_SHIFT;
import static dev.streak.compression.StoredFieldsDescriptor.TOKEN_SLICED;

import com.github.luben.zstd.ZstdException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.DataInput;
import org.apache.lucene.store.IndexInput;
import org.apache.lucene.util.ArrayUtil;

/**
 * The content of one block after the other, as a stream. Content is decompressed a frame at a time
 * into one array, the <em>window</em>: all of an ordinary block at once, a sliced one as reading
 * gets there, and slices that are skipped not at all. The window survives until another block is
 * loaded, so consecutive documents cost one decompression.
 *
 * <p>Used by one thread at a time; each clone of the reader has its own.
 */
final class DocBlockInput extends DataInput {
  /**
   * No whole slice takes less: a byte for the frame's length, three of its header, four of a block,
   * four of the checksum.
   */
  private static final int MIN_SLICE_BYTES = 12;

  private final IndexInput data;
  private final FrameReads frames;
  private final DocBlockIndex index;
  private final int sliceBytes;

  private final SegmentDictionaries dictionaries;

  private int docBase;
  private int docCount;
  private ZstdDictionary frameDictionary;

  /** Where the block's frames lie, what the next frame begins at, and its content's length. */
  private long framesStart;

  private long nextFrame;
  private long framesEnd;
  private int length;
  private boolean sliced;

  private byte[] frame = new byte[0];
  private byte[] window = new byte[0];
  private int windowStart;
  private int windowLength;

  /** Position within the window; the stream's is {@code windowStart} more. */
  private int at;

  DocBlockInput(
      IndexInput data,
      FrameReads.Experience experience,
      DocBlockIndex index,
      int sliceBytes,
      SegmentDictionaries dictionaries) {
    this.data = data;
    this.frames = new FrameReads(data, experience);
    this.index = index;
    this.sliceBytes = sliceBytes;
    this.dictionaries = dictionaries;
  }

  IndexInput source() {
    return data;
  }

  boolean contains(int docID) {
    return docID >= docBase && docID - docBase < docCount;
  }

  int docBase() {
    return docBase;
  }

  boolean isSliced() {
    return sliced;
  }

  /** Moves to the start of the block that holds a document. */
  void load(int docID) throws IOException {
    docCount = 0;
    long block = index.blockOf(docID);
    int firstDoc = index.docBase(block);
    int docs = index.docBase(block + 1) - firstDoc;
    long start = index.pointer(block);
    framesEnd = index.pointer(block + 1);
    frames.announceNext(start, Math.min(framesEnd, start + FrameCompressor.frameBound(sliceBytes)));
    data.seek(start);
    int token = data.readVInt();
    length = data.readVInt();
    framesStart = data.getFilePointer();
    sliced = (token & TOKEN_SLICED) != 0;
    frameDictionary = dictionaries.of(block);
    if (docs <= 0
        || token >>> TOKEN_DOCS_SHIFT != docs
        || framesStart >= framesEnd
        || length <= 0
        || sliced != length > sliceBytes
        || (sliced && length / sliceBytes > (framesEnd - framesStart) / MIN_SLICE_BYTES)) {
      throw new CorruptIndexException(
          "head of block "
              + block
              + " at "
              + start
              + " is "
              + token
              + ", "
              + length
              + ", must be that of "
              + docs
              + " documents, with frames from "
              + framesStart
              + " to "
              + framesEnd,
          data);
    }
    nextFrame = framesStart;
    windowStart = 0;
    windowLength = 0;
    at = 0;
    nextWindow();
    docBase = firstDoc;
    docCount = docs;
  }

  /** Announces a block that will be read. */
  void announce(long start, long end) {
    frames.announce(start, end);
  }

  /** Forgets the block; after a failure nothing of it may be believed. */
  void invalidate() {
    docCount = 0;
  }

  /** Position in the block's content. */
  int position() {
    return windowStart + at;
  }

  int remaining() {
    return length - position();
  }

  /** Goes back to the block's start. */
  void rewind() throws IOException {
    if (windowStart > 0) {
      nextFrame = framesStart;
      windowStart = 0;
      windowLength = 0;
      nextWindow();
    }
    at = 0;
  }

  /** Goes back to a position that lies in the window; false if it does not. */
  boolean goBack(int position) {
    if (position < windowStart) {
      return false;
    }
    at = position - windowStart;
    return true;
  }

  private void nextWindow() throws IOException {
    int start = windowStart + windowLength;
    int expected = Math.min(length - start, sliced ? sliceBytes : length);
    int frameLength = enterFrame(start);
    if (frame.length < frameLength) {
      frame = new byte[ArrayUtil.oversize(frameLength, 1)];
    }
    if (start > 0) {
      frames.announceNext(nextFrame, nextFrame + frameLength);
    }
    data.readBytes(frame, 0, frameLength);
    if (window.length < expected) {
      // As a rule one fetch is all that it is for: not a byte more is to be cleared.
      window = new byte[expected];
    }
    int got = decompress(frameLength, expected);
    if (got != expected) {
      throw new CorruptIndexException(
          "content of the frame at " + nextFrame + " is " + got + " bytes, must be " + expected,
          data);
    }
    nextFrame += frameLength;
    windowStart = start;
    windowLength = expected;
    at = 0;
  }

  /** Stands {@link #data} and {@link #nextFrame} on the next frame's first byte. */
  private int enterFrame(int contentStart) throws IOException {
    if (contentStart >= length) {
      throw new CorruptIndexException(
          "end of the fields of the block at "
              + framesStart
              + " is behind it, must be at most "
              + length,
          data);
    }
    data.seek(nextFrame);
    long frameLength;
    if (sliced) {
      frameLength = data.readVInt();
      nextFrame = data.getFilePointer();
    } else {
      frameLength = framesEnd - nextFrame;
    }
    // A frame never is much longer than its content; more would be an allocation for nothing.
    if (frameLength <= 0
        || frameLength > framesEnd - nextFrame
        || frameLength > FrameCompressor.frameBound(Math.min(length, sliceBytes))) {
      throw new CorruptIndexException(
          "length of the frame at "
              + nextFrame
              + " is "
              + frameLength
              + ", must be that of a frame and end by "
              + framesEnd,
          data);
    }
    return (int) frameLength;
  }

  private int decompress(int frameLength, int expected) throws IOException {
    ZstdDictionary used = frameDictionary;
    // Other segments, or fetches that overlap, may keep the dictionary.
    if (dictionaries.isReleased() || (used != null && !used.tryRetain())) {
      throw new AlreadyClosedException("the stored fields reader is closed");
    }
    try {
      return DecompressionContexts.decompress(used, frame, frameLength, window, expected);
    } catch (ZstdException e) {
      throw new CorruptIndexException(
          "frame at " + nextFrame + " of " + frameLength + " bytes is damaged: " + e.getMessage(),
          data,
          e);
    } finally {
      if (used != null) {
        used.release();
      }
    }
  }

  @Override
  public byte readByte() throws IOException {
    if (at == windowLength) {
      nextWindow();
    }
    return window[at++];
  }

  @Override
  public void readBytes(byte[] b, int offset, int count) throws IOException {
    int to = offset;
    int left = count;
    while (left > 0) {
      if (at == windowLength) {
        nextWindow();
      }
      int n = Math.min(left, windowLength - at);
      System.arraycopy(window, at, b, to, n);
      at += n;
      to += n;
      left -= n;
    }
  }

  @Override
  public void skipBytes(long count) throws IOException {
    if (count < 0) {
      throw new IllegalArgumentException("count must be >= 0: count=" + count);
    }
    long left = count;
    while (left > windowLength - at) {
      left -= windowLength - at;
      windowStart += windowLength;
      windowLength = 0;
      at = 0;
      int next = Math.min(length - windowStart, sliceBytes);
      if (next > 0 && left >= next) {
        // In two steps: entering a frame moves to its first byte.
        int frameLength = enterFrame(windowStart);
        nextFrame += frameLength;
        windowStart += next;
        left -= next;
      } else {
        nextWindow();
      }
    }
    at += (int) left;
  }

  /** Reads this many bytes as a string; the caller has checked that the block has them. */
  String readUtf8(int count) throws IOException {
    if (count <= windowLength - at) {
      String value = new String(window, at, count, StandardCharsets.UTF_8);
      at += count;
      return value;
    }
    byte[] bytes = new byte[count];
    readBytes(bytes, 0, count);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Copies content between two positions of a block that is in one frame. */
  void copyTo(DocBlockBuffer out, int from, int to) {
    assert sliced == false && to <= windowLength : from + " to " + to + " of " + windowLength;
    out.writeBytes(window, from, to - from);
  }
}
