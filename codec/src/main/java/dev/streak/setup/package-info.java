/** What is looked at when the codec is first used: jars, versions, properties; and the beans. */
package dev.streak.setup;
