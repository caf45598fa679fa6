/** The terms dictionary of fields that hold documents only: sorted blocks and their index. */
package dev.streak.terms;
