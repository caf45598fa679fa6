/** Models and builders that other modules' tests share. */
package dev.streak.cache.blocks;
