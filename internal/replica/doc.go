// Package replica keeps a store equal to what a remote WordPress publishes.
//
// One pass does everything: list what the CMS publishes, compare ids and times of
// change with the store, take what is new or different, delete what is gone. The
// first full copy is such a pass over an empty store, and after a restart it goes
// on where it was, because what is equal is not taken again. In between, short
// passes ask only for what changed of late, and a webhook names single things.
// The webhook may be lost: passes find whatever it would have told.
//
// What belongs together is written together: an entity with the terms, author and
// picture that it needs. One entity that cannot be taken is listed, tried again
// with growing pauses, and keeps back nothing else. Content that disappears in
// numbers is not deleted but told: somebody must confirm it.
//
// Start with Replica.Run; pass.go and poll.go say what a pass does, take.go how
// entities are taken, gone.go when they are deleted.
package replica
