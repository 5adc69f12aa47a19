package store

import (
	"context"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/store/record"
)

// Archive returns one page of an endpoint's published entities, newest first
// unless the parameters orderby and order say otherwise.
func (s *Store) Archive(ctx context.Context, lang i18n.Lang, q content.ArchiveQuery) (*content.Archive, error) {
	ask := newAsk(s, lang, q)
	if all, ok := s.shelved(ask); ok {
		return pageOf(ask, all), nil
	}
	archive, err := s.archive(ctx, ask)
	if err != nil {
		return nil, s.explain("list "+q.Endpoint, err)
	}
	return archive, nil
}

func (s *Store) archive(ctx context.Context, a *ask) (*content.Archive, error) {
	where, args := a.where()
	archive := &content.Archive{}
	var ids []int
	var err error
	if a.orderBy == "include" {
		if ids, err = s.ids(ctx, "SELECT e.id FROM entities e WHERE "+where, args); err != nil {
			return nil, err
		}
		ids = inOrder(a.include, ids)
		archive.Total = len(ids)
		ids = cut(ids, a.skip(), a.perPage)
	} else {
		if _, err = s.db.Read().One(ctx, "SELECT COUNT(*) FROM entities e WHERE "+where, args, &archive.Total); err != nil {
			return nil, err
		}
		query := "SELECT e.id FROM entities e WHERE " + where + " ORDER BY " + a.order() + " LIMIT ? OFFSET ?"
		if ids, err = s.ids(ctx, query, append(args, a.perPage, a.skip())); err != nil {
			return nil, err
		}
	}
	archive.TotalPages = (archive.Total + a.perPage - 1) / a.perPage
	archive.Items, err = s.load(ctx, a.typ, ids)
	return archive, err
}

// shelved lists authors or terms as far as they pass the query.
func (s *Store) shelved(a *ask) ([]content.Entity, bool) {
	shelf := s.shelf.Load()
	if a.typ == content.TypeAuthor {
		return pick(shelf.authors, func(author *content.Author) bool {
			return a.passes(author.ID, author.Slug, author.Name)
		}), true
	}
	terms, ok := shelf.terms[string(a.typ)]
	if !ok || len(terms) == 0 {
		return nil, a.typ == record.TypeCategory || a.typ == record.TypeTag
	}
	return pick(shelf.termsIn(a.lang, string(a.typ)), func(term *content.Term) bool {
		return a.passes(term.ID, term.Slug, term.Name.In(a.lang)) && (a.parent < 0 || term.Parent == a.parent)
	}), true
}

// pageOf sorts authors or terms, by name unless told otherwise, and cuts the page.
func pageOf(a *ask, all []content.Entity) *content.Archive {
	slices.SortStableFunc(all, func(x, y content.Entity) int {
		order := a.compare(x, y)
		if a.descending && a.orderBy != "include" {
			return -order
		}
		return order
	})
	return &content.Archive{
		Items:      cut(all, a.skip(), a.perPage),
		Total:      len(all),
		TotalPages: (len(all) + a.perPage - 1) / a.perPage,
	}
}

// compare orders terms and authors.
func (a *ask) compare(x, y content.Entity) int {
	switch a.orderBy {
	case "id":
		return x.Ref().ID - y.Ref().ID
	case "include":
		return slices.Index(a.include, x.Ref().ID) - slices.Index(a.include, y.Ref().ID)
	case "slug":
		return strings.Compare(shelvedSlug(x), shelvedSlug(y))
	case "count":
		return shelvedCount(x) - shelvedCount(y)
	}
	return strings.Compare(i18n.Fold(shelvedName(x, a.lang)), i18n.Fold(shelvedName(y, a.lang)))
}

func shelvedName(e content.Entity, lang i18n.Lang) string {
	switch e := e.(type) {
	case *content.Term:
		return e.Name.In(lang)
	case *content.Author:
		return e.Name
	}
	return ""
}

func shelvedSlug(e content.Entity) string {
	switch e := e.(type) {
	case *content.Term:
		return e.Slug
	case *content.Author:
		return e.Slug
	}
	return ""
}

func shelvedCount(e content.Entity) int {
	if term, ok := e.(*content.Term); ok {
		return term.Count
	}
	return 0
}

// cut is one page of a list, empty past the last one.
func cut[E any](all []E, skip, perPage int) []E {
	from := min(skip, len(all))
	return all[from:min(from+perPage, len(all))]
}

// inOrder lists those of found as they stand in wanted, each once.
func inOrder(wanted, found []int) []int {
	has := make(map[int]bool, len(found))
	for _, id := range found {
		has[id] = true
	}
	ordered := make([]int, 0, len(found))
	for _, id := range wanted {
		if has[id] {
			ordered = append(ordered, id)
			delete(has, id)
		}
	}
	return ordered
}
