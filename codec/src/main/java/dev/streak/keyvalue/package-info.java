/**
 * Batched reads by key. A {@link dev.streak.keyvalue.BatchReader} turns thousands of exact keys
 * into columns of values.
 */
package dev.streak.keyvalue;
