// Package indexer keeps the search index equal to the store: it builds the index at the start, applies the
// change log, and builds the index again where that is better.
//
// Start with Updater. The index itself is package index.
package indexer
