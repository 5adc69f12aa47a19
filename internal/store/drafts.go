package store

import (
	"context"
	"database/sql"
	"time"

	"estate/internal/content"
	"estate/internal/platform/sqldb"
)

// Draft are changes of an entity that wait to be published. They are no content: they do not move the generation and are
// not exported.
type Draft struct {
	At     time.Time
	UserID string // of the last writer
	By     string // name of that person at that moment
	// Words are folded texts by which lists find the entity.
	Words   string
	Changes string // as JSON
}

// Draft returns the draft of an entity as the batch sees it, nil when there is none.
func (b *Batch) Draft(ref content.Ref) (*Draft, error) { return draftOf(b.detached, b.tx.Conn, ref) }

// Draft returns the draft of an entity, nil when there is none.
func (s *Store) Draft(ctx context.Context, ref content.Ref) (*Draft, error) {
	d, err := draftOf(ctx, s.db.Read(), ref)
	if err != nil {
		return nil, s.explain("read a draft", err)
	}
	return d, nil
}

func draftOf(ctx context.Context, db *sqldb.Conn, ref content.Ref) (*Draft, error) {
	d, at := &Draft{}, int64(0)
	const query = "SELECT at, user_id, by_name, words, changes FROM drafts WHERE type = ? AND id = ?"
	found, err := db.One(ctx, query, []any{string(ref.Type), ref.ID}, &at, &d.UserID, &d.By, &d.Words, &d.Changes)
	if !found || err != nil {
		return nil, err
	}
	d.At = time.UnixMilli(at).UTC()
	return d, nil
}

// PutDraft replaces the draft of an entity; nil removes it. It goes with its entity.
func (b *Batch) PutDraft(ref content.Ref, d *Draft) error {
	b.hasNotes = true
	if d == nil {
		return b.tx.Exec(b.detached, "DELETE FROM drafts WHERE type = ? AND id = ?", string(ref.Type), ref.ID)
	}
	const put = `INSERT INTO drafts (type, id, at, user_id, by_name, words, changes) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (type, id) DO UPDATE SET at = excluded.at, user_id = excluded.user_id,
		by_name = excluded.by_name, words = excluded.words, changes = excluded.changes`
	return b.tx.Exec(b.detached, put, string(ref.Type), ref.ID, d.At.UnixMilli(), d.UserID, d.By, d.Words, d.Changes)
}

// Drafts returns the drafts of a type by id, without their changes.
func (s *Store) Drafts(ctx context.Context, t content.Type) (map[int]Draft, error) {
	drafts := map[int]Draft{}
	const query = "SELECT id, at, user_id, by_name, words FROM drafts WHERE type = ?"
	err := s.db.Read().Each(ctx, query, []any{string(t)}, func(rows *sql.Rows) error {
		var id int
		var at int64
		var d Draft
		err := rows.Scan(&id, &at, &d.UserID, &d.By, &d.Words)
		d.At = time.UnixMilli(at).UTC()
		drafts[id] = d
		return err
	})
	if err != nil {
		return nil, s.explain("read drafts", err)
	}
	return drafts, nil
}
