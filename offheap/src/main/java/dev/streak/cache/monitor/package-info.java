/** What an operator sees of the cache: numbers in the code and in JMX. */
package dev.streak.cache.monitor;
