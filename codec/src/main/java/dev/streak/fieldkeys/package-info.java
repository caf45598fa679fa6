/**
 * What kind of keys the terms of a field are, found while they go by. {@link
 * dev.streak.fieldkeys.FieldKeys} begins with the narrowest kind that the first term fits, and
 * widens it when a term does not fit; the keys wait in a {@link dev.streak.fieldkeys.KeySpool}.
 * Then {@link dev.streak.fieldkeys.SlotCodeChoice} says what a slot of their table holds. Where
 * keys differ in few places, a search finds these, and keys become numbers of few bits.
 */
package dev.streak.fieldkeys;
