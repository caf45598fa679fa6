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
package dev.streak.management;

import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Shows in JMX what this copy of Streak does. Beans are named {@code dev.streak:type=...}; where a
 * class loader of the same JVM has registered its copy before, {@code ,copy=2} and so on is added.
 *
 * <p>The server does not hold what it shows, so a class loader that is not used any more can go;
 * beans of it unregister themselves when they are looked at next, by a reader or by another copy.
 */
public final class ManagementBeans {

  /** The domain of all names. */
  public static final String DOMAIN = "dev.streak";

  private static final int MAX_COPIES = 1000;

  /** Holds the beans as long as this class is there. */
  private static final List<Object> BEANS = new ArrayList<>();

  /** Which copy of Streak this is; 0 before the first registration. */
  private static int copy;

  private ManagementBeans() {}

  /**
   * Registers a bean. One that cannot be registered is logged, and missed by nobody else.
   *
   * @param type ends the name
   * @param meaning what a console says of the bean
   * @param snapshot makes what is shown, once for each read of one or many attributes
   */
  public static synchronized <S> void register(
      String type,
      String meaning,
      Supplier<? extends S> snapshot,
      List<BeanAttribute<S, ?>> attributes) {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      forgetTheDead(server);
      register(server, type, new SnapshotBean<>(meaning, snapshot, attributes));
    } catch (JMException | ReflectiveOperationException | RuntimeException e) {
      StreakLog.warnOnce("JMX " + type, () -> "No bean " + type + " in JMX: " + e);
    }
  }

  private static void register(MBeanServer server, String type, SnapshotBean<?> bean)
      throws JMException, ReflectiveOperationException {
    for (int number = Math.max(copy, 1); number < MAX_COPIES; number++) {
      ObjectName name = name(type, number);
      InvocationHandler handler = bean.handler();
      try {
        server.registerMBean(WeakBean.of(server, name, handler), name);
        copy = BEANS.isEmpty() ? number : copy;
        BEANS.add(handler);
        return;
      } catch (
          @SuppressWarnings("unused")
          InstanceAlreadyExistsException e) {
        // Another copy's: the next number.
      }
    }
    throw new JMException("more than " + MAX_COPIES + " copies");
  }

  private static ObjectName name(String type, int number) throws JMException {
    return new ObjectName(DOMAIN + ":type=" + type + (number == 1 ? "" : ",copy=" + number));
  }

  private static void forgetTheDead(MBeanServer server) throws JMException {
    for (ObjectName name : server.queryNames(new ObjectName(DOMAIN + ":*"), null)) {
      try {
        server.getMBeanInfo(name);
      } catch (@SuppressWarnings("unused") JMException | RuntimeException e) {
        // It unregistered itself, see WeakBean.
      }
    }
  }
}
