/** Leaf readers that wrap others: which of them the terms may be taken from. */
package dev.streak.leaf;
