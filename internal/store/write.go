package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Write runs fn on a batch and commits what it wrote: all of it or, after an
// error, nothing. Batches run one after the other, those of other nodes included.
// fn must not use the store for writing, and must not keep the batch.
//
// When Write returns nil, every look-up of this node answers from the new content.
func (s *Store) Write(ctx context.Context, fn func(*Batch) error) (err error) {
	if s.writer == nil {
		return errors.New("the store is open for reading only")
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	// A context that can end costs a goroutine a statement, and half a
	// transaction is of no use to anybody: the batch looks at ctx between its
	// steps and its statements run without it.
	steady := context.WithoutCancel(ctx)
	tx, err := s.writer.BeginTx(steady, nil)
	if err != nil {
		return s.explain("begin a batch", err)
	}
	b := &Batch{ctx: ctx, steady: steady, db: newStatements(s.dialect, tx)}
	defer func() {
		b.db.close()
		_ = tx.Rollback() // does nothing after a commit
	}()
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
		return s.commitNotes(b, tx)
	}
	next, err := loadShelf(steady, b.db, s.shelf.Load(), b.dirty)
	if err != nil {
		return s.explain("finish a batch", err)
	}
	last, err := b.log(s.oldest, uint64(s.cfg.KeepChanges))
	if err != nil {
		return s.explain("log a batch", err)
	}
	if err := s.announce(b, last); err != nil {
		return s.explain("log a batch", err)
	}
	b.db.close()
	if err := tx.Commit(); err != nil {
		return s.explain("commit a batch", err)
	}
	s.oldest = b.oldest
	if err := s.publish(b, next, last); err != nil {
		s.listening.look()
		return fmt.Errorf("the batch is stored, but not all that follows it is up to date: %w", err)
	}
	return nil
}

// commitNotes ends a batch that changed no content.
func (s *Store) commitNotes(b *Batch, tx *sql.Tx) error {
	if !b.noted {
		return nil
	}
	b.db.close()
	if err := tx.Commit(); err != nil {
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
		s.cfg.Log.Error("something that follows the store is not up to date", "store", s.name, "err", err)
	}
	s.generation.Store(last)
	return nil
}

func (s *Store) explain(doing string, err error) error {
	return fmt.Errorf("%s: %w", doing, s.dialect.explain(s.name, err))
}
