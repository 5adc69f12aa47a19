package store

import (
	"context"
	"fmt"
	"strings"

	"estate/internal/content"
	"estate/internal/platform/sqldb"
	"estate/internal/store/record"
)

// flushAt is the number of pending entities that are written together.
const flushAt = 256

// Batch collects the writes of one transaction. A put replaces what has the same id;
// content that has not changed is not written and not logged.
type Batch struct {
	ctx      context.Context // the caller's, checked between statements
	detached context.Context // of the statements; never ends
	tx       *sqldb.Tx
	writer   Writer

	pending      []*record.Record // not written yet
	isPending    map[content.Ref]bool
	pendingLinks map[string]content.Ref // by folded link, of those that will be published
	textTypes    map[content.Type]int64 // numbers in the text index
	changes      []Change
	dirty        snapshotParts // changed by the batch
	anyWithdrawn bool          // the table of withdrawn links is not empty
	hasNotes     bool          // a note or a history entry was written
	oldest       uint64        // last change that is no longer in the log
}

func (b *Batch) start() error {
	b.isPending, b.pendingLinks, b.textTypes = map[content.Ref]bool{}, map[string]content.Ref{}, map[content.Type]int64{}
	var one int
	found, err := b.tx.One(b.detached, "SELECT 1 FROM withdrawn LIMIT 1", nil, &one)
	b.anyWithdrawn = found
	return err
}

// changed adds a line to the change log.
func (b *Batch) changed(kind ChangeKind, ref content.Ref, op Op) {
	b.changes = append(b.changes, Change{Kind: kind, Ref: ref, Op: op})
}

// isUnchanged reports whether the document that a query finds equals doc.
func (b *Batch) isUnchanged(doc, query string, key ...any) (bool, error) {
	var before string
	found, err := b.tx.One(b.detached, query, key, &before)
	return found && before == doc, err
}

// replaces reports whether doc differs from the document that a query finds, which is kept as a
// version of ref; of an import also that there was none.
func (b *Batch) replaces(ref content.Ref, doc, query string, key ...any) (bool, error) {
	var before string
	found, err := b.tx.One(b.detached, query, key, &before)
	switch {
	case err != nil || found && before == doc:
		return false, err
	case found:
		err = b.keep(ref, before)
	default:
		err = b.keepNew(ref)
	}
	return true, err
}

// insert writes many rows with one statement: a statement costs more than a row.
func (b *Batch) insert(table, columns, upsert string, rows [][]any) error {
	for len(rows) > 0 {
		n := 1
		for _, size := range []int{64, 8} {
			if len(rows) >= size {
				n = size
				break
			}
		}
		values := strings.TrimSuffix(strings.Repeat(sqldb.Placeholders(len(rows[0]))+",", n), ",")
		args := make([]any, 0, n*len(rows[0]))
		for _, row := range rows[:n] {
			args = append(args, row...)
		}
		if err := b.tx.Exec(b.detached, "INSERT INTO "+table+" "+columns+" VALUES "+values+upsert, args...); err != nil {
			return fmt.Errorf("write %s: %w", table, err)
		}
		rows = rows[n:]
	}
	return nil
}

// log writes the batch's changes, deletes the oldest changes of the log when there are
// too many, and returns the number of the last.
func (b *Batch) log(oldest, keep uint64) (last uint64, err error) {
	n := uint64(len(b.changes))
	_, err = b.tx.One(b.detached, "UPDATE counters SET value = value + ? WHERE name = 'change' RETURNING value", []any{n}, &last)
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
	return last, b.tx.Exec(b.detached, "DELETE FROM changes WHERE seq <= ?", b.oldest)
}
