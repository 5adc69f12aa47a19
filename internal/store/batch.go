package store

import (
	"context"
	"fmt"
	"strings"

	"estate/internal/content"
	"estate/internal/i18n"
)

// flushAt is the number of entities collected before they are written together.
const flushAt = 256

// Batch collects the writes of one transaction. Puts replace what has the same
// id; content that has not changed is not written and not logged.
type Batch struct {
	ctx    context.Context // the caller's, looked at between steps
	steady context.Context // never ends
	db     *statements

	waiting      []*record
	isWaiting    map[content.Ref]bool
	changes      []Change
	dirty        parts
	anyWithdrawn bool
	oldest       uint64
}

func (b *Batch) start() error {
	b.isWaiting = map[content.Ref]bool{}
	found := 0
	any, err := b.db.one(b.steady, "SELECT 1 FROM withdrawn LIMIT 1", nil, &found)
	b.anyWithdrawn = any
	return err
}

func (b *Batch) changed(kind ChangeKind, ref content.Ref, op Op) {
	b.changes = append(b.changes, Change{Kind: kind, Ref: ref, Op: op})
}

// touched lists the entities whose cached form is no longer right.
func (b *Batch) touched() []content.Ref {
	var refs []content.Ref
	for _, change := range b.changes {
		if change.Kind == ChangeEntity {
			refs = append(refs, change.Ref)
		}
	}
	return refs
}

// Put writes an entity of any type.
func (b *Batch) Put(entity content.Entity) error {
	switch e := entity.(type) {
	case *content.Term:
		return b.PutTerm(e)
	case *content.Author:
		return b.PutAuthor(e)
	}
	r, err := newRecord(entity)
	if err != nil {
		return err
	}
	ref := r.head.Ref()
	if len(b.waiting) >= flushAt || b.isWaiting[ref] {
		if err := b.flush(); err != nil {
			return err
		}
	}
	b.waiting = append(b.waiting, r)
	b.isWaiting[ref] = true
	return nil
}

// PutTerm writes a term. New ones stand behind the others of their taxonomy.
func (b *Batch) PutTerm(term *content.Term) error {
	if term.ID <= 0 || term.Taxonomy == "" || term.Slug == "" {
		return invalid("term %q %d %q: it needs an id above 0, a taxonomy and a slug", term.Taxonomy, term.ID, term.Slug)
	}
	doc, err := encode(term)
	if err != nil {
		return fmt.Errorf("%s: %w", describe(term.Ref()), err)
	}
	var before string
	if _, err := b.db.one(b.steady, "SELECT doc FROM terms WHERE taxonomy = ? AND id = ?", []any{term.Taxonomy, term.ID}, &before); err != nil {
		return err
	}
	if before == doc {
		return nil
	}
	const put = `INSERT INTO terms (taxonomy, id, position, doc)
		VALUES (?, ?, (SELECT COALESCE(MAX(position), 0) + 1 FROM terms WHERE taxonomy = ?), ?)
		ON CONFLICT (taxonomy, id) DO UPDATE SET doc = excluded.doc`
	if err := b.db.exec(b.steady, put, term.Taxonomy, term.ID, term.Taxonomy, doc); err != nil {
		return err
	}
	b.dirty |= partTerms
	b.changed(ChangeTerm, term.Ref(), OpPut)
	return nil
}

// PutAuthor writes an author.
func (b *Batch) PutAuthor(author *content.Author) error {
	if author.ID <= 0 || author.Slug == "" {
		return invalid("author %d %q: it needs an id above 0 and a slug", author.ID, author.Slug)
	}
	doc, err := encode(author)
	if err != nil {
		return fmt.Errorf("%s: %w", describe(author.Ref()), err)
	}
	var before string
	if _, err := b.db.one(b.steady, "SELECT doc FROM authors WHERE id = ?", []any{author.ID}, &before); err != nil {
		return err
	}
	if before == doc {
		return nil
	}
	const put = "INSERT INTO authors (id, doc) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET doc = excluded.doc"
	if err := b.db.exec(b.steady, put, author.ID, doc); err != nil {
		return err
	}
	b.dirty |= partAuthors
	b.changed(ChangeAuthor, author.Ref(), OpPut)
	return nil
}

