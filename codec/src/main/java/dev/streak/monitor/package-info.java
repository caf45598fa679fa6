/** What an operator sees in JMX: one interface a bean, each attribute with its meaning. */
package dev.streak.monitor;
