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
package dev.streak.it;

import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.lucene.tests.util.LuceneTestCase;

/** Applications that come and go in one JVM, as in a server to which they are deployed. */
@LuceneTestCase.SuppressSysoutChecks(bugUrl = "the child prints")
public class TestManagementBeans extends LuceneTestCase {

  private static final Set<String> TYPES =
      Set.of(
          "BlockCache",
          "AnswerChecks",
          "NativeMemory",
          "PrefixSets",
          "RunQueries",
          "Streak",
          "TermHash");

  public void testCopiesAreToldApartAndGo() throws Exception {
    Path scratch = createTempDir("beans");
    PublishedJars jars = new PublishedJars(scratch);
    Path application = scratch.resolve("application");
    UserApplication.compile(
        "-cp",
        jars.all(),
        application,
        UserApplication.source("user/src/main/java/user/Writes.java"),
        UserApplication.source("user/src/main/java/user/Reads.java"));
    List<String> path = new ArrayList<>(List.of(application.toString()));
    jars.all().forEach(jar -> path.add(jar.toString()));
    try (ChildJvm child =
        ChildJvm.ofTests(
            List.of("-Xmx256m"),
            Server.class,
            scratch.resolve("index").toString(),
            String.join(java.io.File.pathSeparator, path))) {
      Integer status = child.waitFor(120, TimeUnit.SECONDS);
      List<String> output = child.drain();
      assertEquals(String.join("\n", output), Integer.valueOf(0), status);
    }
  }

  /** Runs in a JVM of its own, whose class loaders nobody else holds. */
  static final class Server {
    private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();

    public static void main(String[] arguments) throws Exception {
      String[] path = arguments[1].split(java.io.File.pathSeparator);
      WeakReference<ClassLoader> first = deploy(path, arguments[0] + "1", "");
      check(beans().equals(Set.of()), "the dead are forgotten: " + beans());
      check(first.get() == null, "the first application is still loaded");
      // The name is free again.
      deploy(path, arguments[0] + "2", "");
      URLClassLoader one = loader(path);
      use(one, arguments[0] + "3");
      WeakReference<ClassLoader> two = deploy(path, arguments[0] + "4", ",copy=2");
      check(two.get() == null, "the second copy is still loaded");
      check(beans().equals(names("")), "the first copy's are left: " + beans());
      one.close();
    }

    /** Uses an application, looks at its beans and takes it away. */
    private static WeakReference<ClassLoader> deploy(String[] path, String index, String copy)
        throws Exception {
      URLClassLoader loader = loader(path);
      use(loader, index);
      check(beans().containsAll(names(copy)), copy + ": " + beans());
      ObjectName streak = new ObjectName("dev.streak:type=Streak" + copy);
      check(
          BEANS.getAttribute(streak, "ClassLoader").equals(loader.toString()),
          "bean of another class loader");
      ObjectName cache = new ObjectName("dev.streak:type=BlockCache" + copy);
      check((Long) BEANS.getAttribute(cache, "Loads") > 0, "bean of another cache");
      loader.close();
      WeakReference<ClassLoader> left = new WeakReference<>(loader);
      loader = null;
      for (int i = 0; i < 100 && left.get() != null; i++) {
        System.gc();
        Thread.sleep(20);
      }
      for (ObjectName name : BEANS.queryNames(new ObjectName("dev.streak:*"), null)) {
        look(name);
      }
      return left;
    }

    /** As a monitor does. */
    private static void look(ObjectName name) {
      try {
        BEANS.getAttribute(name, "anything");
      } catch (@SuppressWarnings("unused") javax.management.JMException | RuntimeException e) {
        // There is no such attribute, or no such bean any more.
      }
    }

    private static URLClassLoader loader(String[] path) throws Exception {
      List<URL> urls = new ArrayList<>();
      for (String entry : path) {
        urls.add(Path.of(entry).toUri().toURL());
      }
      return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    private static void use(ClassLoader loader, String index) throws Exception {
      Thread.currentThread().setContextClassLoader(loader);
      try {
        for (String main : new String[] {"user.Writes", "user.Reads"}) {
          loader
              .loadClass(main)
              .getMethod("main", String[].class)
              .invoke(null, (Object) new String[] {index});
        }
      } finally {
        Thread.currentThread().setContextClassLoader(null);
      }
    }

    private static Set<String> beans() throws Exception {
      Set<String> names = new TreeSet<>();
      BEANS.queryNames(new ObjectName("dev.streak:*"), null).forEach(n -> names.add(n.toString()));
      return names;
    }

    private static Set<String> names(String copy) {
      Set<String> names = new TreeSet<>();
      TYPES.forEach(type -> names.add("dev.streak:type=" + type + copy));
      return names;
    }

    private static void check(boolean condition, String message) {
      if (!condition) {
        throw new AssertionError(message);
      }
    }
  }
}
