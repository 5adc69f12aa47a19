package backup

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"
)

// RunnerConfig configures scheduled snapshots.
type RunnerConfig struct {
	To  Location // of the repository
	Key KeySource
	// Every is the time between the starts of two looks for changes, unless one takes longer.
	Every time.Duration
	// Keep returns the time before which snapshots are removed; nil keeps one a day for ever.
	Keep    func(now time.Time) time.Time
	Sources []Source
	Log     *slog.Logger
}

// Status is the state of the scheduled snapshots.
type Status struct {
	LastSuccess time.Time // all changes before it are in the backup
	Failing     bool      // the last attempt failed
	Error       string    // of the last attempt, "" when it succeeded
	Snapshots   uint64    // written since the start
	Failures    uint64    // since the start
	Bytes       int64     // written since the start, compressed
}

// Runner takes snapshots while the site runs.
type Runner struct {
	cfg    RunnerConfig
	mu     sync.Mutex
	status Status
}

// NewRunner returns a Runner. It takes no snapshot before Run.
func NewRunner(cfg RunnerConfig) *Runner { return &Runner{cfg: cfg} }

// Status returns the state of the snapshots.
func (r *Runner) Status() Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.status
}

// pruneInterval is the time between two removals of old snapshots.
const pruneInterval = 6 * time.Hour

// Run takes snapshots until ctx ends, and a last one then. An error waits for the next time.
func (r *Runner) Run(ctx context.Context) error {
	var repository *Repository
	defer func() {
		if repository != nil {
			_ = repository.Close()
		}
		for _, source := range r.cfg.Sources {
			_ = source.Close()
		}
	}()
	pruned := time.Time{}
	attempt := func(ctx context.Context) (err error) {
		if repository == nil {
			if repository, err = OpenToWrite(ctx, r.cfg.To, r.cfg.Key); err != nil {
				return err
			}
			r.report(ctx, repository)
		}
		now := time.Now()
		_, err = r.take(ctx, &repository, now)
		if err != nil || now.Sub(pruned) < pruneInterval {
			return err
		}
		pruned = now
		var limit time.Time
		if r.cfg.Keep != nil {
			limit = r.cfg.Keep(now)
		}
		n, err := Prune(ctx, repository, now, limit)
		if n > 0 {
			r.cfg.Log.InfoContext(ctx, "old snapshots removed", "snapshots", n)
		}
		return err
	}
	// A ticker, not a pause: the time that a snapshot takes does not add to what a disk loses.
	ticker := time.NewTicker(r.cfg.Every)
	defer ticker.Stop()
	for ctx.Err() == nil {
		r.record(ctx, attempt(ctx))
		select {
		case <-ctx.Done():
		case <-ticker.C:
		}
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	r.record(last, attempt(last))
	return nil
}

// take writes a snapshot. It opens the repository again after another process wrote to it: what
// this one knows of it is old then.
func (r *Runner) take(ctx context.Context, repository **Repository, now time.Time) (changed bool, err error) {
	before := (*repository).Stats.Bytes
	changed, err = Take(ctx, *repository, now, r.cfg.Sources)
	if errors.Is(err, errLockLost) {
		_ = (*repository).Close()
		if *repository, err = OpenToWrite(ctx, r.cfg.To, r.cfg.Key); err != nil {
			return false, err
		}
		before = 0
		changed, err = Take(ctx, *repository, now, r.cfg.Sources)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err == nil {
		r.status.LastSuccess = now
	}
	if err == nil && changed {
		r.status.Snapshots++
	}
	r.status.Bytes += (*repository).Stats.Bytes - before
	return changed, err
}

// report logs what opening the repository has found and needs a person.
func (r *Runner) report(ctx context.Context, opened *Repository) {
	if opened.NewKey != "" {
		r.cfg.Log.WarnContext(ctx, "a key of the encrypted backups was made; keep a copy in another place: without it no backup can be restored",
			"file", opened.NewKey)
	}
	if opened.HasUnencrypted {
		r.cfg.Log.WarnContext(ctx, "the backup also has snapshots of a version before 0.3, which are not encrypted; "+
			"delete its folders objects and snapshots when they are no longer needed", "backup", r.cfg.To.String())
	}
}

// record logs the first failure and the end of failures.
func (r *Runner) record(ctx context.Context, err error) {
	if err != nil && ctx.Err() != nil {
		return
	}
	r.mu.Lock()
	was := r.status.Failing
	r.status.Failing, r.status.Error = err != nil, ""
	if err != nil {
		r.status.Failures++
		r.status.Error = err.Error()
	}
	r.mu.Unlock()
	switch {
	case err != nil && !was:
		r.cfg.Log.ErrorContext(ctx, "the backup failed and is retried", "err", err)
	case err == nil && was:
		r.cfg.Log.InfoContext(ctx, "the backup works again")
	}
}
