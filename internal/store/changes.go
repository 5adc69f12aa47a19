package store

import (
	"context"
	"database/sql"
	"errors"

	"estate/internal/content"
	"estate/internal/store/sqldb"
)

// ChangeKind tells what a change is about.
type ChangeKind string

// The kinds of change.
const (
	ChangeEntity    ChangeKind = "entity"
	ChangeTerm      ChangeKind = "term"
	ChangeAuthor    ChangeKind = "author"
	ChangeSettings  ChangeKind = "settings" // Ref.Type is the language
	ChangeRedirects ChangeKind = "redirects"
	ChangeInstagram ChangeKind = "instagram"
	ChangeRevision  ChangeKind = "revision"
	ChangeWithdrawn ChangeKind = "withdrawn"
)

// Op is what happened.
type Op string

// The operations. A put says nothing of the status: an entity may have been
// put as a draft.
const (
	OpPut    Op = "put"
	OpDelete Op = "delete"
)

// Change is one line of the change log. Numbers have no gaps and follow the
// order of commits. A line tells that something changed, not what it is now: that
// must be read (RowsSince), for a later change may have come already.
type Change struct {
	Seq  uint64
	Kind ChangeKind
	Ref  content.Ref
	Op   Op
}

// ErrChangesLost reports that the log no longer reaches back to the number
// asked for: read everything anew (Rows).
var ErrChangesLost = errors.New("the change log does not reach back that far; read everything anew")

// maxChanges bounds one look at the log.
const maxChanges = 10_000

const lastChange = "SELECT value FROM counters WHERE name = 'change'"

// Generation is the number of the last change; it moves with every commit.
func (s *Store) Generation() uint64 { return s.generation.Load() }

func (s *Store) loadGeneration(ctx context.Context) error {
	var last, first uint64
	if _, err := s.db.Read().One(ctx, lastChange, nil, &last); err != nil {
		return err
	}
	if _, err := s.db.Read().One(ctx, "SELECT COALESCE(MIN(seq), 0) FROM changes", nil, &first); err != nil {
		return err
	}
	s.oldest = last
	if first > 0 {
		s.oldest = first - 1
	}
	s.generation.Store(last)
	return nil
}

// changesSince reads the log after number seq as of one moment, oldest first and so
// many lines at most; last is the newest number there is.
func changesSince(ctx context.Context, db *sqldb.Conn, seq uint64, most int) (changes []Change, last uint64, err error) {
	if _, err := db.One(ctx, lastChange, nil, &last); err != nil {
		return nil, 0, err
	}
	if last == seq {
		return nil, last, nil
	}
	const query = "SELECT seq, kind, type, id, op FROM changes WHERE seq > ? ORDER BY seq LIMIT ?"
	err = db.Each(ctx, query, []any{seq, most}, func(rows *sql.Rows) error {
		var c Change
		err := rows.Scan(&c.Seq, &c.Kind, &c.Ref.Type, &c.Ref.ID, &c.Op)
		changes = append(changes, c)
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	if len(changes) == 0 || changes[0].Seq != seq+1 {
		return nil, last, ErrChangesLost
	}
	return changes, last, nil
}

// log writes the batch's changes, drops the oldest when there are too many, and
// returns the number of the last.
func (b *Batch) log(oldest, keep uint64) (last uint64, err error) {
	n := uint64(len(b.changes))
	_, err = b.tx.One(b.steady, "UPDATE counters SET value = value + ? WHERE name = 'change' RETURNING value", []any{n}, &last)
	if err != nil {
		return 0, err
	}
	rows := make([][]any, n)
	for i := range b.changes {
		c := &b.changes[i]
		c.Seq = last - n + uint64(i) + 1
		rows[i] = []any{c.Seq, string(c.Kind), string(c.Ref.Type), c.Ref.ID, string(c.Op)}
	}
	if err := b.insert("changes", "(seq, kind, type, id, op)", "", rows); err != nil {
		return 0, err
	}
	b.oldest = oldest
	if last-oldest <= 2*keep {
		return last, nil
	}
	b.oldest = last - keep
	return last, b.tx.Exec(b.steady, "DELETE FROM changes WHERE seq <= ?", b.oldest)
}
