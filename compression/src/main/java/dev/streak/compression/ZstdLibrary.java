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
import com.github.luben.zstd.util.Native;
import java.util.Arrays;

/**
 * Whether the native library can be used. Loading it is the first thing that may fail on a machine,
 * so it must not happen in a merge thread, nor when a class is merely named. Success is remembered.
 * A failure is not: a process that was short of memory or of open files may have enough now.
 */
final class ZstdLibrary {
  private static volatile boolean works;

  private ZstdLibrary() {}

  /**
   * Returns quietly when Zstandard works here.
   *
   * @throws ZstdUnavailableException otherwise
   */
  static void ensureAvailable() {
    if (works == false) {
      tryOut();
      works = true;
    }
  }

  // A library that cannot load shows as any of UnsatisfiedLinkError, NoClassDefFoundError,
  // ExceptionInInitializerError, IllegalCallerException, and a jar that is too old as
  // NoSuchMethodError: all of them mean the same to the caller.
  private static void tryOut() {
    byte[] text = new byte[64];
    try {
      // All other classes of zstd-jni do this as they are initialized, and Java never initializes a
      // class again that failed once.
      Native.load();
      if (Arrays.equals(text, thereAndBack(text)) == false) {
        throw new IllegalStateException("64 zero bytes did not survive a round trip");
      }
    } catch (Exception | LinkageError e) {
      throw unavailable(e);
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
            + ". "
            + advice(cause.toString())
            + " To write without Zstandard choose Lucene's own stored fields format.",
        failure);
  }

  private static String advice(String cause) {
    if (cause.contains("Too many open files")) {
      return "The process has as many files open as it may (ulimit -n). The next use tries again.";
    }
    // The loader says the first both for want of memory and of the right to execute, zstd-jni the
    // last of an object that it could not make.
    boolean noMemory =
        cause.contains("failed to map segment")
            || cause.contains("Cannot allocate memory")
            || cause.contains("ZSTD_create");
    return (noMemory
            ? "Perhaps there was no memory for it: the container's limit, ulimit -v, or the"
                + " machine's. The next use tries again. If it fails, check"
            : "Check")
        + " these, in this order: (1) zstd-jni is on the class path, and no"
        + " release before 1.5.2; (2) it unpacks its"
        + " library into the temporary directory "
        + System.getProperty("java.io.tmpdir")
        + ", which must be writable and not mounted noexec: choose another with"
        + " -Djava.io.tmpdir=DIR, or install the library and name it with"
        + " -DZstdNativePath=FILE; (3) its library needs glibc on Linux: on musl (Alpine)"
        + " install libc6-compat or a build for musl; (4) a Java that denies native access"
        + " needs --enable-native-access=ALL-UNNAMED (or the module"
        + " com.github.luben.zstd_jni).";
  }
}
