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
package dev.streak.setup;

import dev.streak.cache.BlockCache;
import dev.streak.checks.AnswerChecks;
import dev.streak.columns.MaskInstructions;
import dev.streak.compression.ZstdSettings;
import dev.streak.management.StreakLog;
import dev.streak.termhash.TermHashSwitch;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.util.Version;

/**
 * What Streak needs in a process: a Lucene that fits, all jars, and system properties that can be
 * understood. Found out before the first segment is opened: whatever is wrong later is taken for
 * damage of a segment, which {@code CheckIndex -exorcise} removes.
 */
public final class Requirements {

  /** The release of Lucene that Streak is compiled and tested with. */
  static final Version BUILT_FOR = Version.fromBits(10, 5, 1);

  /** The oldest release of Lucene that has all we use. */
  static final Version OLDEST = Version.fromBits(10, 5, 0);

  /**
   * A jar, a class of it that releases which are too old do not have, and one of our own classes
   * that uses it: in a module or a bundle, only that one's class loader may see the jar.
   */
  record Jar(String artifact, String className, String user) {}

  private static final String THIS = Requirements.class.getName();

  static final List<Jar> JARS =
      List.of(
          new Jar("streak-offheap", "dev.streak.cache.BlockCache", THIS),
          new Jar("streak-compression", "dev.streak.compression.ZstdSettings", THIS),
          new Jar("lucene-core", "org.apache.lucene.codecs.lucene104.Lucene104Codec", THIS),
          new Jar(
              "caffeine",
              "com.github.benmanes.caffeine.cache.Policy$CacheEntry",
              "dev.streak.cache.BlockCache"),
          new Jar("zstd-jni", "com.github.luben.zstd.Zstd", "dev.streak.compression.ZstdSettings"));

  private static final String NO_DAMAGE =
      "; this says nothing about the index, so do not exorcise any";

  /** All system properties that any part of Streak reads. */
  static final Set<String> PROPERTIES =
      new TreeSet<>(
          List.of(
              "dev.streak.cache.bytes",
              "dev.streak.cache.debug",
              "dev.streak.cache.enabled",
              "dev.streak.cache.slabBytes",
              AnswerChecks.PROPERTY,
              MaskInstructions.PROPERTY,
              TermHashSwitch.PROPERTY));

  private static volatile boolean met;

  private Requirements() {}

  /**
   * Returns quietly when Streak can work in this process.
   *
   * @throws IllegalStateException if a module or a jar is missing, or does not fit
   * @throws IllegalArgumentException if a system property has a wrong value
   */
  public static void check() {
    if (met == false) {
      checkAll();
    }
  }

  private static synchronized void checkAll() {
    if (met) {
      return;
    }
    checkLucene(Version.LATEST);
    checkModule("java.management", "javax.management.MBeanServer");
    for (Jar jar : JARS) {
      checkJar(jar);
    }
    checkRelease("streak-offheap", BlockCache.class);
    checkRelease("streak-compression", ZstdSettings.class);
    checkProperties();
    tellOfOtherLucene(Version.LATEST);
    StreakBeans.register();
    met = true;
  }

  static void checkLucene(Version present) {
    if (present.major != BUILT_FOR.major || present.onOrAfter(OLDEST) == false) {
      throw new IllegalStateException(
          "Streak was built for Lucene "
              + BUILT_FOR
              + " and needs Lucene "
              + OLDEST
              + " or a later "
              + BUILT_FOR.major
              + ".x, but lucene-core is of version "
              + present
              + NO_DAMAGE);
    }
  }

  /** On the class path nobody else looks whether a runtime that was put together has a module. */
  static void checkModule(String module, String className) {
    try {
      Class.forName(className, false, Requirements.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      throw new IllegalStateException(
          "Streak needs the module "
              + module
              + ", which this Java runtime does not have: add it with jlink --add-modules"
              + NO_DAMAGE,
          e);
    }
  }

  private static void checkJar(Jar jar) {
    try {
      ClassLoader loader = Requirements.class.getClassLoader();
      if (jar.user.equals(THIS) == false) {
        loader = Class.forName(jar.user, false, loader).getClassLoader();
      }
      Class.forName(jar.className, false, loader);
    } catch (ClassNotFoundException | LinkageError e) {
      throw new IllegalStateException(
          "Streak needs the jar "
              + jar.artifact
              + ", and its class "
              + jar.className
              + " cannot be loaded: put a release that has it on the class path or module path"
              + NO_DAMAGE,
          e);
    }
  }

  /** Manifests tell the release; where there are none, all were packed by somebody else. */
  private static void checkRelease(String artifact, Class<?> type) {
    String ours = Requirements.class.getPackage().getImplementationVersion();
    String other = type.getPackage().getImplementationVersion();
    if (ours != null && other != null && ours.equals(other) == false) {
      throw new IllegalStateException(
          "Streak's jars must be of one release, but streak-codec is "
              + ours
              + " and "
              + artifact
              + " is "
              + other
              + NO_DAMAGE);
    }
  }

  /** Reads those that are read once, for a wrong value is to be reported now. */
  private static void checkProperties() {
    BlockCache.shared();
    AnswerChecks.oneIn();
    MaskInstructions.check();
    TermHashSwitch.isEnabled();
    for (String name : unknownProperties(System.getProperties().stringPropertyNames())) {
      StreakLog.warnOnce(
          "property " + name,
          () -> "System property " + name + " is none of Streak's, which are " + PROPERTIES);
    }
  }

  static Set<String> unknownProperties(Set<String> names) {
    Set<String> unknown = new TreeSet<>(names);
    unknown.removeIf(name -> name.startsWith("dev.streak.") == false || PROPERTIES.contains(name));
    return unknown;
  }

  private static void tellOfOtherLucene(Version present) {
    if (present.equals(BUILT_FOR) == false) {
      StreakLog.infoOnce(
          "Lucene " + present,
          () -> "Streak was built for Lucene " + BUILT_FOR + " and runs with " + present);
    }
  }
}
