// Package index answers property and development search from memory: one page
// of ids in order, the total, and the count of every option under the other
// filters.
//
// A Snapshot is immutable: a base of bitmaps, numbered so that bit order is the
// default order, under a small overlay of what changed since it was built.
// Readers take the current snapshot and never wait; a change makes the next one,
// and when the overlay has grown a new base is built beside the old one.
//
// Start with Index (index.go); base.go shows what is kept of a row, filter.go
// how a filter becomes bitmaps, order.go how a page is cut from them.
package index
