package store

import (
	"database/sql"
	"errors"
	"fmt"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/content/search"
	"estate/internal/platform/sqldb"
	"estate/internal/store/record"
)

// flush writes the pending entities.
func (b *Batch) flush() error {
	if err := b.ctx.Err(); err != nil {
		return err
	}
	existing, err := b.storedEntities()
	if err != nil {
		return err
	}
	var rows tableRows
	var offered []*record.Record
	for _, r := range b.pending {
		ref := r.Head.Ref()
		before, exists := existing[ref]
		if exists && before.doc == r.Doc {
			continue
		}
		if exists {
			if err := errors.Join(b.keep(ref, before.doc), b.deleteDependents(ref, before, r.Head)); err != nil {
				return fmt.Errorf("%s: %w", record.Describe(ref), err)
			}
		} else if err := b.keepNew(ref); err != nil {
			return err
		}
		if r.Shape == record.ShapePost {
			b.dirty |= partTerms
		}
		rows.add(r)
		if r.History != nil {
			offered = append(offered, r)
		}
		b.changed(ChangeEntity, ref, OpPut)
	}
	b.pending = b.pending[:0]
	clear(b.isPending)
	clear(b.pendingLinks)
	if err := b.addHistory(offered); err != nil {
		return err
	}
	return b.insertAll(&rows)
}

// stored is an entity in the database before a batch changes it.
type stored struct {
	shape  string
	status content.Status
	doc    string
}

// storedEntities reads the pending entities that exist in the database.
func (b *Batch) storedEntities() (map[content.Ref]stored, error) {
	byType := map[content.Type][]int{}
	for _, r := range b.pending {
		byType[r.Head.Type] = append(byType[r.Head.Type], r.Head.ID)
	}
	found := map[content.Ref]stored{}
	for t, ids := range byType {
		list := sqldb.Padded(ids)
		query := "SELECT id, shape, status, doc FROM entities WHERE type = ? AND id IN " + sqldb.Placeholders(len(list))
		err := b.tx.Each(b.detached, query, append([]any{string(t)}, list...), func(rows *sql.Rows) error {
			var id int
			var s stored
			err := rows.Scan(&id, &s.shape, &s.status, &s.doc)
			found[content.Ref{Type: t, ID: id}] = s
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// tableRows are the rows of several entities, by table.
type tableRows struct {
	entities, slugs, terms, facts [][]any
	texts                         []indexedText
	links                         []any // published now, so no longer withdrawn
}

func (w *tableRows) add(r *record.Record) {
	h := r.Head
	t := string(h.Type)
	w.entities = append(w.entities, []any{
		t, h.ID, r.Shape, string(h.Lang), record.FoldSlug(h.Slug), h.Link, string(h.Status),
		h.Date.UnixMilli(), h.Modified.UnixMilli(), r.Author, r.Parent, r.Title, r.Words, r.Doc,
	})
	if len(h.AlternativeLinks) > 0 && h.Lang == "" {
		for _, lang := range i18n.Declared {
			if slug := record.SlugIn(h, lang); slug != "" && slug != record.FoldSlug(h.Slug) {
				w.slugs = append(w.slugs, []any{slug, t, string(lang), h.ID})
			}
		}
	}
	seen := map[content.Ref]bool{}
	for _, term := range r.Terms {
		if !seen[term] {
			seen[term] = true
			w.terms = append(w.terms, []any{string(term.Type), term.ID, t, h.ID})
		}
	}
	if h.Status != content.StatusPublish {
		return
	}
	w.texts = append(w.texts, indexedText{h.Ref(), r.Words})
	if r.Row != nil {
		w.facts = append(w.facts, []any{t, h.ID, search.FoldReference(r.Row.Reference), record.EncodeFacts(r.Row)})
	}
	for _, lang := range i18n.Filled {
		if link := h.LinkIn(lang); link != "" {
			w.links = append(w.links, record.FoldLink(link))
		}
	}
}

const (
	entityColumns = "(type, id, shape, lang, slug, link, status, published_at, modified_at, author, parent, title, words, doc)"
	entityUpsert  = ` ON CONFLICT (type, id) DO UPDATE SET shape = excluded.shape, lang = excluded.lang, slug = excluded.slug,
		link = excluded.link, status = excluded.status, published_at = excluded.published_at, modified_at = excluded.modified_at,
		author = excluded.author, parent = excluded.parent, title = excluded.title, words = excluded.words, doc = excluded.doc`
)

func (b *Batch) insertAll(w *tableRows) error {
	if err := b.insert("entities", entityColumns, entityUpsert, w.entities); err != nil {
		return err
	}
	if err := b.insert("entity_slugs", "(slug, type, lang, id)", "", w.slugs); err != nil {
		return err
	}
	if err := b.insert("entity_terms", "(taxonomy, term, type, id)", "", w.terms); err != nil {
		return err
	}
	if err := b.insert("homes", "(kind, id, reference, facts)", "", w.facts); err != nil {
		return err
	}
	if err := b.putTexts(w.texts); err != nil {
		return err
	}
	if !b.anyWithdrawn {
		return nil
	}
	for _, link := range w.links {
		if err := b.tx.Exec(b.detached, "DELETE FROM withdrawn WHERE link = ?", link); err != nil {
			return err
		}
	}
	return nil
}
