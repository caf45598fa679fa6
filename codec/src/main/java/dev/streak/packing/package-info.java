/**
 * Small integers side by side, a few bits each: packed, unpacked, and set as bits without being
 * unpacked. Nothing here knows what they mean.
 */
package dev.streak.packing;
