package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"estate/internal/content"
	"estate/internal/content/i18n"
	"estate/internal/store/record"
)

// viaImport begins the way of an import, viaUndone that of one that is undone; viaUndo is the way of Undo.
const (
	viaImport = "import:"
	viaUndone = "undone "
	viaUndo   = "undo"
)

// importTime is the layout of the time in the way of an import: its texts sort as its times.
const importTime = "2006-01-02T15:04:05.000000000Z07:00"

// ViaImport is the way of an import that begins at a time. All its batches have the same one.
func ViaImport(at time.Time) string { return viaImport + at.UTC().Format(importTime) }

// SettingsRef names the settings of a language in versions and documents.
func SettingsRef(lang i18n.Lang) content.Ref {
	return content.Ref{Type: recordRef(recordSettings, lang)}
}

// RedirectRef names the redirect from a link.
func RedirectRef(from string) content.Ref {
	return content.Ref{Type: content.Type(refRedirect + record.FoldLink(from))}
}

const (
	refRedirect = "redirect "
	refSettings = recordSettings + "/"
)

func recordRef(name string, lang i18n.Lang) content.Type {
	return content.Type(strings.TrimSuffix(name+"/"+string(lang), "/"))
}

// Document returns the stored JSON of an entity, a term, an author, or what SettingsRef and RedirectRef name, as the batch
// sees it; "" when there is none.
func (b *Batch) Document(ref content.Ref) (string, error) {
	query, key := findTerm, []any{string(ref.Type), ref.ID}
	from, isRedirect := strings.CutPrefix(string(ref.Type), refRedirect)
	lang, isSettings := strings.CutPrefix(string(ref.Type), refSettings)
	switch {
	case isRedirect:
		query, key = findRedirect, []any{from}
	case isSettings:
		query, key = findRecord, []any{recordSettings, lang}
	case ref.Type == content.TypeAuthor:
		query, key = findAuthor, []any{ref.ID}
	default:
		if _, doc, err := b.document(ref); err != nil || doc != "" {
			return doc, err
		}
	}
	var doc string
	_, err := b.tx.One(b.detached, query, key, &doc)
	return doc, err
}

// keepNew notes that an import creates what was not there, so that Undo deletes it.
func (b *Batch) keepNew(ref content.Ref) error {
	if !strings.HasPrefix(b.writer.Via, viaImport) {
		return nil
	}
	return b.keep(ref, "")
}

// ErrNothingToUndo reports that no import is kept that is not undone.
var ErrNothingToUndo = errors.New("there is no import to undo")

// Undone is what Undo has done.
type Undone struct {
	At                time.Time // of the import
	Restored, Deleted int
	// Kept has changed again since the import, so it stays as it is.
	Kept []content.Ref
}

// replacedFirst is the first document that an import has replaced.
type replacedFirst struct {
	ref   content.Ref
	doc   string // "" when there was none
	later bool   // another writer has changed it since
}

// Undo brings back what the last import has replaced and deleted, and deletes what it has created. Pictures, histories of
// prices and withdrawn links stay. A second call undoes the import before it.
func (s *Store) Undo(ctx context.Context) (*Undone, error) {
	done := &Undone{}
	err := s.Write(ctx, func(b *Batch) error {
		var via string
		const last = "SELECT via FROM versions WHERE via LIKE 'import:%' ORDER BY via DESC LIMIT 1"
		if found, err := b.tx.One(b.detached, last, nil, &via); err != nil || !found {
			return errors.Join(err, ErrNothingToUndo)
		}
		done.At, _ = time.Parse(importTime, strings.TrimPrefix(via, viaImport))
		list, err := b.replacedBy(via)
		if err != nil {
			return err
		}
		b.SetWriter(Writer{Via: viaUndo})
		for _, r := range list {
			if err := b.restore(r, done); err != nil {
				return fmt.Errorf("%s: %w", record.Describe(r.ref), err)
			}
		}
		b.hasNotes = true // the marks are kept also when no content changes
		return b.tx.Exec(b.detached, "UPDATE versions SET via = ? WHERE via = ?", viaUndone+via, via)
	})
	if err != nil {
		return nil, err
	}
	return done, nil
}

func (b *Batch) replacedBy(via string) ([]replacedFirst, error) {
	var list []replacedFirst
	const query = `SELECT v.type, v.id, v.doc,
			EXISTS (SELECT 1 FROM versions l WHERE l.type = v.type AND l.id = v.id AND l.seq > v.seq AND l.via <> v.via
				AND l.via <> 'undo' AND l.via NOT LIKE 'undone %')
		FROM versions v
		WHERE v.via = ? AND v.seq = (SELECT MIN(f.seq) FROM versions f WHERE f.type = v.type AND f.id = v.id AND f.via = v.via)
		ORDER BY v.type, v.id`
	err := b.tx.Each(b.detached, query, []any{via}, func(rows *sql.Rows) error {
		var r replacedFirst
		err := rows.Scan(&r.ref.Type, &r.ref.ID, &r.doc, &r.later)
		list = append(list, r)
		return err
	})
	return list, err
}

// restore puts one document back, unless somebody has changed it since.
func (b *Batch) restore(r replacedFirst, done *Undone) error {
	from, isRedirect := strings.CutPrefix(string(r.ref.Type), refRedirect)
	isSettings := strings.HasPrefix(string(r.ref.Type), refSettings)
	switch {
	case r.later, r.doc == "" && isSettings: // a site without settings has no name
		done.Kept = append(done.Kept, r.ref)
		return nil
	case r.doc == "" && isRedirect:
		done.Deleted++
		return b.DeleteRedirects(from)
	case r.doc == "":
		done.Deleted++
		return b.Delete(r.ref)
	}
	done.Restored++
	if isRedirect {
		var pair content.RedirectPair
		if err := json.Unmarshal([]byte(r.doc), &pair); err != nil {
			return err
		}
		return b.PutRedirects(pair)
	}
	if isSettings {
		settings := &content.Settings{}
		if err := json.Unmarshal([]byte(r.doc), settings); err != nil {
			return err
		}
		return b.PutSettings(i18n.Lang(strings.TrimPrefix(string(r.ref.Type), refSettings)), settings)
	}
	entity, err := keptEntity(r.ref, r.doc)
	if err != nil {
		return err
	}
	return b.Put(entity)
}

// keptEntity decodes a kept document. One of a term names its taxonomy.
func keptEntity(ref content.Ref, doc string) (content.Entity, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(doc), &fields); err != nil {
		return nil, err
	}
	switch {
	case ref.Type == content.TypeAuthor:
		author := &content.Author{}
		return author, json.Unmarshal([]byte(doc), author)
	case fields["taxonomy"] != nil:
		term := &content.Term{}
		return term, json.Unmarshal([]byte(doc), term)
	}
	return record.DecodeEntity(keptShape(ref.Type, fields), doc)
}

// keptShape is the shape of a kept document by its type; one of a configured post type is a page when it has the fields of
// one.
func keptShape(t content.Type, fields map[string]json.RawMessage) string {
	switch t {
	case content.TypeProperty:
		return record.ShapeProperty
	case content.TypeDevelopment:
		return record.ShapeDevelopment
	case content.TypePage:
		return record.ShapePage
	case content.TypeAttachment:
		return record.ShapeMedia
	case content.TypePost:
		return record.ShapePost
	}
	if fields["sections"] != nil || fields["parent"] != nil || fields["property_filter"] != nil {
		return record.ShapePage
	}
	return record.ShapePost
}
