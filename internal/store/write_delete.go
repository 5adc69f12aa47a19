package store

import (
	"errors"
	"fmt"

	"estate/internal/content"
	"estate/internal/store/record"
)

// Delete deletes an entity, a term or an author. Deleting what does not exist is no
// error. The links of a published entity are recorded as withdrawn.
func (b *Batch) Delete(ref content.Ref) error {
	if err := b.flush(); err != nil {
		return err
	}
	if err := b.deleteEntity(ref); err != nil {
		return fmt.Errorf("delete %s: %w", record.Describe(ref), err)
	}
	return nil
}

func (b *Batch) deleteEntity(ref content.Ref) error {
	if ref.Type == content.TypeAuthor {
		return b.deleteDoc(ref, findAuthor, "DELETE FROM authors WHERE id = ?",
			partAuthors, ChangeAuthor, ref.ID)
	}
	key := []any{string(ref.Type), ref.ID}
	var before stored
	found, err := b.tx.One(b.detached, "SELECT shape, status, doc FROM entities WHERE type = ? AND id = ?", key,
		&before.shape, &before.status, &before.doc)
	if err != nil {
		return err
	}
	if !found {
		return b.deleteDoc(ref, findTerm, "DELETE FROM terms WHERE taxonomy = ? AND id = ?",
			partTerms, ChangeTerm, key...)
	}
	if err := errors.Join(b.keep(ref, before.doc), b.deleteDependents(ref, before, nil)); err != nil {
		return err
	}
	for _, table := range []string{"entities", "revisions", "drafts"} {
		if err := b.tx.Exec(b.detached, "DELETE FROM "+table+" WHERE type = ? AND id = ?", key...); err != nil {
			return err
		}
	}
	if before.shape == record.ShapePost {
		b.dirty |= partTerms
	}
	b.changed(ChangeEntity, ref, OpDelete)
	return nil
}

func (b *Batch) deleteDoc(ref content.Ref, find, remove string, part snapshotParts, kind ChangeKind, key ...any) error {
	var doc string
	found, err := b.tx.One(b.detached, find, key, &doc)
	if err != nil || !found {
		return err
	}
	if err := b.keep(ref, doc); err != nil {
		return err
	}
	b.dirty |= part
	b.changed(kind, ref, OpDelete)
	return b.tx.Exec(b.detached, remove, key...)
}
