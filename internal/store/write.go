package store

import (
	"context"
	"fmt"
	"strconv"
)

// Write runs fn on a batch and commits what it wrote: all of it or, after an error,
// nothing. Batches run one after the other, those of other nodes included. fn must not
// write to the store otherwise and must not keep the batch.
//
// When Write returns nil, every look-up on this node uses the new content.
func (s *Store) Write(ctx context.Context, fn func(*Batch) error) (err error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	// A context that can end costs one goroutine a statement, and a cancelled
	// statement saves little: the batch checks ctx between its statements, which run
	// without it.
	detached := context.WithoutCancel(ctx)
	tx, err := s.db.Begin(detached)
	if err != nil {
		return s.explain("begin a batch", err)
	}
	defer tx.Rollback()
	b := &Batch{ctx: ctx, detached: detached, tx: tx}
	if err := s.lockLog(ctx, b); err != nil {
		return s.explain("begin a batch", err)
	}
	if err := b.start(); err != nil {
		return s.explain("begin a batch", err)
	}
	if err := fn(b); err != nil {
		return err
	}
	if err := b.flush(); err != nil {
		return s.explain("write a batch", err)
	}
	if len(b.changes) == 0 {
		return s.commitNotes(b)
	}
	next, err := loadSnapshot(detached, b.tx.Conn, s.snapshot.Load(), b.dirty)
	if err != nil {
		return s.explain("finish a batch", err)
	}
	last, err := b.log(s.oldest, uint64(s.cfg.KeepChanges))
	if err != nil {
		return s.explain("log a batch", err)
	}
	if err := tx.Notify(detached, strconv.FormatUint(last, 10)); err != nil {
		return s.explain("log a batch", err)
	}
	if err := tx.Commit(); err != nil {
		return s.explain("commit a batch", err)
	}
	s.oldest = b.oldest
	if err := s.publish(b, next, last); err != nil {
		s.listener.pollNow()
		return fmt.Errorf("the batch is committed, but a subscriber failed: %w", err)
	}
	return nil
}

// commitNotes ends a batch that changed no content.
func (s *Store) commitNotes(b *Batch) error {
	if !b.hasNotes {
		return nil
	}
	if err := b.tx.Commit(); err != nil {
		return s.explain("commit a batch", err)
	}
	return nil
}

// publish makes a committed batch visible. Generation moves last: a reader of the new
// generation finds no old content.
func (s *Store) publish(b *Batch, next *snapshot, last uint64) error {
	s.applying.Lock()
	defer s.applying.Unlock()
	if s.generation.Load() >= last {
		return nil // the listener has applied it already
	}
	s.cache.drop(changedEntities(b.changes))
	s.snapshot.Store(next)
	if err := s.subscribers.notify(last); err != nil {
		return err // the generation moves when the listener's retry succeeds
	}
	s.generation.Store(last)
	return nil
}
