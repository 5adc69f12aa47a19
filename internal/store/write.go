package store

import (
	"context"
	"fmt"
	"strconv"
)

// Write runs fn on a batch and commits what it wrote: all of it or, after an
// error, nothing. Batches run one after the other, those of other nodes included.
// fn must not use the store for writing, and must not keep the batch.
//
// When Write returns nil, every look-up of this node answers from the new content.
func (s *Store) Write(ctx context.Context, fn func(*Batch) error) (err error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	// A context that can end costs a goroutine a statement, and half a
	// transaction is of no use to anybody: the batch looks at ctx between its
	// steps and its statements run without it.
	steady := context.WithoutCancel(ctx)
	tx, err := s.db.Begin(steady)
	if err != nil {
		return s.explain("begin a batch", err)
	}
	defer tx.Rollback()
	b := &Batch{ctx: ctx, steady: steady, tx: tx}
	if err := s.takeTurn(ctx, b); err != nil {
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
	next, err := loadShelf(steady, b.tx.Conn, s.shelf.Load(), b.dirty)
	if err != nil {
		return s.explain("finish a batch", err)
	}
	last, err := b.log(s.oldest, uint64(s.cfg.KeepChanges))
	if err != nil {
		return s.explain("log a batch", err)
	}
	if err := tx.Notify(steady, strconv.FormatUint(last, 10)); err != nil {
		return s.explain("log a batch", err)
	}
	if err := tx.Commit(); err != nil {
		return s.explain("commit a batch", err)
	}
	s.oldest = b.oldest
	if err := s.publish(b, next, last); err != nil {
		s.listening.pollNow()
		return fmt.Errorf("the batch is stored, but not all that follows it is up to date: %w", err)
	}
	return nil
}

// commitNotes ends a batch that changed no content.
func (s *Store) commitNotes(b *Batch) error {
	if !b.noted {
		return nil
	}
	if err := b.tx.Commit(); err != nil {
		return s.explain("commit a batch", err)
	}
	return nil
}

// publish makes a committed batch visible. Generation moves last: whoever sees
// the new one finds nothing old anywhere.
func (s *Store) publish(b *Batch, next *shelf, last uint64) error {
	s.applying.Lock()
	defer s.applying.Unlock()
	if s.generation.Load() >= last {
		return nil // heard of already, as the others hear of it
	}
	s.cache.drop(touched(b.changes))
	s.shelf.Store(next)
	if err := s.watch.tell(last); err != nil {
		if s.listening != nil {
			return err // what is told again must not count as seen
		}
		s.cfg.Log.Error("something that follows the store is not up to date", "store", s.db.Name(), "err", err)
	}
	s.generation.Store(last)
	return nil
}
