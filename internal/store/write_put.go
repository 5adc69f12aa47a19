package store

import (
	"fmt"
	"slices"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store/record"
)

const (
	findTerm     = "SELECT doc FROM terms WHERE taxonomy = ? AND id = ?"
	findAuthor   = "SELECT doc FROM authors WHERE id = ?"
	findRevision = "SELECT doc FROM revisions WHERE type = ? AND id = ?"
	findRecord   = "SELECT doc FROM records WHERE name = ? AND lang = ?"
	findRedirect = "SELECT doc FROM redirects WHERE link = ?"
)

// Put writes an entity of any type.
func (b *Batch) Put(entity content.Entity) error {
	switch e := entity.(type) {
	case *content.Term:
		return b.PutTerm(e)
	case *content.Author:
		return b.PutAuthor(e)
	}
	r, err := record.New(entity)
	if err != nil {
		return err
	}
	ref := r.Head.Ref()
	if len(b.pending) >= flushAt || b.isPending[ref] {
		if err := b.flush(); err != nil {
			return err
		}
	}
	if err := b.checkLinks(r, entity); err != nil {
		return err
	}
	b.pending = append(b.pending, r)
	b.isPending[ref] = true
	if r.Head.Status == content.StatusPublish {
		for _, link := range ownLinks(entity) {
			b.pendingLinks[record.FoldLink(link)] = ref
		}
	}
	return nil
}

// PutTerm writes a term. A new term comes last in its taxonomy.
func (b *Batch) PutTerm(term *content.Term) error {
	if term.ID <= 0 || term.Taxonomy == "" || term.Slug == "" {
		return record.Invalidf("term %q %d %q: it needs an id above 0, a taxonomy and a slug", term.Taxonomy, term.ID, term.Slug)
	}
	doc, err := record.EncodeJSON(term)
	if err != nil {
		return fmt.Errorf("%s: %w", record.Describe(term.Ref()), err)
	}
	if isNew, err := b.replaces(term.Ref(), doc, findTerm, term.Taxonomy, term.ID); !isNew || err != nil {
		return err
	}
	const put = `INSERT INTO terms (taxonomy, id, position, doc)
		VALUES (?, ?, (SELECT COALESCE(MAX(position), 0) + 1 FROM terms WHERE taxonomy = ?), ?)
		ON CONFLICT (taxonomy, id) DO UPDATE SET doc = excluded.doc`
	if err := b.tx.Exec(b.detached, put, term.Taxonomy, term.ID, term.Taxonomy, doc); err != nil {
		return err
	}
	b.dirty |= partTerms
	b.changed(ChangeTerm, term.Ref(), OpPut)
	return nil
}

// PutAuthor writes an author.
func (b *Batch) PutAuthor(author *content.Author) error {
	if author.ID <= 0 || author.Slug == "" {
		return record.Invalidf("author %d %q: it needs an id above 0 and a slug", author.ID, author.Slug)
	}
	doc, err := record.EncodeJSON(author)
	if err != nil {
		return fmt.Errorf("%s: %w", record.Describe(author.Ref()), err)
	}
	if isNew, err := b.replaces(author.Ref(), doc, findAuthor, author.ID); !isNew || err != nil {
		return err
	}
	const put = "INSERT INTO authors (id, doc) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET doc = excluded.doc"
	if err := b.tx.Exec(b.detached, put, author.ID, doc); err != nil {
		return err
	}
	b.dirty |= partAuthors
	b.changed(ChangeAuthor, author.Ref(), OpPut)
	return nil
}

// PutSettings writes the options record of a language.
func (b *Batch) PutSettings(lang i18n.Lang, settings *content.Settings) error {
	if !slices.Contains(i18n.Declared, lang) {
		return record.Invalidf(`settings: "lang" is %q; use one of %v`, lang, i18n.Declared)
	}
	return b.putRecord(recordSettings, lang, settings, ChangeSettings)
}

// PutInstagram replaces the stored feed.
func (b *Batch) PutInstagram(feed []content.InstagramPost) error {
	return b.putRecord(recordInstagram, "", feed, ChangeInstagram)
}

func (b *Batch) putRecord(name string, lang i18n.Lang, v any, kind ChangeKind) error {
	doc, err := record.EncodeJSON(v)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	ref := content.Ref{Type: recordRef(name, lang)}
	if isNew, err := b.replaces(ref, doc, findRecord, name, string(lang)); !isNew || err != nil {
		return err
	}
	const put = "INSERT INTO records (name, lang, doc) VALUES (?, ?, ?) ON CONFLICT (name, lang) DO UPDATE SET doc = excluded.doc"
	if err := b.tx.Exec(b.detached, put, name, string(lang), doc); err != nil {
		return err
	}
	b.dirty |= partRecords
	b.changed(kind, content.Ref{Type: content.Type(lang)}, OpPut)
	return nil
}
