package store

import (
	"context"
	"database/sql"
	"errors"

	"estate/internal/content"
	"estate/internal/platform/sqldb"
)

// ChangeKind is the kind of content that changed.
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

// Op is the operation of a change.
type Op string

// The operations. A put may be of any status, also of a draft.
const (
	OpPut    Op = "put"
	OpDelete Op = "delete"
)

// Change is one line of the change log. Sequence numbers have no gaps and follow the
// order of commits. A line names what changed and does not hold the new content:
// RowsSince reads that, a later change may have been committed meanwhile.
type Change struct {
	Seq  uint64
	Kind ChangeKind
	Ref  content.Ref
	Op   Op
}

// ErrChangesLost reports that the log no longer reaches back to the number asked for:
// everything must be read again (Rows).
var ErrChangesLost = errors.New("the change log does not reach back that far; read everything again")

// maxChanges bounds the lines of the log that one query reads.
const maxChanges = 10_000

// lastChange selects the number of the last change.
const lastChange = "SELECT value FROM counters WHERE name = 'change'"

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

// Changes returns the lines of the log after number seq, oldest first, at most maxChanges, and the
// number of the last change. With ErrChangesLost anything may have changed.
func (s *Store) Changes(ctx context.Context, seq uint64) (changes []Change, last uint64, err error) {
	err = s.db.ReadTx(ctx, func(db *sqldb.Conn) error {
		changes, last, err = changesSince(ctx, db, seq, maxChanges)
		return err
	})
	if err != nil {
		return nil, last, s.explain("read what changed", err)
	}
	return changes, last, nil
}

// changesSince reads at most limit lines of the log after number seq, oldest first.
// last is the number of the last change. db must be a read transaction.
func changesSince(ctx context.Context, db *sqldb.Conn, seq uint64, limit int) (changes []Change, last uint64, err error) {
	if _, err := db.One(ctx, lastChange, nil, &last); err != nil {
		return nil, 0, err
	}
	if last == seq {
		return nil, last, nil
	}
	const query = "SELECT seq, kind, type, id, op FROM changes WHERE seq > ? ORDER BY seq LIMIT ?"
	err = db.Each(ctx, query, []any{seq, limit}, func(rows *sql.Rows) error {
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
