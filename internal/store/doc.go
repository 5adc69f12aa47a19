// Package store keeps the agency's content in a database and answers content.Source
// from it: a SQLite file, or a PostgreSQL database that several nodes share.
//
// The schema is plain (migrations/): one JSON document per entity and the columns that
// look-ups need. Searching properties by filter is left to a content.Searcher, which is
// built from Rows and kept up to date by Subscribe and RowsSince.
//
// Entities that a Store returns are shared between callers and must not be changed.
//
// Calls go one way, downwards in this list:
//
//	open.go                 opens the database, loads the memory, starts the listener
//	write.go, listen.go     commit of a batch; commits of other nodes
//	catchup.go              applies the changes of other nodes
//	put*.go, delete.go      the operations of a Batch, over flush.go and batch.go
//	archive*.go, list*.go … the look-ups, one file each, over entities.go
//	snapshot.go, cache.go   content in memory
//	changes.go              the change log
//	record, sqldb           packages: rows of content; connections and statements
//
// Start with Open and Store.Write.
package store
