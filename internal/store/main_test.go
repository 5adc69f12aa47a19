package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"estate/internal/store"
	"estate/internal/tests/postgrestest"
)

// onServer tells that this round of tests is PostgreSQL's.
var onServer bool

// TestMain runs every test on SQLite and, where there is one, again on PostgreSQL.
func TestMain(m *testing.M) {
	code := m.Run()
	if postgrestest.Has() {
		fmt.Println("the same on PostgreSQL")
		onServer = true
		code = max(code, m.Run())
	}
	os.Exit(code)
}

// place is where a new store goes.
func place(t testing.TB) store.Config {
	t.Helper()
	// Asked in every round: go test remembers results by what a test reads.
	if postgrestest.Has() && onServer {
		return store.Config{URL: postgrestest.URL(t)}
	}
	return store.Config{Path: filepath.Join(t.TempDir(), "with space & ?query#hash", "estate.db")}
}

// aboutFiles leaves a test out of the round of PostgreSQL.
func aboutFiles(t testing.TB) {
	t.Helper()
	if onServer {
		t.Skip("it is about files")
	}
}

// aboutServers leaves a test out of the round of SQLite.
func aboutServers(t testing.TB) {
	t.Helper()
	if !onServer {
		t.Skip("it is about servers; the round of PostgreSQL has it")
	}
}
