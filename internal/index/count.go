package index

import (
	"slices"
	"strings"

	"estate/internal/search"
)

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

// References returns at most limit references that begin with a text or, if there are none,
// contain it. Characters that are no letter or digit do not count. They are folded and sorted.
// Sold properties are among them.
func (ix *Index) References(kind search.Kind, text string, limit int) []string {
	s, ok := (*ix.current.Load())[kind]
	wanted := lettersAndDigits([]byte(search.FoldReference(text)), nil)
	if !ok || len(wanted) < minPartLen || len(wanted) > maxNearLen {
		return nil
	}
	var found []string
	for i := range s.changed {
		folded := search.FoldReference(s.changed[i].Reference)
		if strings.HasPrefix(string(lettersAndDigits([]byte(folded), nil)), string(wanted)) {
			found = append(found, folded)
		}
	}
	order := s.base.nearOrder()
	taken := 0
	add := func(row uint32) {
		if !s.masked.Contains(row) {
			found = append(found, string(order.refs.of(row)))
			taken++
		}
	}
	for lo, hi := order.beginning(wanted); lo < hi && taken < limit; lo++ {
		add(order.rows[lo])
	}
	if len(found) == 0 {
		for it := order.refs.containing(string(wanted), nil).Iterator(); it.HasNext() && taken < limit; {
			add(it.Next())
		}
	}
	slices.Sort(found)
	found = slices.Compact(found)
	return found[:min(limit, len(found))]
}
