// Package store keeps the agency's content in a database and answers content.Source
// from it: a SQLite file, which commands write beside the site, or a PostgreSQL database that
// several nodes share.
//
// The schema is plain (migrations/): one JSON document per entity and the columns that
// look-ups need. Searching properties by filter is left to a content.Searcher, which is
// built from Rows and kept up to date by Subscribe and RowsSince.
//
// Entities that a Store returns are shared between callers and must not be changed.
//
// Calls go one way, downwards in this list:
//
//	open.go       opens the database, loads the memory, starts the listener
//	write*.go     a batch: its operations, their rows, its commit
//	history*.go   what a change replaces: events of properties, versions, revisions, former links
//	changes*.go   the change log, the commits of others, subscribers
//	read_*.go     the look-ups, one file each, over read_entities.go
//	text_*.go     search in texts
//	memory_*.go   content in memory
//	drafts.go     changes that wait to be published
//	notes.go      short texts of other packages
//
// Packages below: record (rows of content), contentfile, sqldb (connections and statements).
//
// Start with Open and Store.Write.
package store
