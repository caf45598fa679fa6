/** Whether an index is sound. */
package dev.streak.tools.verify;
