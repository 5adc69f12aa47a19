package store

import (
	"context"
	"errors"
	"time"

	"estate/internal/content"
	"estate/internal/platform/sqldb"
)

// logLockTimeout bounds the wait for the batches of other nodes on a server.
const logLockTimeout = 10 * time.Minute

// lockLog waits until no other node writes and applies what other nodes and processes have written.
// Until the batch ends only this store writes to the log.
func (s *Store) lockLog(ctx context.Context, b *Batch) error {
	var last uint64
	_, err := b.tx.OneWithin(ctx, logLockTimeout, lastChange+s.db.ForUpdate(), nil, &last)
	if err != nil || last == s.generation.Load() {
		return err
	}
	return s.catchUp(b.detached)
}

// catchUp applies the commits of others, and those whose subscribers failed: memory first, then the subscribers, the
// generation last.
func (s *Store) catchUp(ctx context.Context) error {
	s.applying.Lock()
	defer s.applying.Unlock()
	changes, last, err := s.newChanges(ctx)
	switch lost := errors.Is(err, ErrChangesLost); {
	case err != nil && !lost:
		return err
	case lost:
		s.cfg.Log.Warn("change log does not reach back far enough, reading everything again", "store", s.db.Name())
		err = s.reloadMemory(ctx)
	case len(changes) == 0:
		return nil
	default:
		err = s.applyChanges(ctx, changes)
	}
	if err != nil {
		return err
	}
	if err := s.subscribers.notify(last); err != nil {
		return err
	}
	s.generation.Store(last)
	return nil
}

// newChanges lists all changes after this node's generation, to the last commit: a
// batch is never applied in part.
func (s *Store) newChanges(ctx context.Context) (all []Change, last uint64, err error) {
	err = s.db.ReadTx(ctx, func(db *sqldb.Conn) error {
		all = nil
		for seq := s.generation.Load(); ; seq = all[len(all)-1].Seq {
			changes, newest, err := changesSince(ctx, db, seq, maxChanges)
			last = newest
			if err != nil || len(changes) == 0 {
				return err
			}
			if all = append(all, changes...); len(all) > maxCatchUp {
				return ErrChangesLost
			}
		}
	})
	return all, last, err
}

// maxCatchUp is the number of changes from which on reading everything is faster.
const maxCatchUp = 100_000

// applyChanges drops changed entities from the cache and reads the changed parts of the
// snapshot.
func (s *Store) applyChanges(ctx context.Context, changes []Change) error {
	s.cache.drop(changedEntities(changes))
	dirty := dirtyParts(changes)
	if dirty == 0 {
		return nil
	}
	next, err := loadSnapshot(ctx, s.db.Read(), s.snapshot.Load(), dirty)
	if err == nil {
		s.snapshot.Store(next)
	}
	return err
}

// reloadMemory empties the cache and reads a new snapshot.
func (s *Store) reloadMemory(ctx context.Context) error {
	s.cache.dropAll()
	next, err := loadSnapshot(ctx, s.db.Read(), nil, allParts)
	if err == nil {
		s.snapshot.Store(next)
	}
	return err
}

// dirtyParts are the parts of the snapshot that changes affect. A post changes the counts
// of its categories; the log does not say which.
func dirtyParts(changes []Change) (dirty snapshotParts) {
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

// changedEntities lists the entities to drop from the cache.
func changedEntities(changes []Change) []content.Ref {
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
