package store

import (
	"database/sql"
	"strings"
	"unicode"

	"estate/internal/content"
	"estate/internal/content/search"
	"estate/internal/store/record"
)

// WithReference returns a property or development of any status, other than except, that has an agency reference; nil for none.
// Upper case and spaces make no difference.
func (b *Batch) WithReference(reference string, except content.Ref) (content.Entity, error) {
	if err := b.flush(); err != nil {
		return nil, err
	}
	wanted := withoutSpace(search.FoldReference(reference))
	if wanted == "" {
		return nil, nil
	}
	var found content.Ref
	err := b.tx.Each(b.detached, "SELECT kind, id, reference FROM homes", nil, func(rows *sql.Rows) error {
		var ref content.Ref
		var other string
		err := rows.Scan(&ref.Type, &ref.ID, &other)
		if err == nil && ref != except && withoutSpace(other) == wanted {
			found = ref
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if found.ID != 0 {
		entity, _, err := b.Get(found)
		return entity, err
	}
	return b.unpublishedWith(wanted, except)
}

// unpublishedWith is WithReference for entities that are not published: they have no row in the table of homes.
func (b *Batch) unpublishedWith(wanted string, except content.Ref) (found content.Entity, err error) {
	const query = "SELECT shape, doc FROM entities WHERE type IN (?, ?) AND lang = '' AND status <> ?"
	args := []any{string(content.TypeProperty), string(content.TypeDevelopment), string(content.StatusPublish)}
	err = b.tx.Each(b.detached, query, args, func(rows *sql.Rows) error {
		var shape, doc, reference string
		if err := rows.Scan(&shape, &doc); err != nil {
			return err
		}
		entity, err := record.DecodeEntity(shape, doc)
		switch e := entity.(type) {
		case *content.Property:
			reference = e.Reference
		case *content.Development:
			reference = e.Reference
		}
		if err == nil && content.HeadOf(entity).Ref() != except && withoutSpace(search.FoldReference(reference)) == wanted {
			found = entity
		}
		return err
	})
	return found, err
}

func withoutSpace(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}
