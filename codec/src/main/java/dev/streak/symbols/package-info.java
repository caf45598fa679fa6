/**
 * Codes of one byte for what occurs often in texts, such as the words of log messages. Each text is
 * read, and compared, without those before it, which a compressor of whole blocks does not allow.
 * {@link dev.streak.symbols.SymbolTrainer} chooses the symbols of a {@link
 * dev.streak.symbols.SymbolTable}, {@link dev.streak.symbols.SymbolEncoder} writes by it.
 */
package dev.streak.symbols;
