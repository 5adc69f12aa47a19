package index

import (
	"slices"
	"testing"

	"estate/internal/content/search"
)

// Places of all levels are alternatives: a home of which the feed names the town alone is in "Marbella or Estepona".
func TestListsOfPlacesAreAlternatives(t *testing.T) {
	rows := rowSet{
		1: {ID: 1, Kind: search.KindProperties, Province: 636},
		2: {ID: 2, Kind: search.KindProperties, Province: 636, City: 700},
		3: {ID: 3, Kind: search.KindProperties, Province: 6, City: 722},
		4: {ID: 4, Kind: search.KindProperties, Province: 6, City: 723, Subarea: 801},
		5: {ID: 5, Kind: search.KindProperties, Province: 25},
	}
	ix := New(Config{Rows: rows.rows})
	if err := ix.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		filter search.Filter
		want   []int
	}{
		{search.Filter{Provinces: []int{636}, Cities: []int{722}}, []int{1, 2, 3}},
		{search.Filter{Provinces: []int{636}, Cities: []int{700}}, []int{1, 2}},
		{search.Filter{Cities: []int{700}, Subareas: []int{801}}, []int{2, 4}},
		{search.Filter{Provinces: []int{25}, Cities: []int{722}, Subareas: []int{801}}, []int{3, 4, 5}},
	} {
		tt.filter.Kind = search.KindProperties
		found, err := ix.Search(t.Context(), tt.filter)
		if slices.Sort(found.IDs); err != nil || !slices.Equal(found.IDs, tt.want) {
			t.Errorf("%+v: found %v, %v; want %v", tt.filter, found.IDs, err, tt.want)
		}
		saved := NewFilterSet()
		saved.Put("search", tt.filter)
		for id, row := range rows {
			if matching, _ := saved.Matching(&row); len(matching) > 0 != slices.Contains(tt.want, id) {
				t.Errorf("%+v: the saved search matches home %d: %v", tt.filter, id, matching)
			}
		}
	}
}
