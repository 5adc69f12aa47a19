package index

import (
	"fmt"
	"hash/maphash"
	"reflect"
	"slices"

	"estate/internal/content/search"
)

// FilterSet finds the filters that a row passes: the reverse of a search. Equal filters are
// compared once. Each filter is listed below the combinations of offer, type, place and one
// further option of which a row must have one, so a row is compared with few of many filters.
// The text of a filter (search.Filter.Text), its order and its page are not compared. It is not
// safe for concurrent use.
type FilterSet struct {
	seed    maphash.Seed
	entries map[string]*savedFilter // by id
	equal   map[uint64][]*savedFilter
	lists   map[filterKey][]*savedFilter
	calls   uint64 // of Matching
}

// savedFilter is a filter with the ids under which it was put.
type savedFilter struct {
	query
	ids  []string
	hash uint64
	keys []filterKey
	call uint64 // of Matching, the last one that compared it
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
	return &FilterSet{
		seed: maphash.MakeSeed(), entries: map[string]*savedFilter{}, equal: map[uint64][]*savedFilter{},
		lists: map[filterKey][]*savedFilter{},
	}
}

// Put adds a filter under an id, in place of an earlier one.
func (s *FilterSet) Put(id string, f search.Filter) {
	s.Delete(id)
	saved := s.saved(f)
	saved.ids = append(saved.ids, id)
	s.entries[id] = saved
}

// saved returns the entry of a filter; it adds a new one.
func (s *FilterSet) saved(f search.Filter) *savedFilter {
	f.Text, f.Sort, f.Page, f.PerPage, f.Map = "", "", 0, 0, search.MapView{}
	hash := maphash.String(s.seed, fmt.Sprintf("%#v", f))
	for _, saved := range s.equal[hash] {
		if reflect.DeepEqual(saved.filter, f) {
			return saved
		}
	}
	saved := &savedFilter{query: newQuery(f), hash: hash}
	saved.keys = keysOfFilter(&saved.query)
	for _, key := range saved.keys {
		s.lists[key] = append(s.lists[key], saved)
	}
	s.equal[hash] = append(s.equal[hash], saved)
	return saved
}

// Delete removes the filter of an id, if there is one.
func (s *FilterSet) Delete(id string) {
	saved := s.entries[id]
	if saved == nil {
		return
	}
	delete(s.entries, id)
	saved.ids = slices.DeleteFunc(saved.ids, func(other string) bool { return other == id })
	if len(saved.ids) > 0 {
		return
	}
	remove(s.equal, saved.hash, saved)
	for _, key := range saved.keys {
		remove(s.lists, key, saved)
	}
}

// remove takes a filter off the list of a key.
func remove[K comparable](lists map[K][]*savedFilter, key K, saved *savedFilter) {
	list := slices.DeleteFunc(lists[key], func(other *savedFilter) bool { return other == saved })
	if lists[key] = list; len(list) == 0 {
		delete(lists, key)
	}
}

// Matching returns the ids of the filters that the row passes, each once, and the number of
// different filters with which it was compared. A sold row passes those that find sold properties.
func (s *FilterSet) Matching(row *search.Row) (ids []string, compared int) {
	s.calls++
	var has [groups][]option
	for g := range has {
		has[g] = append(has[g], optionsOf(row, group(g))...)
	}
	further := furtherOptions(row, &has)
	for _, offer := range append(slices.Clone(has[groupOffer]), option{}) {
		for _, typ := range append(slices.Clone(has[groupType]), option{}) {
			for _, place := range append(slices.Clone(has[groupLocation]), option{}) {
				for _, other := range further {
					for _, saved := range s.lists[filterKey{kindOf(row.Kind), offer, typ, place, other}] {
						if saved.call == s.calls {
							continue // listed below several keys of the row
						}
						saved.call = s.calls
						compared++
						if saved.passesAll(row, &has) {
							ids = append(ids, saved.ids...)
						}
					}
				}
			}
		}
	}
	return ids, compared
}

// passesAll is failing for a row whose options are known.
func (q *query) passesAll(row *search.Row, has *[groups][]option) bool {
	if row.Sold && !q.filter.FindsSold() {
		return false
	}
	for g := range has {
		isOne := func(o option) bool { return slices.Contains(has[g], o) }
		if alternatives := q.wanted[g]; len(alternatives) > 0 && !slices.ContainsFunc(alternatives, isOne) {
			return false
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
		if alternatives := q.wanted[g]; len(alternatives) == 1 {
			return furtherOption{g, alternatives[0]}
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

// required are the alternatives of a group, or the zero option when there is none.
func required(alternatives []option) []option {
	if len(alternatives) == 0 {
		return []option{{}}
	}
	return alternatives
}

// kindOf is the kind of a filter or row; "" means properties.
func kindOf(kind search.Kind) search.Kind {
	if kind == "" {
		return search.KindProperties
	}
	return kind
}
