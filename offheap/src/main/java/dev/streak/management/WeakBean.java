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

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import javax.management.DynamicMBean;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * A bean of nothing but the JDK's classes, which leads to one of ours through a weak reference. The
 * server would keep an object of ours, and with it our class loader, for ever: a leak each time
 * that an application is deployed anew. When ours is gone, the bean unregisters itself.
 */
final class WeakBean {
  private WeakBean() {}

  /** Returns a bean that calls {@code target}, which the caller keeps. */
  static DynamicMBean of(MBeanServer server, ObjectName name, InvocationHandler target)
      throws ReflectiveOperationException {
    // The JDK defines helper classes in the context class loader, which may be one that should go.
    Thread thread = Thread.currentThread();
    ClassLoader context = thread.getContextClassLoader();
    thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
    try {
      InvocationHandler handler =
          MethodHandleProxies.asInterfaceInstance(
              InvocationHandler.class, call(server, name, new WeakReference<>(target)));
      return (DynamicMBean)
          Proxy.newProxyInstance(
              DynamicMBean.class.getClassLoader(), new Class<?>[] {DynamicMBean.class}, handler);
    } finally {
      thread.setContextClassLoader(context);
    }
  }

  /** If the target is gone, unregister; else call it. No lambdas, which are classes of ours. */
  private static MethodHandle call(
      MBeanServer server, ObjectName name, WeakReference<InvocationHandler> target)
      throws ReflectiveOperationException {
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    MethodType call =
        MethodType.methodType(Object.class, Object.class, Method.class, Object[].class);
    MethodHandle get =
        lookup
            .findVirtual(WeakReference.class, "get", MethodType.methodType(Object.class))
            .bindTo(target);
    MethodHandle isGone =
        MethodHandles.filterReturnValue(
            get,
            lookup.findStatic(
                Objects.class, "isNull", MethodType.methodType(boolean.class, Object.class)));
    MethodHandle unregister =
        MethodHandles.insertArguments(
                lookup.findVirtual(
                    MBeanServer.class,
                    "unregisterMBean",
                    MethodType.methodType(void.class, ObjectName.class)),
                0,
                server,
                name)
            .asType(MethodType.methodType(Object.class));
    MethodHandle invoke =
        MethodHandles.foldArguments(
            lookup.findVirtual(InvocationHandler.class, "invoke", call),
            get.asType(MethodType.methodType(InvocationHandler.class)));
    return MethodHandles.guardWithTest(
        isGone, MethodHandles.dropArguments(unregister, 0, call.parameterList()), invoke);
  }
}
