package store

import (
	"context"
	"net/url"

	"estate/internal/content"
	"estate/internal/content/i18n"
)

// maxListLimit bounds the ids in a query, and the entities in its answer.
const maxListLimit = 8192

// orderOfIDs is the order of the ids in the query.
const orderOfIDs = "ids"

// List returns part of a list of published entities. It has more filters than Archive;
// it does not list authors and terms.
func (s *Store) List(ctx context.Context, lang i18n.Lang, q content.ListQuery) (*content.Archive, error) {
	if q.Limit <= 0 {
		q.Limit = defaultPerPage
	}
	q.Limit, q.Offset = min(q.Limit, maxListLimit), min(max(q.Offset, 0), maxPage)
	q.IDs = firstOf(q.IDs, maxListLimit)
	t := s.typeOf(q.Endpoint)
	a, where, args, err := s.listConditions(ctx, t, lang, q)
	if err != nil {
		return nil, s.explain("list "+q.Endpoint, err)
	}
	sel := selection{typ: t, where: where, args: args, orderBy: a.order(), skip: q.Offset, limit: q.Limit}
	sel.text = a.textSearch()
	if q.Order == orderOfIDs && len(q.IDs) > 0 {
		sel.idOrder = q.IDs
	}
	list, err := s.selectEntities(ctx, sel)
	if err != nil {
		return nil, s.explain("list "+q.Endpoint, err)
	}
	return list, nil
}

// listConditions returns the WHERE clause of the query. It begins with that of an
// archive query.
func (s *Store) listConditions(
	ctx context.Context, t content.Type, lang i18n.Lang, q content.ListQuery,
) (*archiveQuery, string, []any, error) {
	a := &archiveQuery{
		typ: t, lang: lang, parent: -1, after: q.After, before: q.Before,
		exclude: firstOf(q.NotIDs, maxListed), sticky: q.Sticky, orderBy: q.Order, descending: !q.Ascending,
	}
	a.search(url.QueryEscape(q.Search))
	if err := s.useTextIndex(ctx, a); err != nil {
		return nil, "", nil, err
	}
	where, args := a.where()
	var c conditions
	c.in("e.id IN ", q.IDs)
	c.in("e.author IN ", q.Authors)
	c.in("e.author NOT IN ", q.NotAuthors)
	c.in("e.parent IN ", q.Parents)
	c.in("e.parent NOT IN ", q.NotParents)
	c.inTerms("EXISTS", q.Terms)
	c.inTerms("NOT EXISTS", q.NotTerms)
	c.instant("e.modified_at > ?", q.ModifiedAfter)
	c.instant("e.modified_at < ?", q.ModifiedBefore)
	if q.Mime != "" {
		c.add(`e.doc LIKE ? ESCAPE '\'`, containing(`"mime_type":"`+q.Mime))
	}
	for _, text := range c.texts {
		where += " AND " + text
	}
	return a, where, append(args, c.args...), nil
}
