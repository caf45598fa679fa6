/**
 * Terms that are digits: decimal numbers, hexadecimal digits and UUIDs, read from text and written
 * as it. All that spell keys this way take them from here, so that one number has one spelling.
 */
package dev.streak.digits;
