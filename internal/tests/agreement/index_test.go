package agreement

import (
	"context"
	"iter"
	"slices"
	"testing"

	"estate/internal/content/search"
	"estate/internal/find/index"
)

// indexOf builds an index of rows and applies changed ones, so that both of its parts have some.
func indexOf(t *testing.T, rows, changed []search.Row) *index.Index {
	t.Helper()
	ix := index.New(index.Config{Rows: source(slices.Values(rows))})
	if err := ix.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	ix.Apply(index.Changes{Put: changed})
	return ix
}

// source gives rows to an index as a store does.
func source(rows iter.Seq[search.Row]) func(context.Context) iter.Seq2[search.Row, error] {
	return func(context.Context) iter.Seq2[search.Row, error] {
		return func(yield func(search.Row, error) bool) {
			for row := range rows {
				if !yield(row, nil) {
					return
				}
			}
		}
	}
}
