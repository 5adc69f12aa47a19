package index

import "estate/internal/content/search"

// Len is the number of rows of a collection.
func (ix *Index) Len(kind search.Kind) int {
	s, ok := (*ix.current.Load())[kind]
	if !ok {
		return 0
	}
	return s.base.n - int(s.masked.GetCardinality()) + len(s.changed)
}
