//go:build !unix

package sqldb

import "os"

// flock does nothing: the system has no flock, SQLite has locks of its own.
func flock(*os.File) error { return nil }
