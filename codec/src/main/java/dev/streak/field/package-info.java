/**
 * What a field offers beyond Lucene's terms, and who hears of its terms while it is written: the
 * interfaces between the packages of this module.
 */
package dev.streak.field;
