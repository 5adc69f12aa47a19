package store

import (
	"context"
	"slices"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store/record"
)

// Archive returns one page of an endpoint's published entities, newest first
// unless the parameters orderby and order name another order.
func (s *Store) Archive(ctx context.Context, lang i18n.Lang, q content.ArchiveQuery) (*content.Archive, error) {
	query := newArchiveQuery(s, lang, q)
	if all, ok := s.fromSnapshot(query); ok {
		return pageOf(query, all), nil
	}
	if err := s.useTextIndex(ctx, query); err != nil {
		return nil, s.explain("list "+q.Endpoint, err)
	}
	where, args := query.where()
	sel := selection{typ: query.typ, where: where, args: args, orderBy: query.order(), skip: query.skip(), limit: query.perPage}
	sel.text = query.textSearch()
	if query.orderBy == "include" {
		sel.idOrder = query.include
	}
	archive, err := s.selectEntities(ctx, sel)
	if err != nil {
		return nil, s.explain("list "+q.Endpoint, err)
	}
	return archive, nil
}

// fromSnapshot lists the authors or terms that pass the query; ok is false for other
// entities.
func (s *Store) fromSnapshot(a *archiveQuery) (list []content.Entity, ok bool) {
	snapshot := s.snapshot.Load()
	if a.typ == content.TypeAuthor {
		return filtered(snapshot.authors, func(author *content.Author) bool {
			return a.passes(author.ID, author.Slug, author.Name)
		}), true
	}
	terms, ok := snapshot.terms[string(a.typ)]
	if !ok || len(terms) == 0 {
		return nil, a.typ == record.TypeCategory || a.typ == record.TypeTag
	}
	return filtered(snapshot.termsIn(a.lang, string(a.typ)), func(term *content.Term) bool {
		return a.passes(term.ID, term.Slug, term.Name.In(a.lang)) && (a.parent < 0 || term.Parent == a.parent)
	}), true
}

// pageOf sorts authors or terms, by name if no other order is asked for, and returns one
// page.
func pageOf(a *archiveQuery, all []content.Entity) *content.Archive {
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
func (a *archiveQuery) compare(x, y content.Entity) int {
	switch a.orderBy {
	case "id":
		return x.Ref().ID - y.Ref().ID
	case "include":
		return slices.Index(a.include, x.Ref().ID) - slices.Index(a.include, y.Ref().ID)
	case "slug":
		return strings.Compare(slugOf(x), slugOf(y))
	case "count":
		return countOf(x) - countOf(y)
	}
	return strings.Compare(i18n.Fold(nameIn(x, a.lang)), i18n.Fold(nameIn(y, a.lang)))
}

func nameIn(e content.Entity, lang i18n.Lang) string {
	switch e := e.(type) {
	case *content.Term:
		return e.Name.In(lang)
	case *content.Author:
		return e.Name
	}
	return ""
}

func slugOf(e content.Entity) string {
	switch e := e.(type) {
	case *content.Term:
		return e.Slug
	case *content.Author:
		return e.Slug
	}
	return ""
}

func countOf(e content.Entity) int {
	if term, ok := e.(*content.Term); ok {
		return term.Count
	}
	return 0
}
