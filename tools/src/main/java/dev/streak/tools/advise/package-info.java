/**
 * What an index would gain, predicted from a sample of its terms and their lists, for the order
 * that it has and for others. The sample of a field is written in memory with both codecs; bytes
 * and times of these, by strata of terms whose lists are about as long, make the forecast.
 */
package dev.streak.tools.advise;
