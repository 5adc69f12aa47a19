package store

import (
	"strconv"
	"strings"
	"time"
)

// param reads one further parameter, named as in the REST API; unknown ones and
// values that cannot be read do nothing.
func (a *ask) param(s *Store, key, value string) {
	n, numErr := strconv.Atoi(value)
	switch key {
	case "search":
		a.words, a.unwanted = nil, nil
		a.search(value)
	case "slug":
		a.slugs = nil
		for _, slug := range firstOf(strings.Split(value, ","), maxListed) {
			a.slugs = append(a.slugs, foldSlug(strings.TrimSpace(slug)))
		}
		if value == "" {
			a.slugs = nil
		}
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
	case "orderby":
		a.orderBy = value
	case "order":
		a.descending = value != "asc"
	}
	if numErr != nil {
		return
	}
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
		if _, known := homeLetters[key]; known {
			a.taxonomy, a.term = key, n
		}
	}
}

func numbers(list string) []int {
	var ids []int
	for _, word := range firstOf(strings.Split(list, ","), maxListed) {
		if n, err := strconv.Atoi(strings.TrimSpace(word)); err == nil {
			ids = append(ids, n)
		}
	}
	return ids
}

func instant(value string, otherwise time.Time) time.Time {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", time.DateOnly} {
		if t, err := time.Parse(layout, value); err == nil {
			return t
		}
	}
	return otherwise
}
