package index

import (
	"slices"
	"testing"

	"estate/internal/content/search"
)

func TestReferencesThatCompleteAText(t *testing.T) {
	ix := indexOf(t, "ZRE1041P", "ZRE1042P", "ZRE-1043-P", "R5512", "OLD9000", "GONE77")
	ix.Apply(Changes{
		Put: []search.Row{
			{ID: 4, Kind: search.KindProperties, Reference: "R5512-G", Sold: true},
			{ID: 5, Kind: search.KindProperties, Reference: "NEW9000"},
		},
		Deleted: map[search.Kind][]int{search.KindProperties: {6}},
	})
	tests := []struct {
		name, text string
		limit      int
		want       []string
	}{
		{"beginning", "zre10", 5, []string{"zre-1043-p", "zre1041p", "zre1042p"}},
		{"limit, in the order of letters and digits", "zre10", 2, []string{"zre1041p", "zre1042p"}},
		{"beginning with punctuation", "ZRE-1041", 5, []string{"zre1041p"}},
		{"beginning of a changed one", "r55", 5, []string{"r5512-g"}},
		{"part", "1042", 5, []string{"zre1042p"}},
		{"part across punctuation", "1043p", 5, []string{"zre-1043-p"}},
		{"part of a changed one", "9000", 5, []string{"new9000"}},
		{"part of a changed one across punctuation", "512g", 5, []string{"r5512-g"}},
		{"reference before a change", "old9", 5, nil},
		{"deleted", "gone", 5, nil},
		{"too short", "zr", 5, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := ix.References(search.KindProperties, tt.text, tt.limit); !slices.Equal(got, tt.want) {
				t.Errorf("References(%q) = %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}
