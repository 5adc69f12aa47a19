package app

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"estate/internal/config"
	"estate/internal/index"
	"estate/internal/redirect"
	"estate/internal/store"
	"estate/internal/store/record"
)

// openIndex reads the search index from its snapshot or builds it from the store, reads the
// redirects, and keeps both current. In live mode the CMS answers searches.
func (a *App) openIndex(ctx context.Context, s config.Settings, redirects *redirect.Table) error {
	if a.store == nil {
		return nil
	}
	ix := index.New(index.Config{Rows: a.store.Rows})
	a.store.UseSearcher(ix)
	a.indexUpdater = newIndexUpdater(a.store, ix, redirects, a.log)
	a.indexUpdater.snapshot = indexSnapshot{file: s.IndexFile(), rows: record.RowsVersion}
	// Subscribe before load: another node may write at any time.
	cancel := a.store.Subscribe(a.indexUpdater.apply)
	a.closers = append(a.closers, func() error { cancel(); return nil })
	return a.indexUpdater.load(ctx)
}

// indexUpdater keeps the search index and the agency's redirects equal to the store.
type indexUpdater struct {
	store     *store.Store
	index     *index.Index
	redirects *redirect.Table
	log       *slog.Logger
	rebuild   chan struct{} // requests a new base of the index
	saveSoon  chan struct{} // requests a new snapshot

	mu       sync.Mutex
	applied  uint64 // number of the last change in the index
	snapshot indexSnapshot
}

func newIndexUpdater(st *store.Store, ix *index.Index, redirects *redirect.Table, log *slog.Logger) *indexUpdater {
	return &indexUpdater{store: st, index: ix, redirects: redirects, log: log, rebuild: make(chan struct{}, 1), saveSoon: make(chan struct{}, 1)}
}

// load reads or builds the index and reads the redirects. A change of another node that
// arrives meanwhile waits in apply.
func (u *indexUpdater) load(ctx context.Context) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.loadSnapshot(ctx) {
		return u.readRedirects(ctx)
	}
	return u.reload(ctx, u.store.Generation())
}

// reload reads everything. The change number seq is from before the read: a change
// during the read is applied again.
func (u *indexUpdater) reload(ctx context.Context, seq uint64) error {
	if err := u.index.Build(ctx); err != nil {
		return err
	}
	u.applied = seq
	u.built(seq)
	return u.readRedirects(ctx)
}

// readRedirects replaces the redirects by those of the store, without invalid ones.
func (u *indexUpdater) readRedirects(ctx context.Context) error {
	stored, err := u.store.Redirects(ctx)
	if err != nil {
		return err
	}
	if err := u.redirects.Replace(redirectPairs(stored)); err != nil {
		u.log.Warn("invalid redirects are skipped", "err", err)
	}
	return nil
}

// apply updates the index to change seq. The store calls it after each commit, one
// call at a time, before its generation changes: no page combines new documents with
// old results. After an error the generation does not change.
func (u *indexUpdater) apply(seq uint64) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	ctx := context.Background()
	err := u.catchUp(ctx, seq)
	if err == nil {
		return nil
	}
	u.log.Warn("search index update failed; rebuilding", "err", err)
	if err := u.reload(ctx, seq); err != nil {
		u.requestRebuild()
		return fmt.Errorf("build the search index: %w", err)
	}
	return nil
}

func (u *indexUpdater) catchUp(ctx context.Context, seq uint64) error {
	if u.applied == seq {
		return nil
	}
	changes, err := u.store.RowsSince(ctx, u.applied)
	if err != nil {
		return err
	}
	if changes.Redirects {
		if err := u.readRedirects(ctx); err != nil {
			return err
		}
	}
	u.applied = changes.Last
	if u.index.Apply(index.Changes{Put: changes.Put, Deleted: changes.Deleted}) {
		u.requestRebuild()
	}
	if u.snapshot.file != "" && u.applied > u.snapshot.seq+maxSnapshotAge {
		u.requestRebuild()
	}
	return nil
}

func (u *indexUpdater) requestRebuild() {
	select {
	case u.rebuild <- struct{}{}:
	default: // already requested
	}
}

// rebuildBackoff is the pause after a build failed, usually because the database is down.
const rebuildBackoff = 2 * time.Second

// run builds a new base of the index on each request and writes its snapshot, until ctx ends.
func (u *indexUpdater) run(ctx context.Context) error {
	detached := context.WithoutCancel(ctx)
	defer u.saveSnapshot(detached)
	var save <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-u.saveSoon:
			save = time.After(u.snapshotDelay())
			continue
		case <-save:
			save = nil
			u.saveSnapshot(detached)
			continue
		case <-u.rebuild:
		}
		u.mu.Lock()
		seq := u.applied // rows are read later than this change
		u.mu.Unlock()
		err := u.index.Build(ctx)
		if err == nil {
			u.mu.Lock()
			u.built(seq)
			u.mu.Unlock()
			continue
		}
		if ctx.Err() != nil {
			continue
		}
		u.log.Error("search index build failed; the old one stays in use", "err", err)
		u.requestRebuild()
		select {
		case <-ctx.Done():
		case <-time.After(rebuildBackoff):
		}
	}
}
