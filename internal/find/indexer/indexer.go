package indexer

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"estate/internal/find/index"
	"estate/internal/platform/atomicfile"
	"estate/internal/store"
)

// Config configures an Updater.
type Config struct {
	Store *store.Store
	Index *index.Index // without index.Config.Last no snapshot is written
	// ReadRedirects reads the redirects of the store again; it is called when they may have changed.
	ReadRedirects func(ctx context.Context) error
	File          string          // of the snapshot; "" for none
	Rows          string          // version of the rows, record.RowsVersion
	Disk          atomicfile.Disk // of the snapshot; nil means that of the operating system
	Log           *slog.Logger
}

// Updater keeps the search index and the agency's redirects equal to the store. The caller subscribes
// Apply to the store before Load, and runs Run.
type Updater struct {
	cfg      Config
	rebuild  chan struct{} // requests a new base of the index
	saveSoon chan struct{} // requests a new snapshot

	mu       sync.Mutex
	applied  uint64 // number of the last change in the index
	snapshot snapshot
}

// New returns an Updater. Load fills its index.
func New(cfg Config) *Updater {
	if cfg.Disk == nil {
		cfg.Disk = atomicfile.Local
	}
	return &Updater{cfg: cfg, rebuild: make(chan struct{}, 1), saveSoon: make(chan struct{}, 1)}
}

// Load reads or builds the index and reads the redirects. A change of another node that
// arrives meanwhile waits in Apply.
func (u *Updater) Load(ctx context.Context) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.removeLeftovers()
	if u.loadSnapshot(ctx) {
		return u.cfg.ReadRedirects(ctx)
	}
	return u.reload(ctx, u.cfg.Store.Generation())
}

// reload reads everything. The change number seq is from before the read: a change
// during the read is applied again.
func (u *Updater) reload(ctx context.Context, seq uint64) error {
	if err := u.cfg.Index.Build(ctx); err != nil {
		return err
	}
	u.applied = seq
	u.built(seq)
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
	if u.cfg.File != "" && u.applied > u.snapshot.seq+maxSnapshotAge {
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

// Run builds a new base of the index on each request and writes its snapshot, until ctx ends.
func (u *Updater) Run(ctx context.Context) error {
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
		err := u.cfg.Index.Build(ctx)
		if err == nil {
			u.mu.Lock()
			u.built(seq)
			u.mu.Unlock()
			continue
		}
		if ctx.Err() != nil {
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
