package index

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"testing"

	"estate/internal/content/search"
)

// indexOf builds an index of properties with these references, their ids from 1.
func indexOf(t *testing.T, references ...string) *Index {
	t.Helper()
	ix := New(Config{Rows: func(context.Context) iter.Seq2[search.Row, error] {
		return func(yield func(search.Row, error) bool) {
			for i, reference := range references {
				if !yield(search.Row{ID: i + 1, Kind: search.KindProperties, Reference: reference}, nil) {
					return
				}
			}
		}
	}})
	if err := ix.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	return ix
}

func TestNearFindsMisspeltReferences(t *testing.T) {
	ix := indexOf(t, "ZRE1041P", "ZRE1042P", "ZRE2210G", "ZR-9A", "")
	for _, tt := range []struct {
		name, typed string
		want        []int
	}{
		{"the letter O for a zero", "ZRE1O41P", []int{1}},
		{"two digits swapped", "zre1401p", []int{1}},
		{"a letter missing", "ZRE041P", []int{1}},
		{"a letter too many", "ZRE22210G", []int{3}},
		{"hyphens and spaces", "zre-22 10 g", []int{3}},
		{"the beginning alone", "zre10", []int{1, 2}},
		{"the digits alone", "2210", []int{3}},
		{"a short one allows one edit", "zr9b", []int{4}},
		{"nothing like it", "QQQ777", nil},
		{"too short", "z", nil},
		{"nothing", "", nil},
		{"longer than any", fmt.Sprintf("%060d", 1), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := ix.Near(search.KindProperties, tt.typed, 5); !slices.Equal(got, tt.want) {
				t.Errorf("Near(%q) = %v, want %v", tt.typed, got, tt.want)
			}
		})
	}
}

func TestNearReturnsTheClosestUpToItsLimit(t *testing.T) {
	ix := indexOf(t, "ZRE1099P", "ZRE1049P", "ZRE1041G", "ZRE1043P")
	if got, want := ix.Near(search.KindProperties, "ZRE1044P", 5), []int{4, 2}; !slices.Equal(got, want) {
		t.Errorf("Near = %v, want %v", got, want)
	}
	if got, want := ix.Near(search.KindProperties, "zre10", 2), []int{3, 4}; !slices.Equal(got, want) {
		t.Errorf("Near of a beginning = %v, want %v", got, want)
	}
	if got := ix.Near("villages", "ZRE1041P", 2); got != nil {
		t.Errorf("Near of an unknown collection = %v, want none", got)
	}
}

func TestNearFollowsChanges(t *testing.T) {
	ix := indexOf(t, "ZRE1041P", "ZRE1042P")
	ix.Apply(Changes{
		Put:     []search.Row{{ID: 1, Kind: search.KindProperties, Reference: "QQ77"}, {ID: 9, Kind: search.KindProperties, Reference: "ZRE1043P"}},
		Deleted: map[search.Kind][]int{search.KindProperties: {2}},
	})
	if got, want := ix.Near(search.KindProperties, "ZRE1041P", 5), []int{9}; !slices.Equal(got, want) {
		t.Errorf("Near after changes = %v, want %v", got, want)
	}
}
