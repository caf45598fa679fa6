/**
 * Tables of slots: a key is in one slot or nowhere, and which one a pilot of eight bits says. They
 * take half of the bytes of buckets or less.
 *
 * <pre>
 *  writing   PilotSearch              pilots of a part, so that each of its keys has a slot alone
 *  both      SlotGeometry, SlotPlaces where pilots and slots lie
 *            SlotCode, UuidSlots      what a slot holds: a check of the key, and its number
 *  reading   SlotTable                one key, or many
 *              SlotLoads, SlotDecoder pilots and slots of a window of keys
 * </pre>
 */
package dev.streak.slots;
