package store

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/store/record"
)

// Limits of one archive query.
const (
	defaultPerPage = 10
	maxPerPage     = 1000
	maxPage        = 1 << 30
	maxListed      = 1000 // ids in include and exclude
	maxWords       = 9    // words of a search; more are taken as one phrase
	maxSearch      = 400  // bytes of a search
)

// archiveQuery is a content.ArchiveQuery with its parameters read and its limits
// applied.
type archiveQuery struct {
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
	words      []string        // every one must be found
	unwanted   []string        // none may be found
	text       *textConditions // of words and unwanted in the text index; nil: every text is read
	include    []int
	exclude    []int
	slugs      []string
	sticky     *bool
	orderBy    string
	descending bool
	collection string // slug of term, where the taxonomy is known by slug
}

func newArchiveQuery(s *Store, lang i18n.Lang, q content.ArchiveQuery) *archiveQuery {
	a := &archiveQuery{
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
	if _, isTerm := s.snapshot.Load().terms[string(a.typ)]; isTerm || a.typ == content.TypeAuthor {
		a.orderBy, a.descending = "name", false
	}
	if len(a.include) > 0 {
		a.orderBy = "include"
	}
	for key, value := range q.Params {
		a.param(s, key, paramText(value))
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
		if term := s.snapshot.Load().termByID[content.Ref{Type: content.Type(a.taxonomy), ID: a.term}]; term != nil {
			a.collection = term.Slug
		}
	}
	return a
}

// paramText returns a parameter as it stands in a query string, a list with commas.
func paramText(value any) string {
	list, ok := value.([]any)
	if !ok {
		return fmt.Sprint(value)
	}
	words := make([]string, len(list))
	for i, item := range list {
		words[i] = fmt.Sprint(item)
	}
	return strings.Join(words, ",")
}

// passes reports whether a term or an author passes the query.
func (a *archiveQuery) passes(id int, slug, name string) bool {
	switch {
	case len(a.include) > 0 && !slices.Contains(a.include, id),
		slices.Contains(a.exclude, id),
		len(a.slugs) > 0 && !slices.Contains(a.slugs, record.FoldSlug(slug)):
		return false
	}
	name = i18n.Fold(name + " " + slug)
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

func (a *archiveQuery) skip() int {
	if a.offset >= 0 {
		return a.offset
	}
	return (a.page - 1) * a.perPage
}
