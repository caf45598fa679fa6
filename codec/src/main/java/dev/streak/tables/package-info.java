/**
 * Hash tables and nothing else: from a key of 64 bits, or 128 in two parts, to a number. They know
 * of no field and no file. {@code KeyTable} is what all of them offer; those of buckets are here,
 * those of slots in {@link dev.streak.slots}.
 *
 * <pre>
 *  writing   NeighborHashBuilder   keys into buckets, in a BucketStore
 *  reading   NeighborHash          one key
 *              BatchLookup         many keys, a BucketWindow of them at a time
 * </pre>
 *
 * <p>Words used of buckets: a <b>line</b> is the four buckets that share a cache line. A key's
 * <b>home</b> is the bucket that its hash names, a bucket's <b>host</b> a key that lies at home
 * there, and a <b>lodger</b> a key that lies elsewhere.
 */
package dev.streak.tables;
