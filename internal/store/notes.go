package store

import (
	"context"
	"database/sql"
	"strings"
)

const findNote = "SELECT doc FROM notes WHERE name = ?"

// PutNote stores a text under a name in the same transaction as the batch's content,
// for example the progress of a copy. A note is no content: it does not move the
// generation and is not exported. An empty text deletes the note.
func (b *Batch) PutNote(name, text string) error {
	if same, err := b.isUnchanged(text, findNote, name); same || err != nil {
		return err
	}
	b.hasNotes = true
	if text == "" {
		return b.tx.Exec(b.detached, "DELETE FROM notes WHERE name = ?", name)
	}
	return b.tx.Exec(b.detached, "INSERT INTO notes (name, doc) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET doc = excluded.doc", name, text)
}

// NoteOrNew returns the text under a name, or stores a new one and returns it.
func (b *Batch) NoteOrNew(name, text string) (string, error) {
	var kept string
	if found, err := b.tx.One(b.detached, findNote, []any{name}, &kept); found || err != nil {
		return kept, err
	}
	return text, b.PutNote(name, text)
}

// Note returns the text under a name as the batch sees it, "" when there is none.
func (b *Batch) Note(name string) (string, error) {
	var text string
	_, err := b.tx.One(b.detached, findNote, []any{name}, &text)
	return text, err
}

// Notes returns the texts whose names begin with prefix, by their names without it.
func (s *Store) Notes(ctx context.Context, prefix string) (map[string]string, error) {
	notes := map[string]string{}
	const query = "SELECT name, doc FROM notes WHERE name LIKE ?"
	err := s.db.Read().Each(ctx, query, []any{prefix + "%"}, func(rows *sql.Rows) error {
		var name, text string
		err := rows.Scan(&name, &text)
		if key, ok := strings.CutPrefix(name, prefix); ok {
			notes[key] = text
		}
		return err
	})
	if err != nil {
		return nil, s.explain("read notes", err)
	}
	return notes, nil
}

// Note returns the text under a name, "" when there is none.
func (s *Store) Note(ctx context.Context, name string) (string, error) {
	var text string
	if _, err := s.db.Read().One(ctx, findNote, []any{name}, &text); err != nil {
		return "", s.explain("read a note", err)
	}
	return text, nil
}
