package indexer

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"estate/internal/find/index"
	"estate/internal/store"
)

// Config configures an Updater.
type Config struct {
	Store *store.Store
	Index *index.Index
	// ReadRedirects reads the redirects of the store again; it is called when they may have changed.
	ReadRedirects func(ctx context.Context) error
	Log           *slog.Logger
}

// Updater keeps the search index and the agency's redirects equal to the store. The caller subscribes
// Apply to the store before Load, and runs Run.
type Updater struct {
	cfg     Config
	rebuild chan struct{} // requests a new base of the index

	mu      sync.Mutex
	applied uint64 // number of the last change in the index
}

// New returns an Updater. Load fills its index.
func New(cfg Config) *Updater {
	return &Updater{cfg: cfg, rebuild: make(chan struct{}, 1)}
}

// Load builds the index and reads the redirects. A change of another node that arrives
// meanwhile waits in Apply.
func (u *Updater) Load(ctx context.Context) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.reload(ctx, u.cfg.Store.Generation())
}

// reload reads everything. The change number seq is from before the read: a change
// during the read is applied again.
func (u *Updater) reload(ctx context.Context, seq uint64) error {
	if err := u.cfg.Index.Build(ctx); err != nil {
		return err
	}
	u.applied = seq
	return u.cfg.ReadRedirects(ctx)
}

// Apply updates the index to change seq. The store calls it after each commit, one
// call at a time, before its generation changes: no page combines new documents with
// old results. After an error the generation does not change.
func (u *Updater) Apply(seq uint64) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	ctx := context.Background()
	err := u.catchUp(ctx, seq)
	if err == nil {
		return nil
	}
	u.cfg.Log.Warn("search index update failed; rebuilding", "err", err)
	if err := u.reload(ctx, seq); err != nil {
		u.requestRebuild()
		return fmt.Errorf("build the search index: %w", err)
	}
	return nil
}

func (u *Updater) catchUp(ctx context.Context, seq uint64) error {
	if u.applied == seq {
		return nil
	}
	return u.applyChanges(ctx)
}

// applyChanges updates the index to the last change of the log. The caller holds u.mu.
func (u *Updater) applyChanges(ctx context.Context) error {
	changes, err := u.cfg.Store.RowsSince(ctx, u.applied)
	if err != nil {
		return err
	}
	if changes.Redirects {
		if err := u.cfg.ReadRedirects(ctx); err != nil {
			return err
		}
	}
	if changes.Last == u.applied {
		return nil
	}
	u.applied = changes.Last
	if u.cfg.Index.Apply(index.Changes{Last: changes.Last, Put: changes.Put, Deleted: changes.Deleted}) {
		u.requestRebuild()
	}
	return nil
}

func (u *Updater) requestRebuild() {
	select {
	case u.rebuild <- struct{}{}:
	default: // already requested
	}
}

// rebuildBackoff is the pause after a build failed, usually because the database is down.
const rebuildBackoff = 2 * time.Second

// Run builds a new base of the index on each request, until ctx ends.
func (u *Updater) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-u.rebuild:
		}
		err := u.cfg.Index.Build(ctx)
		if err == nil || ctx.Err() != nil {
			continue
		}
		u.cfg.Log.Error("search index build failed; the old one stays in use", "err", err)
		u.requestRebuild()
		select {
		case <-ctx.Done():
		case <-time.After(rebuildBackoff):
		}
	}
}
