// Package route is the permalink table: it tells what a link means, without I/O
// (routing contract §3 and §4).
//
// Start with Table; the rows stand in table.go.
package route
