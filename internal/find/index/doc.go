// Package index answers property and development search from memory: one page
// of ids in order, the total, and the count of every option under the other
// filters.
//
// A snapshot is immutable: a base of bitmaps, numbered so that bit order is the
// default order, and a small overlay of the rows that changed since it was built.
// Readers load the current snapshot and never wait. A change makes the next snapshot;
// when the overlay has grown, a new base is built beside the old one.
//
// Start with Index (index.go) and snapshot.go, which answers one search: matches.go finds
// the rows, counts.go counts the options, order.go selects a page. base.go holds the data
// of a row, filter.go has the conditions of a filter.
package index
