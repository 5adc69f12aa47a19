// Package indexer keeps the search index equal to the store: it applies the change log, builds the index
// again where that is better, and keeps a snapshot of it in a file, from which a start reads it.
//
// Start with Updater. The index itself is package index.
package indexer
