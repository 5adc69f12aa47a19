package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/platform/sqldb"
	"estate/internal/store/record"
)

// BySlug returns what endpoint publishes under slug in lang.
func (s *Store) BySlug(ctx context.Context, lang i18n.Lang, endpoint, slug string) ([]content.Entity, error) {
	t, slug := s.typeOf(endpoint), record.FoldSlug(slug)
	if slug == "" {
		return nil, nil
	}
	snapshot := s.snapshot.Load()
	if t == content.TypeAuthor {
		return filtered(snapshot.authors, func(a *content.Author) bool { return record.FoldSlug(a.Slug) == slug }), nil
	}
	if _, ok := snapshot.terms[string(t)]; ok {
		return filtered(snapshot.termsIn(lang, string(t)), func(term *content.Term) bool { return record.FoldSlug(term.Slug) == slug }), nil
	}
	ids, err := s.idsBySlug(ctx, t, lang, slug)
	if err != nil {
		return nil, s.explain("look up "+endpoint+" by slug", err)
	}
	entities, err := s.load(ctx, t, ids)
	if err != nil {
		return nil, s.explain("load "+endpoint, err)
	}
	return filtered(entities, func(e content.Entity) bool {
		head := content.HeadOf(e)
		return head.Status == content.StatusPublish && record.SlugIn(head, lang) == slug
	}), nil
}

// idsBySlugQuery has no ORDER BY: with it a planner may scan all entities in the order
// of their ids.
const idsBySlugQuery = `SELECT id FROM entities WHERE slug = ? AND type = ? AND status = 'publish'
	UNION ALL SELECT id FROM entity_slugs WHERE slug = ? AND type = ? AND lang = ?`

func (s *Store) idsBySlug(ctx context.Context, t content.Type, lang i18n.Lang, slug string) ([]int, error) {
	ids, err := s.ids(ctx, idsBySlugQuery, []any{slug, string(t), slug, string(t), string(lang)})
	slices.Sort(ids)
	return slices.Compact(ids), err
}

// filtered returns the entities that pass.
func filtered[E content.Entity](all []E, passes func(E) bool) []content.Entity {
	var found []content.Entity
	for _, one := range all {
		if passes(one) {
			found = append(found, one)
		}
	}
	return found
}

// ByID returns one entity of endpoint in any language. An unpublished entity needs a
// credential.
func (s *Store) ByID(ctx context.Context, _ i18n.Lang, endpoint string, id int, auth content.Credential) (content.Entity, error) {
	t := s.typeOf(endpoint)
	snapshot := s.snapshot.Load()
	if t == content.TypeAuthor {
		if author := snapshot.author(id); author != nil {
			return author, nil
		}
		return nil, noSuchID()
	}
	if term, ok := snapshot.termByID[content.Ref{Type: t, ID: id}]; ok {
		return term, nil
	}
	entities, err := s.load(ctx, t, []int{id})
	if err != nil {
		return nil, s.explain("load "+endpoint, err)
	}
	if len(entities) == 0 {
		return nil, noSuchID()
	}
	if content.HeadOf(entities[0]).Status != content.StatusPublish && !s.authorized(auth, content.Ref{Type: t, ID: id}) {
		return nil, notAllowed()
	}
	return entities[0], nil
}

// load returns the entities with these ids, in their order, without missing ones.
func (s *Store) load(ctx context.Context, t content.Type, ids []int) ([]content.Entity, error) {
	found := make(map[int]content.Entity, len(ids))
	var missing []int
	for _, id := range ids {
		if entity, ok := s.cache.get(content.Ref{Type: t, ID: id}); ok {
			found[id] = entity
		} else {
			missing = append(missing, id)
		}
	}
	for len(missing) > 0 {
		chunk := missing[:min(len(missing), 256)]
		missing = missing[len(chunk):]
		if err := s.fetch(ctx, t, chunk, found); err != nil {
			return nil, err
		}
	}
	entities := make([]content.Entity, 0, len(ids))
	for _, id := range ids {
		if entity, ok := found[id]; ok {
			entities = append(entities, entity)
		}
	}
	return entities, nil
}

// fetch reads entities from the database into a map and the cache.
func (s *Store) fetch(ctx context.Context, t content.Type, ids []int, into map[int]content.Entity) error {
	epoch := s.cache.epoch.Load()
	list := sqldb.Padded(ids)
	query := "SELECT id, shape, doc FROM entities WHERE type = ? AND id IN " + sqldb.Placeholders(len(list))
	return s.db.Read().Each(ctx, query, append([]any{string(t)}, list...), func(rows *sql.Rows) error {
		var id int
		var shape, doc string
		if err := rows.Scan(&id, &shape, &doc); err != nil {
			return err
		}
		entity, err := record.DecodeEntity(shape, doc)
		if err != nil {
			return fmt.Errorf("%s: %w", record.Describe(content.Ref{Type: t, ID: id}), err)
		}
		into[id] = entity
		s.cache.put(epoch, content.Ref{Type: t, ID: id}, entity, len(doc))
		return nil
	})
}

// ids reads the ids that a query selects.
func (s *Store) ids(ctx context.Context, query string, args []any) ([]int, error) {
	var ids []int
	err := s.db.Read().Each(ctx, query, args, func(rows *sql.Rows) error {
		var id int
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}
