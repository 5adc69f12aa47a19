package store

import (
	"context"
	"strings"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store/record"
)

func (b *Batch) putWithdrawn(link string, ref content.Ref) error {
	b.anyWithdrawn = true
	const put = "INSERT INTO withdrawn (link, type, id) VALUES (?, ?, ?) ON CONFLICT (link) DO UPDATE " +
		"SET type = excluded.type, id = excluded.id"
	return b.tx.Exec(b.detached, put, record.FoldLink(link), string(ref.Type), ref.ID)
}

// Withdrawn names the deleted content that was published at link.
func (s *Store) Withdrawn(ctx context.Context, link string) (content.Ref, error) {
	ref, entity, err := s.formerlyAt(ctx, link)
	if err == nil && entity != nil {
		return content.Ref{}, content.ErrNotFound // it has moved: Redirect names its link
	}
	return ref, err
}

// movedFrom returns the present link of published content that was once published at link.
func (s *Store) movedFrom(ctx context.Context, link string) (string, error) {
	_, entity, err := s.formerlyAt(ctx, link)
	if err != nil {
		return "", err
	}
	key := withoutQuery(record.FoldLink(link))
	lang := i18n.Fallback
	for _, other := range i18n.Filled {
		if prefix := other.Prefix(); prefix != "" && strings.HasPrefix(key, prefix+"/") {
			lang = other
		}
	}
	if entity == nil || entity.LinkIn(lang) == "" || record.FoldLink(entity.LinkIn(lang)) == key {
		return "", content.ErrNotFound
	}
	_, query, _ := strings.Cut(link, "?")
	if query != "" {
		query = "?" + query
	}
	return entity.LinkIn(lang) + query, nil
}

// formerlyAt returns what was published at link, by its row in the table of withdrawn links.
// entity is nil unless it is still published.
func (s *Store) formerlyAt(ctx context.Context, link string) (ref content.Ref, entity content.Entity, err error) {
	found, err := s.db.Read().One(ctx, "SELECT type, id FROM withdrawn WHERE link = ?", []any{withoutQuery(record.FoldLink(link))}, &ref.Type,
		&ref.ID)
	if err != nil {
		return content.Ref{}, nil, s.explain("look up withdrawn content", err)
	}
	if !found {
		return content.Ref{}, nil, content.ErrNotFound
	}
	entities, err := s.load(ctx, ref.Type, []int{ref.ID})
	if err != nil {
		return content.Ref{}, nil, s.explain("look up withdrawn content", err)
	}
	if len(entities) == 1 && content.HeadOf(entities[0]).Status == content.StatusPublish {
		entity = entities[0]
	}
	return ref, entity, nil
}

// PutWithdrawn records that content was published at link and is deleted.
func (b *Batch) PutWithdrawn(link string, ref content.Ref) error {
	if !strings.HasPrefix(link, "/") || ref.Type == "" || ref.ID <= 0 {
		return record.Invalidf(`withdrawn %q: it needs a link that begins with "/", a type and an id`, link)
	}
	if err := record.CheckLength("link", link); err != nil {
		return record.Invalidf("withdrawn: %w", err)
	}
	b.changed(ChangeWithdrawn, ref, OpPut)
	return b.putWithdrawn(link, ref)
}

// LeadWithdrawn makes everything that was published at the links of one entity lead to another
// one. The first entity must be deleted before.
func (b *Batch) LeadWithdrawn(from, to content.Ref) error {
	if from == to || to.Type == "" || to.ID <= 0 {
		return record.Invalidf("withdrawn links of %s cannot lead to %s", record.Describe(from), record.Describe(to))
	}
	b.changed(ChangeWithdrawn, to, OpPut)
	return b.tx.Exec(b.detached, "UPDATE withdrawn SET type = ?, id = ? WHERE type = ? AND id = ?", string(to.Type), to.ID, string(from.Type),
		from.ID)
}
