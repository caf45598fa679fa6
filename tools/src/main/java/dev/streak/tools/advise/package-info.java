/** What an index would gain, predicted from a sample of its terms. */
package dev.streak.tools.advise;
