package sqldb_test

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"testing"

	"estate/internal/platform/sqldb"
)

func openPool(t *testing.T) *sql.DB {
	t.Helper()
	dsn := url.URL{Scheme: "file", Path: filepath.Join(t.TempDir(), "pool.db"), RawQuery: "_pragma=journal_mode(WAL)"}
	db, err := sqldb.OpenPool(dsn.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	db.SetMaxOpenConns(1)
	for _, script := range []string{"CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO t VALUES (1, 10), (2, 20)", "PRAGMA user_version = 7"} {
		if _, err := db.ExecContext(t.Context(), script); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

func number(t *testing.T, db *sql.DB, query string, args ...any) int {
	t.Helper()
	var n int
	if err := db.QueryRowContext(t.Context(), query, args...).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// TestAKeptStatementRunsAgain: with other arguments, after rows that were not read to the end, after an
// error, after a change of the schema, and twice at once.
func TestAKeptStatementRunsAgain(t *testing.T) {
	db := openPool(t)
	const byID, all, insert = "SELECT n FROM t WHERE id = ?", "SELECT id FROM t ORDER BY id", "INSERT INTO t VALUES (?, ?)"
	for range 2 {
		if got := number(t, db, byID, 1) + number(t, db, byID, 2); got != 30 {
			t.Errorf("the sum is %d, want 30", got)
		}
		if got := number(t, db, all); got != 1 { // one of two rows
			t.Errorf("the first row is %d", got)
		}
	}
	if _, err := db.ExecContext(t.Context(), insert, 1, 5); err == nil {
		t.Error("a second row with the same key was stored")
	}
	if _, err := db.ExecContext(t.Context(), insert, 3, 30); err != nil {
		t.Error(err)
	}
	for _, change := range []string{"ALTER TABLE t RENAME TO u", "CREATE TABLE t (id INTEGER, n INTEGER)", "INSERT INTO t VALUES (1, 100)"} {
		if _, err := db.ExecContext(t.Context(), change); err != nil {
			t.Fatal(err)
		}
	}
	if got := number(t, db, byID, 1); got != 100 {
		t.Errorf("after a change of the schema %d, want 100", got)
	}
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }() // it only reads
	one, err := tx.QueryContext(t.Context(), "SELECT id FROM u ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	defer one.Close()
	two, err := tx.QueryContext(t.Context(), "SELECT id FROM u ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	defer two.Close()
	if got := readIDs(t, one) + readIDs(t, two); got != "1 2 3 1 2 3 " {
		t.Errorf("two equal queries have %q", got)
	}
	if err := errors.Join(one.Err(), two.Err()); err != nil {
		t.Error(err)
	}
}

// readIDs reads the only column of all rows.
func readIDs(t *testing.T, rows *sql.Rows) (ids string) {
	t.Helper()
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		ids += fmt.Sprint(id, " ")
	}
	return ids
}

// TestMoreStatementsThanAreKept: the oldest is closed and prepared again.
func TestMoreStatementsThanAreKept(t *testing.T) {
	db := openPool(t)
	for round := range 2 {
		for n := range 200 {
			if got := number(t, db, fmt.Sprintf("SELECT n + %d FROM t WHERE id = ?", n), 1); got != 10+n {
				t.Fatalf("round %d: %d, want %d", round, got, 10+n)
			}
		}
	}
}

func BenchmarkShortStatement(b *testing.B) {
	dsn := url.URL{Scheme: "file", Path: filepath.Join(b.TempDir(), "pool.db")}
	db, err := sqldb.OpenPool(dsn.String())
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(b.Context(), "CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO t VALUES (1, 10)"); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		var n int
		if err := db.QueryRowContext(b.Context(), "SELECT n FROM t WHERE id = ?", 1).Scan(&n); err != nil {
			b.Fatal(err)
		}
	}
}
