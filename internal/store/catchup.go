package store

import (
	"context"
	"errors"
	"time"

	"estate/internal/content"
	"estate/internal/store/sqldb"
)

// turnTimeout bounds the wait for the batches of other nodes.
const turnTimeout = 10 * time.Minute

// takeTurn waits until no other node writes, and applies what they have written: from
// there on this node alone moves the log, and its memory holds all of it.
func (s *Store) takeTurn(ctx context.Context, b *Batch) error {
	if !s.db.Shared() {
		return nil
	}
	var last uint64
	_, err := b.tx.OneWithin(ctx, turnTimeout, lastChange+" FOR UPDATE", nil, &last)
	if err != nil || last == s.generation.Load() {
		return err
	}
	return s.catchUp(b.steady)
}

// catchUp takes in what other nodes have committed: memory first, then those that
// subscribed, the generation last.
func (s *Store) catchUp(ctx context.Context) error {
	s.applying.Lock()
	defer s.applying.Unlock()
	changes, last, err := s.news(ctx)
	switch lost := errors.Is(err, ErrChangesLost); {
	case err != nil && !lost:
		return err
	case lost:
		s.cfg.Log.Warn("the change log does not reach back; everything is read anew", "store", s.db.Name())
		err = s.forgetAll(ctx)
	case len(changes) == 0:
		return nil
	default:
		err = s.learn(ctx, changes)
	}
	if err != nil {
		return err
	}
	if err := s.watch.tell(last); err != nil {
		return err
	}
	s.generation.Store(last)
	return nil
}

// news lists everything after this node's generation, to the last commit: a batch
// is never taken in by halves.
func (s *Store) news(ctx context.Context) (all []Change, last uint64, err error) {
	err = s.db.ReadTx(ctx, func(db *sqldb.Conn) error {
		all = nil
		for seq := s.generation.Load(); ; seq = all[len(all)-1].Seq {
			changes, newest, err := changesSince(ctx, db, seq, maxChanges)
			last = newest
			if err != nil || len(changes) == 0 {
				return err
			}
			if all = append(all, changes...); len(all) > mostNews {
				return ErrChangesLost
			}
		}
	})
	return all, last, err
}

// mostNews is the number of changes beyond which reading everything anew is sooner done.
const mostNews = 100_000

// learn forgets what the changes made old and reads their part of the shelf.
func (s *Store) learn(ctx context.Context, changes []Change) error {
	s.cache.drop(touched(changes))
	dirty := dirtyParts(changes)
	if dirty == 0 {
		return nil
	}
	next, err := loadShelf(ctx, s.db.Read(), s.shelf.Load(), dirty)
	if err == nil {
		s.shelf.Store(next)
	}
	return err
}

func (s *Store) forgetAll(ctx context.Context) error {
	s.cache.dropAll()
	next, err := loadShelf(ctx, s.db.Read(), nil, everyPart)
	if err == nil {
		s.shelf.Store(next)
	}
	return err
}

// dirtyParts are the parts of the shelf that changes touch. A post counts in its
// categories, which the log does not tell apart.
func dirtyParts(changes []Change) (dirty parts) {
	for _, change := range changes {
		switch change.Kind {
		case ChangeTerm:
			dirty |= partTerms
		case ChangeAuthor:
			dirty |= partAuthors
		case ChangeSettings, ChangeInstagram:
			dirty |= partRecords
		case ChangeRedirects:
			dirty |= partRedirects
		case ChangeEntity:
			if !isShared(change.Ref.Type) && change.Ref.Type != content.TypePage {
				dirty |= partTerms
			}
		}
	}
	return dirty
}

// touched lists the entities whose cached form is no longer right.
func touched(changes []Change) []content.Ref {
	var refs []content.Ref
	for _, change := range changes {
		if change.Kind == ChangeEntity {
			refs = append(refs, change.Ref)
		}
	}
	return refs
}

// isShared reports types whose entities carry all languages and no categories.
func isShared(t content.Type) bool {
	return t == content.TypeProperty || t == content.TypeDevelopment || t == content.TypeAttachment
}
