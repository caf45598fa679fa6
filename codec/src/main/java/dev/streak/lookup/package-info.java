/** Many keys at a time: from keys to their documents, in the order in which they are asked for. */
package dev.streak.lookup;
