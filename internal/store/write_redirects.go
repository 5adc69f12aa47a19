package store

import (
	"errors"
	"strings"

	"estate/internal/content"
	"estate/internal/store/record"
)

// PutRedirects adds pairs to the table of old links. A pair replaces the one with the
// same old link.
func (b *Batch) PutRedirects(pairs ...content.RedirectPair) error {
	changed := 0
	for _, pair := range pairs {
		if err := errors.Join(checkPair(pair), b.checkRedirect(pair)); err != nil {
			return err
		}
		doc, err := record.EncodeJSON(pair)
		if err != nil {
			return err
		}
		key := record.FoldLink(pair.From)
		isNew, err := b.replaces(content.Ref{Type: content.Type(refRedirect + key)}, doc, findRedirect, key)
		if err != nil {
			return err
		}
		if !isNew {
			continue
		}
		changed++
		const put = "INSERT INTO redirects (link, doc) VALUES (?, ?) ON CONFLICT (link) DO UPDATE SET doc = excluded.doc"
		if err := b.tx.Exec(b.detached, put, key, doc); err != nil {
			return err
		}
	}
	return b.redirectsChanged(changed, OpPut)
}

// DeleteRedirects deletes the pairs with these old links.
func (b *Batch) DeleteRedirects(from ...string) error {
	for _, link := range from {
		ref := RedirectRef(link)
		before, err := b.Document(ref)
		if err == nil && before != "" {
			err = b.keep(ref, before)
		}
		if err != nil {
			return err
		}
		if err := b.tx.Exec(b.detached, "DELETE FROM redirects WHERE link = ?", record.FoldLink(link)); err != nil {
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
		return record.Invalidf(`redirect from %q: the old link must begin with "/"`, pair.From)
	case len(pair.From) > record.MaxKeyBytes:
		return record.Invalidf("redirect from %.60q…: the old link has %d bytes; shorten it to %d", pair.From, len(pair.From), record.MaxKeyBytes)
	case pair.To == "" || record.FoldLink(pair.From) == record.FoldLink(pair.To) && strings.HasPrefix(pair.To, "/"):
		return record.Invalidf("redirect from %q to %q: it must lead to another link", pair.From, pair.To)
	}
	switch pair.Status {
	case 0, 301, 302, 307, 308:
		return nil
	}
	return record.Invalidf("redirect from %q: status %d; use 301, 302, 307 or 308", pair.From, pair.Status)
}
