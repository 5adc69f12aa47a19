package store

import (
	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store/record"
)

// deleteDependents deletes the rows of other tables that belong to an entity. next is the entity
// after the change, nil when it is deleted. The links that a published entity loses, because it
// moves or is deleted, are recorded as withdrawn.
func (b *Batch) deleteDependents(ref content.Ref, before stored, next *content.Head) error {
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
	if before.status == content.StatusPublish {
		if err := b.deleteText(ref); err != nil {
			return err
		}
	}
	if before.status != content.StatusPublish || next != nil && next.Status != content.StatusPublish && next.Status != content.StatusTrash {
		return nil
	}
	entity, err := record.DecodeEntity(before.shape, before.doc)
	if err != nil {
		return err
	}
	for _, lang := range i18n.Declared {
		link := entity.LinkIn(lang)
		if link == "" || !lang.IsFilled() && content.HeadOf(entity).Lang != lang {
			continue
		}
		if isAnothers := content.HeadOf(entity).Lang != "" && content.HeadOf(entity).Lang != lang; isAnothers && next != nil &&
			next.Status == content.StatusPublish {
			continue // the link of a translation, which records it itself
		}
		if next != nil && next.Status == content.StatusPublish && record.FoldLink(next.LinkIn(lang)) == record.FoldLink(link) {
			continue
		}
		if err := b.putWithdrawn(link, ref); err != nil {
			return err
		}
	}
	return nil
}
