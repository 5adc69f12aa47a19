// Package store keeps the agency's content in a database, a file of SQLite or a
// PostgreSQL that several nodes share, and answers every content.Source question
// from it.
//
// The database is plain: one JSON document an entity plus the few columns that
// look-ups need. Searching homes by filter is left to a content.Searcher that
// is built from Rows and kept current by the change log (RowsSince,
// Subscribe). What differs between databases stands in dialect.go and the file
// named for the database; all other SQL is written once. How nodes on a server
// stay in step is in listen.go (hearing), catchup.go (taking in) and lease.go.
//
// What a Store returns is shared between callers and must not be changed.
//
// Start with Open and Store.Write; each kind of look-up has a file of its own.
package store
