//go:build !unix

package store

import "os"

// flock is left to SQLite's own locks where the system has no flock.
func flock(*os.File) error { return nil }
