/** Models and builders that other modules' tests share. */
package dev.streak.offheap;
