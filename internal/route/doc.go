// Package route is the permalink table: it tells what a link means, without I/O
// (routing §3 and §4).
//
// It knows shapes of links and nothing of content: whether an entity exists
// behind a target is the business of package resolve.
//
// Start with Table; the rows stand in rows.go, the settings in config.go.
package route
