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
import java.util.List;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.InvalidAttributeValueException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.OperationsException;
import javax.management.ReflectionException;

/**
 * A bean that looks at a snapshot made anew for each read, so that all attributes of one read fit
 * together. It needs no interface, which would have to be exported to all the world.
 */
record SnapshotBean<S>(
    String meaning, Supplier<? extends S> snapshot, List<BeanAttribute<S, ?>> attributes)
    implements DynamicMBean {

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

  private BeanAttribute<S, ?> attribute(String name) throws AttributeNotFoundException {
    for (BeanAttribute<S, ?> attribute : attributes) {
      if (attribute.name().equals(name)) {
        return attribute;
      }
    }
    throw new AttributeNotFoundException("no attribute: name=" + name);
  }

  @Override
  public Object getAttribute(String name) throws AttributeNotFoundException {
    return attribute(name).read().apply(snapshot.get());
  }

  /** Attributes that are not there are left out, as JMX asks for. */
  @Override
  public AttributeList getAttributes(String[] names) {
    S now = snapshot.get();
    AttributeList read = new AttributeList(names.length);
    for (String name : names) {
      for (BeanAttribute<S, ?> attribute : attributes) {
        if (attribute.name().equals(name)) {
          read.add(new Attribute(name, attribute.read().apply(now)));
        }
      }
    }
    return read;
  }

  @Override
  public void setAttribute(Attribute changed)
      throws AttributeNotFoundException, InvalidAttributeValueException {
    BeanAttribute<S, ?> attribute = attribute(changed.getName());
    if (!attribute.set(changed.getValue())) {
      throw new InvalidAttributeValueException(
          changed.getName()
              + (attribute.write() == null
                  ? " cannot be changed"
                  : " must be of type " + attribute.info().getType() + ": " + changed.getValue()));
    }
  }

  /** Attributes that could not be changed are left out, as JMX asks for. */
  @Override
  public AttributeList setAttributes(AttributeList changes) {
    AttributeList changed = new AttributeList(changes.size());
    for (Attribute change : changes.asList()) {
      try {
        setAttribute(change);
        changed.add(change);
      } catch (@SuppressWarnings("unused") OperationsException | RuntimeException e) {
        // Whoever wants to know why sets this one alone.
      }
    }
    return changed;
  }

  @Override
  public Object invoke(String action, Object[] arguments, String[] signature)
      throws ReflectionException {
    throw new ReflectionException(new NoSuchMethodException(action), "no operation: " + action);
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    return new MBeanInfo(
        SnapshotBean.class.getName(),
        meaning,
        attributes.stream().map(BeanAttribute::info).toArray(MBeanAttributeInfo[]::new),
        null,
        null,
        null);
  }
}
