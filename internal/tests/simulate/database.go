package simulate

import (
	"fmt"
	"net/url"
	"os"
	"testing"

	"estate/internal/platform/sqldb"
)

// CopyFile copies a file, such as a database that is closed.
func CopyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// ShrinkPages gives a closed SQLite file small pages. Simulations copy a file that has its schema already, and most of
// their changes are small: with the pages of the program they write many times as much.
func ShrinkPages(t *testing.T, path string) {
	t.Helper()
	dsn := url.URL{Scheme: "file", Path: path}
	db, err := sqldb.OpenPool(dsn.String())
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	for _, change := range []string{"PRAGMA journal_mode = DELETE", "PRAGMA page_size = 2048", "VACUUM", "PRAGMA journal_mode = WAL"} {
		if _, err := db.ExecContext(t.Context(), change); err != nil {
			t.Fatal(fmt.Errorf("%s: %w", change, err))
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
