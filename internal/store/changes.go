package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"estate/internal/content"
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
// must be read (RowsByID), for a later change may have come already.
type Change struct {
	Seq  uint64
	Kind ChangeKind
	Ref  content.Ref
	Op   Op
}

// ErrChangesLost reports that the log no longer reaches back to the number
// asked for: read everything anew (Rows).
var ErrChangesLost = errors.New("the change log does not reach back that far; read everything anew")

// maxChanges bounds one answer of ChangesSince.
const maxChanges = 10_000

const lastChange = "SELECT value FROM counters WHERE name = 'change'"

// Generation is the number of the last change; it moves with every commit.
func (s *Store) Generation() uint64 { return s.generation.Load() }

func (s *Store) loadGeneration(ctx context.Context) error {
	var last, first uint64
	if _, err := s.read.one(ctx, lastChange, nil, &last); err != nil {
		return err
	}
	if _, err := s.read.one(ctx, "SELECT COALESCE(MIN(seq), 0) FROM changes", nil, &first); err != nil {
		return err
	}
	s.oldest = last
	if first > 0 {
		s.oldest = first - 1
	}
	s.generation.Store(last)
	return nil
}

// ChangesSince lists what changed after number seq, oldest first, ten thousand at
// most: ask again with the last number until nothing comes. ErrChangesLost
// tells that older changes are no longer known.
func (s *Store) ChangesSince(ctx context.Context, seq uint64) ([]Change, error) {
	var changes []Change
	const query = "SELECT seq, kind, type, id, op FROM changes WHERE seq > ? ORDER BY seq LIMIT ?"
	err := s.read.each(ctx, query, []any{seq, maxChanges}, func(rows *sql.Rows) error {
		var c Change
		err := rows.Scan(&c.Seq, &c.Kind, &c.Ref.Type, &c.Ref.ID, &c.Op)
		changes = append(changes, c)
		return err
	})
	if err != nil {
		return nil, s.explain("read the change log", err)
	}
	if len(changes) > 0 {
		if changes[0].Seq != seq+1 {
			return nil, ErrChangesLost
		}
		return changes, nil
	}
	var last uint64
	if _, err := s.read.one(ctx, lastChange, nil, &last); err != nil {
		return nil, s.explain("read the change log", err)
	}
	if last < seq || last > seq && s.Generation() >= last {
		return nil, ErrChangesLost
	}
	return nil, nil
}

// log writes the batch's changes, drops the oldest when there are too many, and
// returns the number of the last.
func (b *Batch) log(oldest, keep uint64) (last uint64, err error) {
	n := uint64(len(b.changes))
	_, err = b.db.one(b.steady, "UPDATE counters SET value = value + ? WHERE name = 'change' RETURNING value", []any{n}, &last)
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
	return last, b.db.exec(b.steady, "DELETE FROM changes WHERE seq <= ?", b.oldest)
}

// watchers are told of every commit.
type watchers struct {
	mu   sync.Mutex
	next int
	all  map[int]func(seq uint64)
}

// Subscribe calls told after every commit with the number of its last change,
// until cancel is called. Calls come one after the other, before Generation
// moves: what told brings up to date is never behind the generation. It must
// not write to the store, and Write waits for it.
func (s *Store) Subscribe(told func(seq uint64)) (cancel func()) {
	w := &s.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[int]func(uint64){}
	}
	id := w.next
	w.next++
	w.all[id] = told
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.all, id)
	}
}

func (w *watchers) tell(seq uint64) {
	w.mu.Lock()
	list := make([]func(uint64), 0, len(w.all))
	for _, told := range w.all {
		list = append(list, told)
	}
	w.mu.Unlock()
	for _, told := range list {
		told(seq)
	}
}
