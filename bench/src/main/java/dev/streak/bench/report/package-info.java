/**
 * {@code ./streak report}: results as a page and as Markdown. Charts are drawn as SVG by hand: a
 * charting library would bring AWT and its fonts along for lines, dots and text, and would not know
 * the axis of percentiles.
 */
package dev.streak.bench.report;
