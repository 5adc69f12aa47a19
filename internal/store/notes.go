package store

import "context"

const findNote = "SELECT doc FROM notes WHERE name = ?"

// PutNote remembers a text under a name, together with what else the batch
// writes: how far a copy has come, say. Notes are no content: they move no
// generation and stand in no export. An empty text forgets the note.
func (b *Batch) PutNote(name, text string) error {
	if same, err := b.isKept(text, findNote, name); same || err != nil {
		return err
	}
	b.noted = true
	if text == "" {
		return b.tx.Exec(b.steady, "DELETE FROM notes WHERE name = ?", name)
	}
	return b.tx.Exec(b.steady, "INSERT INTO notes (name, doc) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET doc = excluded.doc", name, text)
}

// Note is what was remembered under a name, "" when there is nothing.
func (s *Store) Note(ctx context.Context, name string) (string, error) {
	var text string
	if _, err := s.db.Read().One(ctx, findNote, []any{name}, &text); err != nil {
		return "", s.explain("read a note", err)
	}
	return text, nil
}
