package sqldb

import (
	"strconv"
	"strings"

	"github.com/pressly/goose/v3/database"
)

// dialect is what differs between databases.
type dialect struct {
	goose database.Dialect
	// schema rewrites a migration from SQLite's SQL; nil leaves it.
	schema func(migration string) string
	// versions is the table of the migrations that were applied.
	versions string
	// numbered placeholders are $1, $2 … in place of ?.
	numbered bool
	// server: several nodes may share the database.
	server bool
	// explain adds the remedy to a driver's error; other errors pass.
	explain func(name string, err error) error
}

// bind rewrites the placeholders ? of a query. No query holds a ? in a text.
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

// Placeholders is a list of n placeholders: (?,?,?).
func Placeholders(n int) string {
	return "(" + strings.TrimSuffix(strings.Repeat("?,", n), ",") + ")"
}

// Padded returns ids as arguments for Placeholders. It repeats the last id until the
// length is a power of two: lists of any length need few prepared statements.
func Padded(ids []int) []any {
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
