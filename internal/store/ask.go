package store

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/search"
)

// Limits of what one archive query may ask for.
const (
	defaultPerPage = 10
	maxPerPage     = 1000
	maxPage        = 1 << 30
	maxListed      = 1000 // ids in include and exclude
	maxWords       = 9    // words of a search; more are taken as one phrase
	maxSearch      = 400  // bytes of a search
)

// ask is an archive query made ready: parameters read, bounds set.
type ask struct {
	typ        content.Type
	lang       i18n.Lang
	page       int
	perPage    int
	offset     int // -1: by page
	author     int
	parent     int // -1: any
	taxonomy   string
	term       int
	after      time.Time
	before     time.Time
	words      []string // every one must be found
	unwanted   []string // none may be found
	include    []int
	exclude    []int
	slugs      []string
	orderBy    string
	descending bool
	collection string // slug of term, where the taxonomy is known by slug
}

func newAsk(s *Store, lang i18n.Lang, q content.ArchiveQuery) *ask {
	a := &ask{
		typ: s.typeOf(q.Endpoint), lang: lang, page: q.Page, perPage: q.PerPage, offset: -1,
		author: q.Author, parent: -1, term: q.Term, after: q.After, before: q.Before,
		include: q.Include, exclude: q.Exclude, descending: true,
	}
	if q.Term != 0 {
		a.taxonomy = string(s.typeOf(q.Taxonomy))
	}
	if q.Search != nil {
		a.search(*q.Search)
	}
	if _, isTerm := s.shelf.Load().terms[string(a.typ)]; isTerm || a.typ == content.TypeAuthor {
		a.orderBy, a.descending = "name", false
	}
	if len(a.include) > 0 {
		a.orderBy = "include"
	}
	for key, value := range q.Params {
		a.param(s, key, value)
	}
	if a.orderBy == "include" && len(a.include) == 0 {
		a.orderBy = ""
	}
	a.page = min(max(a.page, 1), maxPage)
	if a.perPage <= 0 {
		a.perPage = defaultPerPage
	}
	a.perPage = min(a.perPage, maxPerPage)
	a.include, a.exclude = firstOf(a.include, maxListed), firstOf(a.exclude, maxListed)
	if a.taxonomy == search.KeyOptions || a.taxonomy == search.KeyCollections {
		if term := s.shelf.Load().termByID[content.Ref{Type: content.Type(a.taxonomy), ID: a.term}]; term != nil {
			a.collection = term.Slug
		}
	}
	return a
}

func firstOf[E any](list []E, n int) []E { return list[:min(len(list), n)] }

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

// search reads the raw text of key s: words and "phrases" that must be found,
// -words that must not.
func (a *ask) search(raw string) {
	text, err := url.QueryUnescape(raw)
	if err != nil {
		text = raw
	}
	if len(text) > maxSearch {
		text = text[:maxSearch]
	}
	text = fold(text)
	for i, part := range strings.Split(text, `"`) {
		if i%2 == 1 {
			a.words = append(a.words, strings.TrimSpace(part))
			continue
		}
		for _, word := range strings.Fields(part) {
			if rest, no := strings.CutPrefix(word, "-"); no && rest != "" {
				a.unwanted = append(a.unwanted, rest)
				continue
			}
			a.words = append(a.words, word)
		}
	}
	a.words = slices.DeleteFunc(a.words, func(word string) bool { return word == "" })
	if len(a.words)+len(a.unwanted) > maxWords {
		a.words, a.unwanted = []string{strings.ReplaceAll(text, `"`, "")}, nil
	}
}

// passes judges a term or an author.
func (a *ask) passes(id int, slug, name string) bool {
	switch {
	case len(a.include) > 0 && !slices.Contains(a.include, id),
		slices.Contains(a.exclude, id),
		len(a.slugs) > 0 && !slices.Contains(a.slugs, foldSlug(slug)):
		return false
	}
	name = fold(name + " " + slug)
	for _, word := range a.words {
		if !strings.Contains(name, word) {
			return false
		}
	}
	for _, word := range a.unwanted {
		if strings.Contains(name, word) {
			return false
		}
	}
	return true
}

func (a *ask) skip() int {
	if a.offset >= 0 {
		return a.offset
	}
	return (a.page - 1) * a.perPage
}
