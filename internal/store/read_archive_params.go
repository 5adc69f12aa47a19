package store

import (
	"strconv"
	"strings"
	"time"

	"estate/internal/store/record"
)

// param reads one further parameter, named as in the REST API. Unknown parameters and
// invalid values are ignored.
func (a *archiveQuery) param(s *Store, key, value string) {
	if a.textParam(key, value) {
		return
	}
	if n, err := strconv.Atoi(value); err == nil {
		a.numberParam(s, key, n)
	}
}

// textParam reads a parameter that is a text, a date or a list. It returns false for any
// other.
func (a *archiveQuery) textParam(key, value string) bool {
	switch key {
	case "search":
		a.words, a.unwanted = nil, nil
		a.search(value)
	case "slug":
		a.slugs = slugsIn(value)
	case "include":
		if a.include = numbers(value); len(a.include) > 0 && a.orderBy == "" {
			a.orderBy = "include"
		}
	case "exclude":
		a.exclude = numbers(value)
	case "after":
		a.after = instant(value, a.after)
	case "before":
		a.before = instant(value, a.before)
	case "sticky":
		sticky := value == "true"
		a.sticky = &sticky
	case "orderby":
		a.orderBy = value
	case "order":
		a.descending = value != "asc"
	default:
		return false
	}
	return true
}

// numberParam reads a parameter that is a number or an id.
func (a *archiveQuery) numberParam(s *Store, key string, n int) {
	switch key {
	case "page":
		a.page = n
	case "per_page":
		a.perPage = n
	case "offset":
		a.offset = max(n, 0)
	case "author":
		a.author = n
	case "parent":
		a.parent = n
	case "categories", "tags":
		a.taxonomy, a.term = string(s.typeOf(key)), n
	default:
		if _, known := record.FactLetters[key]; known {
			a.taxonomy, a.term = key, n
		}
	}
}

// slugsIn reads a list of slugs, folded.
func slugsIn(list string) []string {
	if list == "" {
		return nil
	}
	var slugs []string
	for _, slug := range firstOf(strings.Split(list, ","), maxListed) {
		slugs = append(slugs, record.FoldSlug(strings.TrimSpace(slug)))
	}
	return slugs
}

// numbers reads a list of ids and skips what is no number.
func numbers(list string) []int {
	var ids []int
	for _, word := range firstOf(strings.Split(list, ","), maxListed) {
		if n, err := strconv.Atoi(strings.TrimSpace(word)); err == nil {
			ids = append(ids, n)
		}
	}
	return ids
}

// instant reads a time; an invalid one gives otherwise.
func instant(value string, otherwise time.Time) time.Time {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", time.DateOnly} {
		if t, err := time.Parse(layout, value); err == nil {
			return t
		}
	}
	return otherwise
}

// firstOf returns at most n entries of a list.
func firstOf[E any](list []E, n int) []E { return list[:min(len(list), n)] }
