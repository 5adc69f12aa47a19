package store

import (
	"estate/internal/content"
	"estate/internal/i18n"
	"estate/internal/store/record"
)

// deleteDependents deletes the rows of other tables that belong to an entity. When the
// entity was published and next is the trash, it records its links as withdrawn.
func (b *Batch) deleteDependents(ref content.Ref, before stored, next content.Status) error {
	for _, table := range []string{"entity_slugs", "entity_terms"} {
		if err := b.tx.Exec(b.detached, "DELETE FROM "+table+" WHERE type = ? AND id = ?", string(ref.Type), ref.ID); err != nil {
			return err
		}
	}
	if before.shape == record.ShapeProperty || before.shape == record.ShapeDevelopment {
		if err := b.tx.Exec(b.detached, "DELETE FROM homes WHERE kind = ? AND id = ?", string(ref.Type), ref.ID); err != nil {
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
