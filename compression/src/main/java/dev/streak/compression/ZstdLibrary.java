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

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import java.util.Arrays;

/**
 * Whether the native library can be used, found out once. Loading it is the first thing that may
 * fail on a machine, so it must not happen in a merge thread, nor when a class is merely named.
 */
final class ZstdLibrary {
  private ZstdLibrary() {}

  /** Tried in the initializer of a class of its own, so that the virtual machine does it once. */
  private static final class Attempt {
    static final Attempt RESULT = new Attempt(tryOut());

    private final Throwable failure;

    private Attempt(Throwable failure) {
      this.failure = failure;
    }

    // A library that cannot load shows as any of UnsatisfiedLinkError, NoClassDefFoundError,
    // ExceptionInInitializerError, IllegalCallerException, and a jar that is too old as
    // NoSuchMethodError: all of them mean the same to the caller.
    private static Throwable tryOut() {
      byte[] text = new byte[64];
      try {
        return Arrays.equals(text, thereAndBack(text))
            ? null
            : new IllegalStateException("64 zero bytes did not survive a round trip");
      } catch (Exception | LinkageError e) {
        return e;
      }
    }

    /** With all that frames of ours need. */
    private static byte[] thereAndBack(byte[] text) {
      try (ZstdDictCompress writing = new ZstdDictCompress(text, 1);
          ZstdDictDecompress reading = new ZstdDictDecompress(text);
          ZstdCompressCtx compression = new ZstdCompressCtx();
          ZstdDecompressCtx decompression = new ZstdDecompressCtx()) {
        compression.setLevel(1).setMagicless(true).setChecksum(true).setDictID(false);
        compression.setMinMatch(7);
        compression.loadDict(writing);
        byte[] frame = compression.compress(text);
        decompression.setMagicless(true);
        decompression.loadDict(reading);
        return decompression.decompress(frame, text.length);
      }
    }
  }

  /**
   * Returns quietly when Zstandard works here.
   *
   * @throws ZstdUnavailableException otherwise
   */
  static void ensureAvailable() {
    if (Attempt.RESULT.failure != null) {
      throw unavailable(Attempt.RESULT.failure);
    }
  }

  static ZstdUnavailableException unavailable(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    return new ZstdUnavailableException(
        "The native Zstandard library (zstd-jni) cannot be used on "
            + System.getProperty("os.name")
            + "/"
            + System.getProperty("os.arch")
            + ", Java "
            + System.getProperty("java.version")
            + ": "
            + cause
            + ". Check these, in this order: (1) zstd-jni is on the class path, and no"
            + " release before 1.5.2; (2) it unpacks its"
            + " library into the temporary directory "
            + System.getProperty("java.io.tmpdir")
            + ", which must be writable and not mounted noexec: choose another with"
            + " -DZstdTempFolder=DIR, or install the library and name it with"
            + " -DZstdNativePath=FILE; (3) its library needs glibc on Linux: on musl (Alpine)"
            + " install libc6-compat or a build for musl; (4) a Java that denies native access"
            + " needs --enable-native-access=ALL-UNNAMED (or the module"
            + " com.github.luben.zstd_jni). To write without Zstandard choose Lucene's own stored"
            + " fields format.",
        failure);
  }
}
