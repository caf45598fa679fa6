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

import java.util.function.Consumer;
import java.util.function.Function;
import javax.management.InvalidAttributeValueException;
import javax.management.MBeanAttributeInfo;

/**
 * An attribute of a bean, which shows snapshots of one type.
 *
 * @param name as JMX shows it
 * @param meaning what a console says of it
 * @param type of its value
 * @param read reads it from a snapshot
 * @param write changes it; null if nobody can
 */
public record BeanAttribute<S, V>(
    String name,
    String meaning,
    Class<V> type,
    Function<? super S, ? extends V> read,
    Consumer<? super V> write) {

  /** A number that is only shown. */
  public static <S> BeanAttribute<S, Long> number(
      String name, String meaning, Function<? super S, Long> read) {
    return new BeanAttribute<>(name, meaning, Long.class, read, null);
  }

  /** A text that is only shown. */
  public static <S> BeanAttribute<S, String> text(
      String name, String meaning, Function<? super S, String> read) {
    return new BeanAttribute<>(name, meaning, String.class, read, null);
  }

  /**
   * Changes the attribute; returns false if the value is of another type, or nobody can.
   *
   * @throws InvalidAttributeValueException if what changes it refuses the value
   */
  boolean set(Object value) throws InvalidAttributeValueException {
    if (write == null || !type.isInstance(value)) {
      return false;
    }
    try {
      write.accept(type.cast(value));
    } catch (IllegalArgumentException | IllegalStateException e) {
      // A console need not have the classes of other exceptions, Lucene's for example.
      InvalidAttributeValueException refused = new InvalidAttributeValueException(e.getMessage());
      refused.initCause(e);
      throw refused;
    }
    return true;
  }

  MBeanAttributeInfo info() {
    return new MBeanAttributeInfo(name, typeName(), meaning, true, write != null, false);
  }

  /** Consoles plot and change primitive types, and show others as objects. */
  private String typeName() {
    if (type == Long.class) {
      return long.class.getName();
    }
    if (type == Integer.class) {
      return int.class.getName();
    }
    return type == Boolean.class ? boolean.class.getName() : type.getName();
  }
}
