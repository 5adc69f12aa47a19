package store

import (
	"context"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/store/record"
)

// forget removes what hangs on an entity, and remembers its links when it was
// published and is now deleted or in the trash.
func (b *Batch) forget(ref content.Ref, before stored, next content.Status) error {
	for _, table := range []string{"entity_slugs", "entity_terms"} {
		if err := b.tx.Exec(b.steady, "DELETE FROM "+table+" WHERE type = ? AND id = ?", string(ref.Type), ref.ID); err != nil {
			return err
		}
	}
	if before.shape == record.ShapeProperty || before.shape == record.ShapeDevelopment {
		if err := b.tx.Exec(b.steady, "DELETE FROM homes WHERE kind = ? AND id = ?", string(ref.Type), ref.ID); err != nil {
			return err
		}
	}
	if before.status != content.StatusPublish || next != content.StatusTrash {
		return nil
	}
	entity, err := record.DecodeEntity(before.shape, before.doc)
	if err != nil {
		return err
	}
	for _, lang := range i18n.Declared {
		if link := entity.LinkIn(lang); link != "" && (lang.IsFilled() || content.HeadOf(entity).Lang == lang) {
			if err := b.putWithdrawn(link, ref); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *Batch) putWithdrawn(link string, ref content.Ref) error {
	b.anyWithdrawn = true
	const put = "INSERT INTO withdrawn (link, type, id) VALUES (?, ?, ?) ON CONFLICT (link) DO UPDATE SET type = excluded.type, id = excluded.id"
	return b.tx.Exec(b.steady, put, record.FoldLink(link), string(ref.Type), ref.ID)
}

// Withdrawn reports content that was published at link once and is deleted.
func (s *Store) Withdrawn(ctx context.Context, link string) (content.Ref, error) {
	var ref content.Ref
	found, err := s.db.Read().One(ctx, "SELECT type, id FROM withdrawn WHERE link = ?", []any{withoutQuery(record.FoldLink(link))}, &ref.Type, &ref.ID)
	if err != nil {
		return content.Ref{}, s.explain("look up withdrawn content", err)
	}
	if !found {
		return content.Ref{}, content.ErrNotFound
	}
	return ref, nil
}

// PutWithdrawn remembers that content was published at link once.
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
