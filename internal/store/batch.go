package store

import (
	"context"

	"estate/internal/content"
	"estate/internal/store/record"
	"estate/internal/store/sqldb"
)

// flushAt is the number of entities collected before they are written together.
const flushAt = 256

// Batch collects the writes of one transaction. Puts replace what has the same
// id; content that has not changed is not written and not logged.
type Batch struct {
	ctx    context.Context // the caller's, looked at between steps
	steady context.Context // never ends
	tx     *sqldb.Tx

	waiting      []*record.Record
	isWaiting    map[content.Ref]bool
	changes      []Change
	dirty        parts
	anyWithdrawn bool
	noted        bool // a note was written
	oldest       uint64
}

func (b *Batch) start() error {
	b.isWaiting = map[content.Ref]bool{}
	var one int
	found, err := b.tx.One(b.steady, "SELECT 1 FROM withdrawn LIMIT 1", nil, &one)
	b.anyWithdrawn = found
	return err
}

func (b *Batch) changed(kind ChangeKind, ref content.Ref, op Op) {
	b.changes = append(b.changes, Change{Kind: kind, Ref: ref, Op: op})
}

// Put writes an entity of any type.
func (b *Batch) Put(entity content.Entity) error {
	switch e := entity.(type) {
	case *content.Term:
		return b.PutTerm(e)
	case *content.Author:
		return b.PutAuthor(e)
	}
	r, err := record.New(entity)
	if err != nil {
		return err
	}
	ref := r.Head.Ref()
	if len(b.waiting) >= flushAt || b.isWaiting[ref] {
		if err := b.flush(); err != nil {
			return err
		}
	}
	b.waiting = append(b.waiting, r)
	b.isWaiting[ref] = true
	return nil
}
