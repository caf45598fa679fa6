/**
 * Small files of a segment in one: doc values, norms, points and stored fields, which other formats
 * write. Where they are small, one file stands for two or three; where not, the small ones of them
 * are one.
 */
package dev.streak.bundles;
