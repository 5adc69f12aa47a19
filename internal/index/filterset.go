package index

import (
	"slices"

	"estate/internal/search"
)

// FilterSet finds the filters that a row passes: the reverse of a search. Each filter is listed
// below the combinations of offer, type, place and one further option of which a row must have
// one, so a row is compared with few of many filters. The text of a filter (search.Filter.Text) is not compared.
// It is not safe for concurrent use.
type FilterSet struct {
	entries map[string][]filterKey // the keys of each filter
	lists   map[filterKey][]savedFilter
}

type savedFilter struct {
	id string
	*query
}

// filterKey is what a filter requires; a zero option means that it requires nothing.
type filterKey struct {
	kind              search.Kind
	offer, typ, place option
	further           furtherOption
}

// furtherOption is an option of a category, a collection, a feature, or a number of rooms.
type furtherOption struct {
	group group
	option
}

// groupFeature is the group of features in a furtherOption.
const groupFeature = groups

// maxFilterKeys bounds the keys of one filter; beyond it offers, then types, are not required.
const maxFilterKeys = 64

// NewFilterSet returns an empty set.
func NewFilterSet() *FilterSet {
	return &FilterSet{entries: map[string][]filterKey{}, lists: map[filterKey][]savedFilter{}}
}

// Len is the number of filters.
func (s *FilterSet) Len() int { return len(s.entries) }

// Put adds a filter under an id, in place of an earlier one.
func (s *FilterSet) Put(id string, f search.Filter) {
	s.Delete(id)
	q := newQuery(f)
	keys := keysOfFilter(&q)
	for _, key := range keys {
		s.lists[key] = append(s.lists[key], savedFilter{id, &q})
	}
	s.entries[id] = keys
}

// Delete removes the filter of an id, if there is one.
func (s *FilterSet) Delete(id string) {
	for _, key := range s.entries[id] {
		list := slices.DeleteFunc(s.lists[key], func(saved savedFilter) bool { return saved.id == id })
		if s.lists[key] = list; len(list) == 0 {
			delete(s.lists, key)
		}
	}
	delete(s.entries, id)
}

// Matching returns the ids of the filters that the row passes, sorted, and the number of filters
// with which it was compared. A sold row passes those that find sold properties.
func (s *FilterSet) Matching(row *search.Row) (ids []string, compared int) {
	var has [groups][]option
	for g := range has {
		has[g] = append(has[g], optionsOf(row, group(g))...)
	}
	further := furtherOptions(row, &has)
	for _, offer := range append(slices.Clone(has[groupOffer]), option{}) {
		for _, typ := range append(slices.Clone(has[groupType]), option{}) {
			for _, place := range append(slices.Clone(has[groupLocation]), option{}) {
				for _, other := range further {
					list := s.lists[filterKey{kindOf(row.Kind), offer, typ, place, other}]
					compared += len(list)
					for i := range list {
						if list[i].passesAll(row, &has) {
							ids = append(ids, list[i].id)
						}
					}
				}
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), compared
}

// passesAll is failing for a row whose options are known.
func (q *query) passesAll(row *search.Row, has *[groups][]option) bool {
	if row.Sold && !q.filter.FindsSold() {
		return false
	}
	for g := range has {
		for _, alternatives := range q.wanted[g] {
			if !slices.ContainsFunc(alternatives, func(o option) bool { return slices.Contains(has[g], o) }) {
				return false
			}
		}
	}
	return q.passesRest(row)
}

// keysOfFilter are the combinations of which a row must have one.
func keysOfFilter(q *query) []filterKey {
	offers, types, places := required(q.wanted[groupOffer]), required(q.wanted[groupType]), required(q.wanted[groupLocation])
	if len(offers)*len(types)*len(places) > maxFilterKeys {
		offers = []option{{}}
	}
	if len(types)*len(places) > maxFilterKeys {
		types = []option{{}}
	}
	further := furtherOf(q)
	var keys []filterKey
	for _, offer := range offers {
		for _, typ := range types {
			for _, place := range places {
				keys = append(keys, filterKey{kindOf(q.filter.Kind), offer, typ, place, further})
			}
		}
	}
	return keys
}

// furtherOf is one further option that a row must have, the zero value when there is none.
// Alternatives of a list are not required one by one.
func furtherOf(q *query) furtherOption {
	if features := q.filter.Features; len(features) > 0 {
		return furtherOption{groupFeature, option{slug: features[0]}}
	}
	for _, g := range []group{groupCollection, groupCategory, groupBeds, groupBaths} {
		if sets := q.wanted[g]; len(sets) > 0 && len(sets[0]) == 1 {
			return furtherOption{g, sets[0][0]}
		}
	}
	return furtherOption{}
}

// furtherOptions are the options of a row that a filter may require, and the zero value.
func furtherOptions(row *search.Row, has *[groups][]option) []furtherOption {
	options := []furtherOption{{}}
	for _, slug := range row.Features {
		options = append(options, furtherOption{groupFeature, option{slug: slug}})
	}
	for _, g := range []group{groupCollection, groupCategory, groupBeds, groupBaths} {
		for _, o := range has[g] {
			options = append(options, furtherOption{g, o})
		}
	}
	return options
}

// required are the alternatives of the last set of a group, the most specific one of places, or
// the zero option when there is none.
func required(sets [][]option) []option {
	if len(sets) == 0 {
		return []option{{}}
	}
	return sets[len(sets)-1]
}

// kindOf is the kind of a filter or row; "" means properties.
func kindOf(kind search.Kind) search.Kind {
	if kind == "" {
		return search.KindProperties
	}
	return kind
}
