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

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.InvalidAttributeValueException;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.ReflectionException;
import javax.management.StandardMBean;

/** An MXBean that is made anew for each read, so that all attributes of one read fit together. */
record SnapshotBean<T>(Class<T> view, Supplier<? extends T> snapshot) implements DynamicMBean {

  private DynamicMBean now() {
    return new StandardMBean(snapshot.get(), view, true);
  }

  /** Calls this bean. */
  InvocationHandler handler() {
    return (proxy, method, arguments) -> {
      try {
        return method.invoke(this, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    };
  }

  @Override
  public Object getAttribute(String attribute)
      throws AttributeNotFoundException, MBeanException, ReflectionException {
    return now().getAttribute(attribute);
  }

  @Override
  public void setAttribute(Attribute attribute)
      throws AttributeNotFoundException,
          InvalidAttributeValueException,
          MBeanException,
          ReflectionException {
    now().setAttribute(attribute);
  }

  @Override
  public AttributeList getAttributes(String[] attributes) {
    return now().getAttributes(attributes);
  }

  @Override
  public AttributeList setAttributes(AttributeList attributes) {
    return now().setAttributes(attributes);
  }

  @Override
  public Object invoke(String action, Object[] arguments, String[] signature)
      throws MBeanException, ReflectionException {
    return now().invoke(action, arguments, signature);
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    return now().getMBeanInfo();
  }
}
