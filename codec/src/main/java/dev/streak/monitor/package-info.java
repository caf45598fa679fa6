/** What an operator watches: the counters of this JVM. JMX shows them, too. */
package dev.streak.monitor;
