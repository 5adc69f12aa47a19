// Package sqldb opens the database of a store, a SQLite file or a PostgreSQL server,
// and runs SQL on it. It knows nothing of content: the schema comes from its user as
// migrations.
//
// Queries are written once, for SQLite, with ? as placeholder; what differs between
// the databases stands in dialect.go and in the file named for the database. Errors
// of a driver name their remedy after DB.Explain. An error of a PostgreSQL server
// that does not answer wraps backoff.ErrUnreachable.
//
// Start with Open, then Conn (queries), Tx (writing), Listener and DB.Lease (several
// nodes on one PostgreSQL).
package sqldb
