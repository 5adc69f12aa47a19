// Package route is the permalink table: it returns the target of a link, without
// I/O (routing §3 and §4).
//
// It matches the form of links only. Whether an entity exists for a target is
// decided by package resolve.
//
// Start with Table; rows.go has the rows, config.go the settings.
package route
