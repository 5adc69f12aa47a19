package index

import (
	"slices"
	"testing"

	"estate/internal/content/search"
)

// TestNumbersBeyond32Bits: ids and times that do not fit into four bytes are found and sorted.
func TestNumbersBeyond32Bits(t *testing.T) {
	rows := rowSet{}
	for i, id := range []int{1 << 40, 7, 1 << 50} {
		rows[id] = search.Row{ID: id, Kind: search.KindProperties, Modified: []int64{-5, 1 << 33, 3}[i]}
	}
	ix := New(Config{Rows: rows.rows})
	if err := ix.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		filter search.Filter
		want   []int
	}{
		{search.Filter{}, []int{7, 1 << 50, 1 << 40}},
		{search.Filter{ExcludeIDs: []int{7, 0}}, []int{1 << 50, 1 << 40}},
		{search.Filter{IDs: []int{1 << 40, 1<<40 + 1}}, []int{1 << 40}},
	} {
		test.filter.Kind = search.KindProperties
		got, err := ix.Search(t.Context(), test.filter)
		if err != nil || !slices.Equal(got.IDs, test.want) {
			t.Errorf("%+v: got %v, want %v: %v", test.filter, got.IDs, test.want, err)
		}
	}
}
