// Package storetest opens stores for tests, on SQLite and on PostgreSQL.
//
// Start with Main and Open.
package storetest
