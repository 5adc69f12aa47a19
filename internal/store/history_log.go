package store

import (
	"context"
	"database/sql"
	"time"

	"estate/internal/content"
)

// LogEntry is a line of the log of what people have changed.
type LogEntry struct {
	Seq    int64 // set by AddLogEntry
	At     time.Time
	UserID string
	By     string // name of the person at that moment
	Via    string // "studio", "undo"
	Action string
	Ref    content.Ref
	Name   string // of what was changed, for people
	// Changes are what the caller needs to show the change and to take it back, as JSON.
	Changes string
}

// LogQuery selects lines of the log. Zero fields do not filter.
type LogQuery struct {
	Ref    content.Ref
	UserID string
	NotBy  string // id of a user whose lines are left out
	Before int64  // number of a line, exclusive
	Since  time.Time
	Limit  int
}

const logColumns = "seq, at, user_id, by_name, via, action, type, id, name, changes"

// AddLogEntry writes a line into the log in the transaction of the batch and returns its number. Lines are kept as long as
// versions.
func (b *Batch) AddLogEntry(e *LogEntry) (seq int64, err error) {
	b.hasNotes = true
	const put = "INSERT INTO audit_log (" + logColumns + `)
		VALUES ((SELECT COALESCE(MAX(seq), 0) + 1 FROM audit_log), ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`
	args := []any{e.At.UnixMilli(), e.UserID, e.By, e.Via, e.Action, string(e.Ref.Type), e.Ref.ID, e.Name, e.Changes}
	if _, err := b.tx.One(b.detached, put, args, &seq); err != nil {
		return 0, err
	}
	const prune = "DELETE FROM audit_log WHERE at < ? AND seq < ?" // never the last line: its number must not be given again
	return seq, b.tx.Exec(b.detached, prune, e.At.Add(-keepVersionsFor).UnixMilli(), seq)
}

// LogEntry returns a line of the log, nil when there is none.
func (b *Batch) LogEntry(seq int64) (*LogEntry, error) {
	var found *LogEntry
	err := b.tx.Each(b.detached, "SELECT "+logColumns+" FROM audit_log WHERE seq = ?", []any{seq}, func(rows *sql.Rows) error {
		var err error
		found, err = scanLogEntry(rows)
		return err
	})
	return found, err
}

func scanLogEntry(rows *sql.Rows) (*LogEntry, error) {
	var at int64
	e := &LogEntry{}
	err := rows.Scan(&e.Seq, &at, &e.UserID, &e.By, &e.Via, &e.Action, &e.Ref.Type, &e.Ref.ID, &e.Name, &e.Changes)
	e.At = time.UnixMilli(at).UTC()
	return e, err
}

// Log returns lines of the log, the newest first.
func (s *Store) Log(ctx context.Context, q LogQuery) ([]LogEntry, error) {
	where, args := "1 = 1", []any{}
	add := func(condition string, values ...any) {
		where += " AND " + condition
		args = append(args, values...)
	}
	if q.Ref.Type != "" {
		add("type = ? AND id = ?", string(q.Ref.Type), q.Ref.ID)
	}
	if q.UserID != "" {
		add("user_id = ?", q.UserID)
	}
	if q.NotBy != "" {
		add("user_id <> ?", q.NotBy)
	}
	if q.Before > 0 {
		add("seq < ?", q.Before)
	}
	if !q.Since.IsZero() {
		add("at >= ?", q.Since.UnixMilli())
	}
	var list []LogEntry
	query := "SELECT " + logColumns + " FROM audit_log WHERE " + where + " ORDER BY seq DESC LIMIT ?"
	err := s.db.Read().Each(ctx, query, append(args, q.Limit), func(rows *sql.Rows) error {
		e, err := scanLogEntry(rows)
		list = append(list, *e)
		return err
	})
	if err != nil {
		return nil, s.explain("read the log", err)
	}
	return list, nil
}

// Answer returns what was answered to a call, and a hash of its request; "" for a new call.
func (b *Batch) Answer(name string) (request, doc string, err error) {
	_, err = b.tx.One(b.detached, "SELECT request, doc FROM answers WHERE name = ?", []any{name}, &request, &doc)
	return request, doc, err
}

// Answer returns what Batch.PutAnswer has kept under a name; "" for nothing.
func (s *Store) Answer(ctx context.Context, name string) (request, doc string, err error) {
	const query = "SELECT request, doc FROM answers WHERE name = ?"
	if _, err := s.db.Read().One(ctx, query, []any{name}, &request, &doc); err != nil {
		return "", "", s.explain("read an answer", err)
	}
	return request, doc, nil
}

// PutAnswer keeps the answer of a call in the transaction of the batch, and removes those that are older than a day.
func (b *Batch) PutAnswer(name, request, doc string) error {
	b.hasNotes = true
	now := time.Now()
	if err := b.tx.Exec(b.detached, "DELETE FROM answers WHERE at < ?", now.Add(-keepAnswersFor).UnixMilli()); err != nil {
		return err
	}
	const put = `INSERT INTO answers (name, at, request, doc) VALUES (?, ?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET at = excluded.at, request = excluded.request, doc = excluded.doc`
	return b.tx.Exec(b.detached, put, name, now.UnixMilli(), request, doc)
}

// keepAnswersFor is the time in which a call may be repeated.
const keepAnswersFor = 24 * time.Hour
