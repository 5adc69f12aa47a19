// Package index answers property and development search from memory: one page
// of ids in order, the total, and the count of every option under the other
// filters.
//
// A snapshot is immutable: a base of bitmaps, numbered so that bit order is the
// default order, and a small overlay of the rows that changed since it was built.
// Readers load the current snapshot and never wait. A change makes the next snapshot;
// when the overlay has grown, a new base is built beside the old one.
//
// Start with Index (index.go); base.go holds the data of a row, filter.go turns a
// filter into bitmaps, order.go selects a page of them.
package index
