package index

import (
	"cmp"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"estate/internal/content/search"
)

// snapshot is one collection at one moment: a base and an overlay of later changes.
type snapshot struct {
	base    *base
	changed []search.Row    // overlay: new or changed rows, by ascending id
	masked  *roaring.Bitmap // base rows that were changed or deleted
}

var emptySnapshot = func() *snapshot {
	b, err := buildBase(func(func(search.Row, error) bool) {})
	if err != nil {
		panic(err) // no rows, no error
	}
	return &snapshot{base: b, masked: roaring.New()}
}()

// with returns the snapshot after rows were put and ids deleted.
func (s *snapshot) with(put []search.Row, deleted []int) *snapshot {
	next := &snapshot{base: s.base, masked: s.masked.Clone()}
	newer := make(map[int]bool, len(put)+len(deleted))
	for i := range put {
		newer[put[i].ID] = true
	}
	for _, id := range deleted {
		newer[id] = true
	}
	for id := range newer {
		if row, ok := s.base.row(id); ok {
			next.masked.Add(row)
		}
	}
	next.changed = make([]search.Row, 0, len(s.changed)+len(put))
	for i := range s.changed {
		if !newer[s.changed[i].ID] {
			next.changed = append(next.changed, s.changed[i])
		}
	}
	next.changed = append(next.changed, put...)
	slices.SortFunc(next.changed, func(a, b search.Row) int { return cmp.Compare(a.ID, b.ID) })
	return next
}

// search evaluates one filter.
func (s *snapshot) search(f search.Filter) search.Result {
	q := newQuery(f)
	set := countings.Get().(*counting)
	defer countings.Put(set)
	m := s.base.match(&q, s.masked, &set.memory)
	counts := newCounts(s.base)
	s.base.count(set, m, f.SoldID(), counts)

	compare := comparison(f.Sort)
	var fresh []position // matching rows of the overlay, in order
	for i := range s.changed {
		row := &s.changed[i]
		failed, rest := q.failing(row)
		if !rest {
			continue
		}
		q.countRow(row, failed, counts)
		if row.Sold && !f.FindsSold() {
			continue
		}
		if failed == ([groups]bool{}) {
			for _, slug := range row.Features {
				counts.Features[slug]++
			}
			at := position{id: row.ID, price: price32(row.Price), modified: row.Modified}
			if f.IsRanked() {
				at.rank = int8(f.Rank.Of(row.Offers, row.Types))
			}
			fresh = append(fresh, at)
		}
	}
	slices.SortFunc(fresh, compare)

	perPage := f.PerPage
	if perPage <= 0 {
		perPage = search.PerPage
	}
	total := m.total + len(fresh)
	result := search.Result{Total: total, TotalPages: (total + perPage - 1) / perPage, Counts: counts}
	if len(f.IDs) > 0 && f.Sort == "" {
		result.IDs = pageOf(s.inGivenOrder(f.IDs, m.all, fresh), f.Page, perPage)
		return result
	}
	page := max(f.Page, 1)
	if page > result.TotalPages {
		return result
	}
	result.IDs = s.merge(m, fresh, &f, compare, (page-1)*perPage, perPage)
	return result
}

// merge returns a page of the ids of base and overlay in the order of a filter.
func (s *snapshot) merge(m *matches, fresh []position, f *search.Filter, compare func(a, b position) int, from, count int) []int {
	// At most len(fresh) rows of the overlay come before the page, so the base's part of
	// the page begins at most that much earlier.
	start := max(from-len(fresh), 0)
	rows := s.base.window(m, f, start, from+count)
	place, next := start, 0
	if start > 0 && len(rows) > 0 {
		first := s.base.position(m, rows[0])
		next, _ = slices.BinarySearchFunc(fresh, first, compare)
		place += next
	}
	ids := make([]int, 0, count)
	for len(ids) < count && (len(rows) > 0 || next < len(fresh)) {
		var id int
		if len(rows) > 0 && (next == len(fresh) || compare(s.base.position(m, rows[0]), fresh[next]) < 0) {
			id, rows = s.base.id(rows[0]), rows[1:]
		} else {
			id, next = fresh[next].id, next+1
		}
		if place >= from {
			ids = append(ids, id)
		}
		place++
	}
	return ids
}

// inGivenOrder returns the matches in the order of ids: that in which a visitor saved
// them.
func (s *snapshot) inGivenOrder(ids []int, all []uint64, fresh []position) []int {
	var found []int
	for _, id := range ids {
		if slices.Contains(found, id) {
			continue
		}
		row, ok := s.base.row(id)
		inBase := ok && has(all, row)
		inFresh := slices.ContainsFunc(fresh, func(p position) bool { return p.id == id })
		if inBase || inFresh {
			found = append(found, id)
		}
	}
	return found
}

func pageOf(ids []int, page, perPage int) []int {
	from := min((max(page, 1)-1)*perPage, len(ids))
	return ids[from:min(from+perPage, len(ids))]
}
