package store

import (
	"context"
	"strings"

	"estate/internal/content"
	"estate/internal/store/record"
)

func (b *Batch) putWithdrawn(link string, ref content.Ref) error {
	b.anyWithdrawn = true
	const put = "INSERT INTO withdrawn (link, type, id) VALUES (?, ?, ?) ON CONFLICT (link) DO UPDATE SET type = excluded.type, id = excluded.id"
	return b.tx.Exec(b.detached, put, record.FoldLink(link), string(ref.Type), ref.ID)
}

// Withdrawn names the deleted content that was published at link.
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
