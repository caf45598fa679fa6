/** Numbers that stand for all that an index holds, whatever codec wrote it. */
package dev.streak.tools.digest;
