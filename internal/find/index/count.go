package index

import "estate/internal/content/search"

// Counter returns a function that counts the results of filters in the current content, without
// the counts of their options. Filters with the same limits of price or size share the work, so a
// counter is for similar filters. It is 0 for an unknown kind and not safe for concurrent use.
func (ix *Index) Counter() func(search.Filter) int {
	kinds, ranges := *ix.current.Load(), map[search.Kind]rangeCache{}
	return func(f search.Filter) int {
		s, ok := kinds[f.Kind]
		if !ok {
			return 0
		}
		if ranges[f.Kind] == nil {
			ranges[f.Kind] = rangeCache{}
		}
		return s.count(f, ranges[f.Kind])
	}
}

func (s *snapshot) count(f search.Filter, ranges rangeCache) int {
	q := newQuery(f)
	count := s.base.countMatches(&q, s.masked, ranges)
	for i := range s.changed {
		row := &s.changed[i]
		if row.Sold && !f.FindsSold() {
			continue
		}
		if failed, rest := q.failing(row); rest && failed == ([groups]bool{}) {
			count++
		}
	}
	return count
}