// PutSettings writes the options record of a language.
func (b *Batch) PutSettings(lang i18n.Lang, settings *content.Settings) error {
	if !declared(lang) {
		return invalid(`settings: "lang" is %q; use one of %v`, lang, i18n.Declared)
	}
	return b.putRecord(recordSettings, lang, settings, ChangeSettings)
}

// PutInstagram replaces the stored feed.
func (b *Batch) PutInstagram(feed []content.InstagramPost) error {
	return b.putRecord(recordInstagram, "", feed, ChangeInstagram)
}

func (b *Batch) putRecord(name string, lang i18n.Lang, v any, kind ChangeKind) error {
	doc, err := encode(v)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	var before string
	if _, err := b.db.one(b.steady, "SELECT doc FROM records WHERE name = ? AND lang = ?", []any{name, string(lang)}, &before); err != nil {
		return err
	}
	if before == doc {
		return nil
	}
	const put = "INSERT INTO records (name, lang, doc) VALUES (?, ?, ?) ON CONFLICT (name, lang) DO UPDATE SET doc = excluded.doc"
	if err := b.db.exec(b.steady, put, name, string(lang), doc); err != nil {
		return err
	}
	b.dirty |= partRecords
	b.changed(kind, content.Ref{Type: content.Type(lang)}, OpPut)
	return nil
}

// PutRedirects adds pairs to the table of old links; a pair replaces the one
// with the same old link.
func (b *Batch) PutRedirects(pairs ...content.RedirectPair) error {
	for _, pair := range pairs {
		if err := checkPair(pair); err != nil {
			return err
		}
		doc, err := encode(pair)
		if err != nil {
			return err
		}
		const put = "INSERT INTO redirects (link, doc) VALUES (?, ?) ON CONFLICT (link) DO UPDATE SET doc = excluded.doc"
		if err := b.db.exec(b.steady, put, foldLink(pair.From), doc); err != nil {
			return err
		}
	}
	return b.redirectsChanged(len(pairs), OpPut)
}

// DeleteRedirects removes the pairs with these old links.
func (b *Batch) DeleteRedirects(from ...string) error {
	for _, link := range from {
		if err := b.db.exec(b.steady, "DELETE FROM redirects WHERE link = ?", foldLink(link)); err != nil {
			return err
		}
	}
	return b.redirectsChanged(len(from), OpDelete)
}

func (b *Batch) redirectsChanged(n int, op Op) error {
	if n > 0 {
		b.dirty |= partRedirects
		b.changed(ChangeRedirects, content.Ref{}, op)
	}
	return nil
}

func checkPair(pair content.RedirectPair) error {
	switch {
	case !strings.HasPrefix(pair.From, "/"):
		return invalid(`redirect from %q: the old link must begin with "/"`, pair.From)
	case pair.To == "" || foldLink(pair.From) == foldLink(pair.To) && strings.HasPrefix(pair.To, "/"):
		return invalid("redirect from %q to %q: it must lead to another link", pair.From, pair.To)
	}
	switch pair.Status {
	case 0, 301, 302, 307, 308:
		return nil
	}
	return invalid("redirect from %q: status %d; use 301, 302, 307 or 308", pair.From, pair.Status)
}

// PutWithdrawn remembers that content was published at link once.
func (b *Batch) PutWithdrawn(link string, ref content.Ref) error {
	if !strings.HasPrefix(link, "/") || ref.Type == "" || ref.ID <= 0 {
		return invalid(`withdrawn %q: it needs a link that begins with "/", a type and an id`, link)
	}
	b.changed(ChangeWithdrawn, ref, OpPut)
	return b.putWithdrawn(link, ref)
}

// PutRevision keeps the newest saved draft of an entity; nil removes it.
func (b *Batch) PutRevision(ref content.Ref, revision *content.Revision) error {
	if ref.Type == "" || ref.ID <= 0 {
		return invalid("revision: it needs the type and id of its entity")
	}
	b.changed(ChangeRevision, ref, OpPut)
	if revision == nil {
		return b.db.exec(b.steady, "DELETE FROM revisions WHERE type = ? AND id = ?", string(ref.Type), ref.ID)
	}
	doc, err := encode(revision)
	if err != nil {
		return err
	}
	const put = "INSERT INTO revisions (type, id, doc) VALUES (?, ?, ?) ON CONFLICT (type, id) DO UPDATE SET doc = excluded.doc"
	return b.db.exec(b.steady, put, string(ref.Type), ref.ID, doc)
}
