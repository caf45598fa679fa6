/**
 * The terms that a query asks for, as they were given: bytes, numbers, or what Lucene keeps packed.
 * They are found to be distinct, and put in the order in which tables are read fastest, once for a
 * query and not once for a segment.
 */
package dev.streak.queryterms;
