/**
 * What users set and watch of hash tables for exact terms: settings, a switch and counters. Package
 * {@code dev.streak.hashedterms} has the tables' files, {@code dev.streak.tables} the tables.
 */
package dev.streak.termhash;
