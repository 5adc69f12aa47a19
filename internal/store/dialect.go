package store

import (
	"strconv"
	"strings"

	"github.com/pressly/goose/v3/database"
)

// dialect is what differs between databases.
type dialect struct {
	goose database.Dialect
	// schema turns a migration, written for SQLite, into the database's own words;
	// nil leaves it.
	schema func(migration string) string
	// versions is the table that tells how far migrations have come.
	versions string
	// numbered placeholders are $1, $2 … in place of ?.
	numbered bool
	// shared databases have other writers: other nodes, and commands beside them.
	shared bool
	// explain turns a driver's error into one that names the remedy; others pass.
	explain func(name string, err error) error
}

// bind rewrites the ? of a query into the database's placeholders. Queries of
// this package hold no ? in text.
func (d dialect) bind(query string) string {
	if !d.numbered {
		return query
	}
	var b strings.Builder
	n := 0
	for _, r := range query {
		if r != '?' {
			b.WriteRune(r)
			continue
		}
		n++
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}

// marks is a list of n placeholders: (?,?,?).
func marks(n int) string {
	return "(" + strings.TrimSuffix(strings.Repeat("?,", n), ",") + ")"
}

// padded repeats the last id until the length is a power of two, so that lists
// of any length need few prepared statements.
func padded(ids []int) []any {
	size := 1
	for size < len(ids) {
		size *= 2
	}
	args := make([]any, size)
	for i := range args {
		args[i] = ids[min(i, len(ids)-1)]
	}
	return args
}
